import { getRouteApi, Link, Outlet, useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import { Button } from 'react-aria-components'
import { portal, signOutOtherTabs } from '../api.ts'

const links = [
  { to: '/admin', label: 'Accounts' },
  { to: '/admin/dead-letters', label: 'Dead letters' },
  { to: '/admin/flags', label: 'Flags' },
  { to: '/admin/service', label: 'Service' },
  { to: '/admin/audit-log', label: 'Audit log' },
] as const

const route = getRouteApi('/console')

/** Navigation and the page, in colors that the portal of a customer never has. */
export function ConsoleShell() {
  const { administrator } = route.useRouteContext().session
  const [isOpen, setOpen] = useState(false)
  return (
    <div className="shell console">
      <a className="skip" href="#content">
        Skip to content
      </a>
      <header className="sidebar" data-open={isOpen || undefined}>
        <div className="brand">
          <span className="account-name">Administration</span>
          <span className="badge">all accounts</span>
          <Button className="button menu" aria-expanded={isOpen} onPress={() => setOpen(!isOpen)}>
            Menu
          </Button>
        </div>
        <nav aria-label="Console" onClickCapture={() => setOpen(false)}>
          <ul>
            {links.map(({ to, label }) => (
              <li key={to}>
                <Link to={to} activeOptions={{ exact: to === '/admin', includeSearch: false }}>
                  {label}
                </Link>
              </li>
            ))}
          </ul>
        </nav>
        <div className="person">
          <span className="clip" title={administrator.email}>
            {administrator.email}
          </span>
          <span className="soft">administrator</span>
          <SignOut />
        </div>
      </header>
      <main id="content" className="page" tabIndex={-1}>
        <Outlet />
      </main>
    </div>
  )
}

function SignOut() {
  const router = useRouter()
  const signOut = portal.useMutation('delete', '/admin/session')
  const leave = async () => {
    await signOut.mutateAsync({})
    signOutOtherTabs()
    router.options.context.queryClient.clear()
    await router.navigate({ to: '/admin/sign-in' })
  }
  return (
    <Button className="button quiet" isPending={signOut.isPending} onPress={() => void leave().catch(() => {})}>
      Sign out
    </Button>
  )
}
