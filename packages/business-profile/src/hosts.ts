/** The hosts of the APIs. */
const hosts = {
  consent: 'https://accounts.google.com',
  tokens: 'https://oauth2.googleapis.com',
  keys: 'https://www.googleapis.com',
  accounts: 'https://mybusinessaccountmanagement.googleapis.com',
  locations: 'https://mybusinessbusinessinformation.googleapis.com',
  reviews: 'https://mybusiness.googleapis.com',
} as const

export type UpstreamHost = keyof typeof hosts

/** Returns the origin of a host. `BUSINESS_PROFILE_ORIGIN` replaces all of them in development. */
export function originOf(host: UpstreamHost, replacement: string | null): string {
  return replacement ?? hosts[host]
}
