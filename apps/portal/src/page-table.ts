/** The static content of each page, which its HTML has before its code runs. */
interface PageFacts {
  /** The module of the page in `src`. */
  module: string
  /** The heading, which is also the title of the window. */
  title: string
  /** One sentence below the heading. */
  description?: string
}

type PageTable = Readonly<Record<string, PageFacts>>

/** Pages of a person who is not signed in, by their paths. */
export const openPages = {
  '/sign-in': { module: 'pages/sign-in.tsx', title: 'Sign in', description: 'The developer portal of your account.' },
  '/set-password': { module: 'pages/set-password.tsx', title: 'Choose a password' },
  '/forgot-password': { module: 'pages/forgot-password.tsx', title: 'Forgot your password?' },
  '/admin/sign-in': {
    module: 'admin/sign-in.tsx',
    title: 'Administration',
    description: 'For administrators of the platform. Members of an account sign in to the portal.',
  },
  '/admin/set-password': { module: 'admin/sign-in.tsx', title: 'Choose a password' },
} as const satisfies PageTable

/** Pages of a member, by their paths. */
export const portalPages = {
  '/': {
    module: 'pages/overview.tsx',
    title: 'Overview',
    description: 'Requests, how long they took, what is left of each quota, and the latest refused requests.',
  },
  '/reviews': {
    module: 'pages/reviews.tsx',
    title: 'Reviews',
    description: 'Reviews of your business and your competitors, with the subjects and opinions found in them.',
  },
  '/reviews/$id': { module: 'pages/review.tsx', title: 'Review' },
  '/review-imports': {
    module: 'pages/review-imports.tsx',
    title: 'Uploads',
    description: 'Uploaded review files and the result for each row.',
  },
  '/review-imports/$id': { module: 'pages/review-import.tsx', title: 'Upload' },
  '/competitors': {
    module: 'pages/competitors.tsx',
    title: 'Competitors',
    description: 'The businesses whose reviews yours are compared with.',
  },
  '/analyses': {
    module: 'pages/analyses.tsx',
    title: 'Analyses',
    description: 'What your reviews say against those of your competitors, analysis by analysis.',
  },
  '/analyses/$id': { module: 'pages/analysis.tsx', title: 'Analysis' },
  '/recommendations': {
    module: 'pages/recommendations.tsx',
    title: 'Recommendations',
    description: 'What to do first, with the reviews that say so.',
  },
  '/reports': {
    module: 'pages/reports.tsx',
    title: 'Reports',
    description: 'Every completed analysis as a document to read, print or send.',
  },
  '/reports/$id': { module: 'pages/report.tsx', title: 'Report' },
  '/review-replies': {
    module: 'pages/review-replies.tsx',
    title: 'Reply drafts',
    description: 'Nothing is published: a person approves a reply and posts it.',
  },
  '/keys': {
    module: 'pages/keys.tsx',
    title: 'API keys',
    description: 'Test keys are for development against your own account. Live keys are issued by an administrator.',
  },
  '/clients': {
    module: 'pages/clients.tsx',
    title: 'OAuth clients',
    description: 'A client exchanges its id and secret for access tokens.',
  },
  '/webhooks': {
    module: 'pages/webhooks.tsx',
    title: 'Webhooks',
    description: 'Where events are sent. Every delivery is signed with the secret of its endpoint.',
  },
  '/webhooks/$id': { module: 'pages/webhook.tsx', title: 'Webhook endpoint' },
  '/event-types': {
    module: 'pages/event-types.tsx',
    title: 'Event types',
    description: 'What is sent to your endpoints, with the fields and an example of each payload.',
  },
  '/deliveries/$id': { module: 'pages/delivery.tsx', title: 'Delivery' },
  '/logs': {
    module: 'pages/logs.tsx',
    title: 'Logs',
    description: 'Every request to the API, and what it did, in the last 30 days.',
  },
  '/members': {
    module: 'pages/members.tsx',
    title: 'Members',
    description: 'Viewers read. Developers also write, and manage keys and clients. Owners also manage members.',
  },
  '/audit-log': {
    module: 'pages/audit-log.tsx',
    title: 'Audit log',
    description: 'Changes to this account in the last two years, by your members, our administrators and the operator.',
  },
  '/security': {
    module: 'pages/security.tsx',
    title: 'Security',
    description: 'Your passkeys, your password, your second factor, and the browsers in which you are signed in.',
  },
  '/settings': {
    module: 'pages/settings.tsx',
    title: 'Settings',
    description: 'When the business is analyzed, how long reviews are kept, and how to export or delete everything.',
  },
} as const satisfies PageTable

/** Pages of the business profile. They have no HTML of their own, because they exist only while its flag is on. */
export const profilePages = {
  '/business-profile': { title: 'Business Profile' },
  '/business-profile/consent': { title: 'Connect the Business Profile' },
  '/business-profile/location': { title: 'Select a location' },
  '/business-profile/replies': { title: 'Replies' },
  '/business-profile/approval': { title: 'Approve several replies' },
  '/business-profile/history': { title: 'History' },
} as const satisfies Readonly<Record<string, Pick<PageFacts, 'title'>>>

/** Pages of the console, by their paths. */
export const consolePages = {
  '/admin': {
    module: 'admin/accounts.tsx',
    title: 'Accounts',
    description: 'The newest first, with the requests of this month.',
  },
  '/admin/accounts/$id': { module: 'admin/account.tsx', title: 'Account' },
  '/admin/dead-letters': {
    module: 'admin/dead-letters.tsx',
    title: 'Dead letters',
    description: 'Deliveries of all accounts that failed on every attempt, the newest first.',
  },
  '/admin/flags': {
    module: 'admin/flags.tsx',
    title: 'Flags',
    description:
      'A flag that is off here is off for every account. To switch it off for one account, open the page of that account.',
  },
  '/admin/service': {
    module: 'admin/service.tsx',
    title: 'Service',
    description: 'Queues, running processes and secret keys in use. Refreshes every 5 s.',
  },
  '/admin/audit-log': {
    module: 'admin/audit-log.tsx',
    title: 'Audit log',
    description: 'Every change of accounts and of the platform in the last two years. Nobody can edit it.',
  },
  '/admin/security': {
    module: 'admin/security.tsx',
    title: 'Security',
    description: 'The second factor of your sign-in to the console.',
  },
} as const satisfies PageTable

/** The title of the window for the path of a route; only the name of the portal for any other. */
export function titleOf(path: string | undefined): string {
  const pages: Readonly<Record<string, Pick<PageFacts, 'title'>>> = {
    ...openPages,
    ...portalPages,
    ...profilePages,
    ...consolePages,
  }
  const page = path === undefined ? undefined : pages[path]
  return page ? `${page.title} – Portal` : 'Portal'
}
