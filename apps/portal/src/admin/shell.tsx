import { getRouteApi, Link } from '@tanstack/react-router'
import { isLocked, portal } from '../api.ts'
import { Frame } from '../components/frame.tsx'

const links = [
  { to: '/admin', label: 'Accounts' },
  { to: '/admin/dead-letters', label: 'Dead letters' },
  { to: '/admin/flags', label: 'Flags' },
  { to: '/admin/service', label: 'Service' },
  { to: '/admin/audit-log', label: 'Audit log' },
  { to: '/admin/security', label: 'Security' },
] as const

const route = getRouteApi('/console')

/** Navigation and the page, in colors that the portal of a customer never has. */
export function ConsoleShell() {
  const { session } = route.useRouteContext()
  const { administrator } = session
  const shown = isLocked(session) ? links.filter(({ to }) => to === '/admin/security') : links
  return (
    <Frame
      className="shell console"
      name="Administration"
      badge="All accounts"
      label="Console"
      links={
        <ul>
          {shown.map(({ to, label }) => (
            <li key={to}>
              <Link to={to} activeOptions={{ exact: to === '/admin', includeSearch: false }}>
                {label}
              </Link>
            </li>
          ))}
        </ul>
      }
      person={{ email: administrator.email, role: 'administrator' }}
      signOut={portal.useMutation('delete', '/admin/session')}
      signInPath="/admin/sign-in"
    />
  )
}
