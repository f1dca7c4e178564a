/** The page to which Google returns with the code of a consent. */
export const consentPath = '/business-profile/consent'

/**
 * The page to open after the sign-in: the one of before. A consent belongs to the session that began it, so its code
 * does not go into another address.
 */
export function pathToReturnTo({ pathname, href }: { pathname: string; href: string }): string {
  return pathname === consentPath ? '/business-profile' : href
}
