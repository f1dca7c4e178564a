import { Link, Outlet, useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import { Button } from 'react-aria-components'
import { portal, signOutOtherTabs } from '../api.ts'
import { useSession } from '../session.ts'

const sections = [
  { title: undefined, links: [{ to: '/', label: 'Overview' }] },
  {
    title: 'Reviews',
    links: [
      { to: '/reviews', label: 'Reviews' },
      { to: '/review-imports', label: 'Uploads' },
      { to: '/competitors', label: 'Competitors' },
    ],
  },
  {
    title: 'Insights',
    links: [
      { to: '/analyses', label: 'Analyses' },
      { to: '/recommendations', label: 'Recommendations' },
      { to: '/reports', label: 'Reports' },
      { to: '/review-replies', label: 'Reply drafts' },
    ],
  },
  {
    title: 'Developers',
    links: [
      { to: '/keys', label: 'API keys' },
      { to: '/clients', label: 'OAuth clients' },
      { to: '/webhooks', label: 'Webhooks' },
      { to: '/logs', label: 'Logs' },
    ],
  },
  {
    title: 'Account',
    links: [
      { to: '/members', label: 'Members' },
      { to: '/audit-log', label: 'Audit log' },
      { to: '/security', label: 'Security' },
      { to: '/settings', label: 'Settings' },
    ],
  },
] as const

/** Navigation, the account, and the page. */
export function Shell() {
  const { user, account } = useSession()
  const [isOpen, setOpen] = useState(false)
  return (
    <div className="shell">
      <a className="skip" href="#content">
        Skip to content
      </a>
      <header className="sidebar" data-open={isOpen || undefined}>
        <div className="brand">
          <span className="account-name">{account.name}</span>
          <span className="badge">{account.plan}</span>
          <Button className="button menu" aria-expanded={isOpen} onPress={() => setOpen(!isOpen)}>
            Menu
          </Button>
        </div>
        <nav aria-label="Portal" onClickCapture={() => setOpen(false)}>
          {sections.map(({ title, links }) => (
            <div key={links[0].to}>
              {title && <p className="nav-title">{title}</p>}
              <ul>
                {links.map(({ to, label }) => (
                  <li key={to}>
                    <Link to={to} activeOptions={{ exact: to === '/', includeSearch: false }}>
                      {label}
                    </Link>
                  </li>
                ))}
              </ul>
            </div>
          ))}
          <ul>
            <li>
              <a href="/docs">Documentation</a>
            </li>
            <li>
              <a href="/docs/reference">API reference</a>
            </li>
          </ul>
        </nav>
        <div className="person">
          <span className="clip" title={user.email}>
            {user.email}
          </span>
          <span className="soft">{user.role}</span>
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
  const signOut = portal.useMutation('delete', '/session')
  const leave = async () => {
    await signOut.mutateAsync({})
    signOutOtherTabs()
    router.options.context.queryClient.clear()
    await router.navigate({ to: '/sign-in' })
  }
  return (
    <Button className="button quiet" isPending={signOut.isPending} onPress={() => void leave().catch(() => {})}>
      Sign out
    </Button>
  )
}
