import { getRouteApi, Link } from '@tanstack/react-router'
import { isLocked, portal } from '../api.ts'
import { Frame } from '../components/frame.tsx'
import { consoleLinks } from '../navigation.ts'

const route = getRouteApi('/console')

/** Navigation and the page, in colors that the portal of a customer never has. */
export function ConsoleShell() {
  const { session } = route.useRouteContext()
  const { administrator } = session
  const shown = isLocked(session) ? consoleLinks.filter(({ to }) => to === '/admin/security') : consoleLinks
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
