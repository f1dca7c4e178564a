import { Link, lazyRouteComponent } from '@tanstack/react-router'
import { Suspense } from 'react'
import { portal } from '../api.ts'
import { displayName } from '../format.ts'
import { useSession } from '../session.ts'
import { Loading } from './feedback.tsx'
import { Frame } from './frame.tsx'

// Few accounts see it, and only once.
const FirstBusinessPage = lazyRouteComponent(() => import('../pages/first-business.tsx'), 'FirstBusinessPage')

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
  return (
    <Frame
      name={account.name}
      badge={displayName(account.plan)}
      label="Portal"
      links={<Links />}
      person={user}
      signOut={portal.useMutation('delete', '/session')}
      signInPath="/sign-in"
      instead={
        account.has_business ? undefined : (
          <Suspense fallback={<Loading />}>
            <FirstBusinessPage />
          </Suspense>
        )
      }
    />
  )
}

function Links() {
  return (
    <>
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
    </>
  )
}
