/** What the contract says of `npm start`, in its servers and its token endpoint. */
const developmentOrigin = 'http://127.0.0.1:3000'

/** What the docs say of `npm run mock`. */
export const mockDevelopmentOrigin = 'http://127.0.0.1:4010'

/** Where readers of generated files find the programs; scheme, host and port of each. */
export interface Places {
  service: string
  mock: string
}

/** A generated text, with the origins of these programs in the place of those that it was generated with. */
export function located(text: string, { service, mock }: Places): string {
  // In one step, for the one may have been given the address that stands for the other.
  return text.replaceAll(developmentOrigins, (origin) => (origin === developmentOrigin ? service : mock))
}

/** An origin, and not the beginning of one with a longer port. */
const developmentOrigins = new RegExp(
  `(?:${[developmentOrigin, mockDevelopmentOrigin].join('|').replaceAll('.', '\\.')})(?!\\d)`,
  'g',
)
