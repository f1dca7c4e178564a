/** The title of the section that exists only while the integration of the business profile is on for the account. */
export const profileSection = 'Business Profile'

/** The links of a member, in groups. */
export const portalSections = [
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
    title: profileSection,
    links: [
      { to: '/business-profile', label: 'Connection' },
      { to: '/business-profile/replies', label: 'Replies' },
      { to: '/business-profile/history', label: 'History' },
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

/** Links to pages that are not part of the portal. */
export const documentLinks = [
  { href: '/docs', label: 'Documentation' },
  { href: '/docs/reference', label: 'API reference' },
] as const

/** The links of an administrator. */
export const consoleLinks = [
  { to: '/admin', label: 'Accounts' },
  { to: '/admin/dead-letters', label: 'Dead letters' },
  { to: '/admin/flags', label: 'Flags' },
  { to: '/admin/service', label: 'Service' },
  { to: '/admin/audit-log', label: 'Audit log' },
  { to: '/admin/security', label: 'Security' },
] as const
