/** The origin of `npm start` in the contract: in `servers` and in the token endpoint. */
const developmentOrigin = 'http://127.0.0.1:3000'

/** The origin of `npm run mock` in the documentation. */
export const mockDevelopmentOrigin = 'http://127.0.0.1:4010'

/** Scheme, host and port of the programs that generated files link to. */
export interface Origins {
  service: string
  mock: string
}

/** Replaces the development origins in a generated file with the origins of running programs. */
export function rewriteOrigins(text: string, { service, mock }: Origins): string {
  // In one pass, because the service may run at the mock's development origin, or the other way round.
  return text.replaceAll(developmentOrigins, (origin) => (origin === developmentOrigin ? service : mock))
}

/** Matches a whole origin, not the beginning of one with a longer port. */
const developmentOrigins = new RegExp(
  `(?:${[developmentOrigin, mockDevelopmentOrigin].join('|').replaceAll('.', '\\.')})(?!\\d)`,
  'g',
)
