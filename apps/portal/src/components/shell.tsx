import { Link, lazyRouteComponent } from '@tanstack/react-router'
import { Suspense } from 'react'
import { portal } from '../api.ts'
import { displayName } from '../format.ts'
import { documentLinks, portalSections, profileSection } from '../navigation.ts'
import { useSession } from '../session.ts'
import { Loading } from './feedback.tsx'
import { Frame } from './frame.tsx'

// Few accounts see it, and only once.
const FirstBusinessPage = lazyRouteComponent(() => import('../pages/first-business.tsx'), 'FirstBusinessPage')

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
  const hasProfile = useSession().account.business_profile
  const shown = portalSections.filter(({ title }) => title !== profileSection || hasProfile)
  return (
    <>
      {shown.map(({ title, links }) => (
        <div key={links[0].to}>
          {title && <p className="nav-title">{title}</p>}
          <ul>
            {links.map(({ to, label }) => (
              <li key={to}>
                <Link to={to} activeOptions={{ exact: to === '/' || to === '/business-profile', includeSearch: false }}>
                  {label}
                </Link>
              </li>
            ))}
          </ul>
        </div>
      ))}
      <ul>
        {documentLinks.map(({ href, label }) => (
          <li key={href}>
            <a href={href}>{label}</a>
          </li>
        ))}
      </ul>
    </>
  )
}
