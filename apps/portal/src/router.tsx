import * as bounds from '@generated/contract/bounds'
import {
  aspects,
  eventTypes,
  plans,
  profileReplyStates,
  recommendationStatuses,
  replyDraftStatuses,
} from '@generated/contract/enums'
import type { QueryClient } from '@tanstack/react-query'
import {
  createRootRouteWithContext,
  createRoute,
  createRouter,
  lazyRouteComponent,
  notFound,
  Outlet,
  redirect,
} from '@tanstack/react-router'
import { isLocked, isProblem, portal, type Session, setCsrfToken } from './api.ts'
import { readAuditFilters } from './audit-filters.ts'
import { ErrorPanel } from './components/feedback.tsx'
import { Shell } from './components/shell.tsx'
import { readReviewFilters } from './review-filters.ts'
import { definedOf, instantOf, oneOf, textOf } from './search.ts'
import { consentPath, pathToReturnTo } from './sign-in-return.ts'

const root = createRootRouteWithContext<{ queryClient: QueryClient }>()({ component: Outlet })

const signIn = createRoute({
  getParentRoute: () => root,
  path: '/sign-in',
  validateSearch: (search): { next?: string } => (typeof search.next === 'string' ? { next: search.next } : {}),
  component: lazyRouteComponent(() => import('./pages/sign-in.tsx'), 'SignInPage'),
})

const setPassword = createRoute({
  getParentRoute: () => root,
  path: '/set-password',
  component: lazyRouteComponent(() => import('./pages/set-password.tsx'), 'SetPasswordPage'),
})

const forgotPassword = createRoute({
  getParentRoute: () => root,
  path: '/forgot-password',
  component: lazyRouteComponent(() => import('./pages/forgot-password.tsx'), 'ForgotPasswordPage'),
})

/** Everything behind the sign-in: the session is read once, before the first page. */
const app = createRoute({
  getParentRoute: () => root,
  id: 'app',
  async beforeLoad({ context, location }) {
    try {
      const { data } = await context.queryClient.ensureQueryData(portal.queryOptions('get', '/session'))
      setCsrfToken(data.csrf_token)
      return { session: data }
    } catch (error) {
      if (isProblem(error) && error.error.code === 'unauthorized')
        throw redirect({ to: '/sign-in', search: { next: pathToReturnTo(location) } })
      throw error
    }
  },
  component: Shell,
  errorComponent: ({ error }) => <ErrorPanel error={error} />,
})

const page = <Path extends string>(path: Path) => ({ getParentRoute: () => app, path }) as const
const text = (value: unknown) => (typeof value === 'string' && value !== '' ? value : undefined)

const overview = createRoute({
  ...page('/'),
  component: lazyRouteComponent(() => import('./pages/overview.tsx'), 'OverviewPage'),
})
const keys = createRoute({
  ...page('/keys'),
  component: lazyRouteComponent(() => import('./pages/keys.tsx'), 'KeysPage'),
})
const clients = createRoute({
  ...page('/clients'),
  component: lazyRouteComponent(() => import('./pages/clients.tsx'), 'ClientsPage'),
})
const webhooks = createRoute({
  ...page('/webhooks'),
  validateSearch: (search) => definedOf({ event_type: oneOf(eventTypes, search.event_type) }),
  component: lazyRouteComponent(() => import('./pages/webhooks.tsx'), 'WebhooksPage'),
})

const eventTypesPage = createRoute({
  ...page('/event-types'),
  component: lazyRouteComponent(() => import('./pages/event-types.tsx'), 'EventTypesPage'),
})
const webhook = createRoute({
  ...page('/webhooks/$id'),
  validateSearch: (search) =>
    definedOf({
      status: text(search.status),
      event_type: text(search.event_type),
      created_after: instantOf(search.created_after),
      created_before: instantOf(search.created_before),
    }),
  component: lazyRouteComponent(() => import('./pages/webhook.tsx'), 'WebhookPage'),
})
const delivery = createRoute({
  ...page('/deliveries/$id'),
  component: lazyRouteComponent(() => import('./pages/delivery.tsx'), 'DeliveryPage'),
})
const logs = createRoute({
  ...page('/logs'),
  validateSearch: (search) =>
    definedOf({
      status: text(search.status),
      operation: text(search.operation),
      request: text(search.request),
      until: instantOf(search.until),
    }),
  component: lazyRouteComponent(() => import('./pages/logs.tsx'), 'LogsPage'),
})
const members = createRoute({
  ...page('/members'),
  component: lazyRouteComponent(() => import('./pages/members.tsx'), 'MembersPage'),
})
const security = createRoute({
  ...page('/security'),
  component: lazyRouteComponent(() => import('./pages/security.tsx'), 'SecurityPage'),
})

const reviews = createRoute({
  ...page('/reviews'),
  validateSearch: readReviewFilters,
  component: lazyRouteComponent(() => import('./pages/reviews.tsx'), 'ReviewsPage'),
})
const review = createRoute({
  ...page('/reviews/$id'),
  component: lazyRouteComponent(() => import('./pages/review.tsx'), 'ReviewPage'),
})
const reviewImports = createRoute({
  ...page('/review-imports'),
  component: lazyRouteComponent(() => import('./pages/review-imports.tsx'), 'ReviewImportsPage'),
})
const reviewImport = createRoute({
  ...page('/review-imports/$id'),
  component: lazyRouteComponent(() => import('./pages/review-import.tsx'), 'ReviewImportPage'),
})
const competitors = createRoute({
  ...page('/competitors'),
  component: lazyRouteComponent(() => import('./pages/competitors.tsx'), 'CompetitorsPage'),
})
const analyses = createRoute({
  ...page('/analyses'),
  validateSearch: (search) => definedOf({ aspect: oneOf(aspects, search.aspect) }),
  component: lazyRouteComponent(() => import('./pages/analyses.tsx'), 'AnalysesPage'),
})
const analysis = createRoute({
  ...page('/analyses/$id'),
  component: lazyRouteComponent(() => import('./pages/analysis.tsx'), 'AnalysisPage'),
})
const recommendations = createRoute({
  ...page('/recommendations'),
  validateSearch: (search) => definedOf({ status: oneOf(recommendationStatuses, search.status) }),
  component: lazyRouteComponent(() => import('./pages/recommendations.tsx'), 'RecommendationsPage'),
})
const reports = createRoute({
  ...page('/reports'),
  component: lazyRouteComponent(() => import('./pages/reports.tsx'), 'ReportsPage'),
})
const report = createRoute({
  ...page('/reports/$id'),
  component: lazyRouteComponent(() => import('./pages/report.tsx'), 'ReportPage'),
})
const reviewReplies = createRoute({
  ...page('/review-replies'),
  validateSearch: (search) => definedOf({ status: oneOf(replyDraftStatuses, search.status) }),
  component: lazyRouteComponent(() => import('./pages/review-replies.tsx'), 'ReviewRepliesPage'),
})

/** A page that exists only while the integration of the business profile is on for the account. */
const profilePage = <Path extends string>(path: Path) =>
  ({
    ...page(path),
    beforeLoad({ context }: { context: { session: Session } }) {
      if (!context.session.account.business_profile) throw notFound()
    },
  }) as const

const profileConnection = createRoute({
  ...profilePage('/business-profile'),
  component: lazyRouteComponent(() => import('./pages/profile-connection.tsx'), 'ProfileConnectionPage'),
})
const profileConsent = createRoute({
  ...profilePage(consentPath),
  component: lazyRouteComponent(() => import('./pages/profile-consent.tsx'), 'ProfileConsentPage'),
})
const profileLocation = createRoute({
  ...profilePage('/business-profile/location'),
  component: lazyRouteComponent(() => import('./pages/profile-location.tsx'), 'ProfileLocationPage'),
})
const profileReplies = createRoute({
  ...profilePage('/business-profile/replies'),
  validateSearch: (search) => definedOf({ state: oneOf(profileReplyStates, search.state) }),
  component: lazyRouteComponent(() => import('./pages/profile-replies.tsx'), 'ProfileRepliesPage'),
})
const profileApproval = createRoute({
  ...profilePage('/business-profile/approval'),
  component: lazyRouteComponent(() => import('./pages/profile-approval.tsx'), 'ProfileApprovalPage'),
})
const profileHistory = createRoute({
  ...profilePage('/business-profile/history'),
  component: lazyRouteComponent(() => import('./pages/profile-history.tsx'), 'ProfileHistoryPage'),
})

const settings = createRoute({
  ...page('/settings'),
  component: lazyRouteComponent(() => import('./pages/settings.tsx'), 'SettingsPage'),
})

const auditLog = createRoute({
  ...page('/audit-log'),
  validateSearch: readAuditFilters,
  component: lazyRouteComponent(() => import('./pages/audit-log.tsx'), 'AuditLogPage'),
})

// --- The console for administrators ---

const consoleSignIn = createRoute({
  getParentRoute: () => root,
  path: '/admin/sign-in',
  component: lazyRouteComponent(() => import('./admin/sign-in.tsx'), 'ConsoleSignInPage'),
})
const consoleSetPassword = createRoute({
  getParentRoute: () => root,
  path: '/admin/set-password',
  component: lazyRouteComponent(() => import('./admin/sign-in.tsx'), 'ConsoleSetPasswordPage'),
})

/** The pages for administrators. Without a session, and with the session of a member, they redirect to the sign-in. */
const adminConsole = createRoute({
  getParentRoute: () => root,
  id: 'console',
  async beforeLoad({ context, location }) {
    try {
      const { data } = await context.queryClient.ensureQueryData(portal.queryOptions('get', '/admin/session'))
      setCsrfToken(data.csrf_token)
      if (isLocked(data) && location.pathname !== '/admin/security') throw redirect({ to: '/admin/security' })
      return { session: data }
    } catch (error) {
      if (isProblem(error) && (error.error.code === 'unauthorized' || error.error.code === 'forbidden'))
        throw redirect({ to: '/admin/sign-in' })
      throw error
    }
  },
  component: lazyRouteComponent(() => import('./admin/shell.tsx'), 'ConsoleShell'),
  errorComponent: ({ error }) => <ErrorPanel error={error} />,
})

const consolePage = <Path extends string>(path: Path) => ({ getParentRoute: () => adminConsole, path }) as const

const consoleAccounts = createRoute({
  ...consolePage('/admin'),
  validateSearch: (search) =>
    definedOf({ q: textOf(search.q)?.slice(0, bounds.SearchText.maxLength), plan: oneOf(plans, search.plan) }),
  component: lazyRouteComponent(() => import('./admin/accounts.tsx'), 'AccountsPage'),
})
const consoleAccount = createRoute({
  ...consolePage('/admin/accounts/$id'),
  component: lazyRouteComponent(() => import('./admin/account.tsx'), 'AccountPage'),
})
const consoleFlags = createRoute({
  ...consolePage('/admin/flags'),
  component: lazyRouteComponent(() => import('./admin/flags.tsx'), 'FlagsPage'),
})
const consoleDeadLetters = createRoute({
  ...consolePage('/admin/dead-letters'),
  validateSearch: (search) =>
    definedOf({ account_id: textOf(search.account_id), webhook_id: textOf(search.webhook_id) }),
  component: lazyRouteComponent(() => import('./admin/dead-letters.tsx'), 'DeadLettersPage'),
})
const consoleService = createRoute({
  ...consolePage('/admin/service'),
  component: lazyRouteComponent(() => import('./admin/service.tsx'), 'ServicePage'),
})
const consoleAuditLog = createRoute({
  ...consolePage('/admin/audit-log'),
  validateSearch: readAuditFilters,
  component: lazyRouteComponent(() => import('./admin/audit-log.tsx'), 'ConsoleAuditLogPage'),
})

const consoleSecurity = createRoute({
  ...consolePage('/admin/security'),
  component: lazyRouteComponent(() => import('./admin/security.tsx'), 'ConsoleSecurityPage'),
})

const routeTree = root.addChildren([
  signIn,
  setPassword,
  forgotPassword,
  consoleSignIn,
  consoleSetPassword,
  adminConsole.addChildren([
    consoleAccounts,
    consoleAccount,
    consoleFlags,
    consoleDeadLetters,
    consoleService,
    consoleAuditLog,
    consoleSecurity,
  ]),
  app.addChildren([
    overview,
    reviews,
    review,
    reviewImports,
    reviewImport,
    competitors,
    analyses,
    analysis,
    recommendations,
    reports,
    report,
    reviewReplies,
    profileConnection,
    profileConsent,
    profileLocation,
    profileReplies,
    profileApproval,
    profileHistory,
    keys,
    clients,
    webhooks,
    eventTypesPage,
    webhook,
    delivery,
    logs,
    members,
    auditLog,
    security,
    settings,
  ]),
])

export function createPortalRouter(queryClient: QueryClient) {
  return createRouter({
    routeTree,
    basepath: '/portal',
    context: { queryClient },
    defaultPreload: 'intent',
    defaultNotFoundComponent: () => (
      <main className="page">
        <h1>This page does not exist</h1>
        <p>
          <a href="/portal">Go to the overview</a>
        </p>
      </main>
    ),
  })
}

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createPortalRouter>
  }
}
