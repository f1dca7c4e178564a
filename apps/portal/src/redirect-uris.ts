import * as bounds from '@generated/contract/bounds'

/** The rules of redirect URIs, in the order in which the server checks them: what is wrong, and when. */
const rules: readonly (readonly [problem: string, breaks: (uri: string) => boolean])[] = [
  ['is too long', (uri) => uri.length > bounds.RedirectUri.maxLength],
  ['has characters outside printable ASCII: percent-encode them', (uri) => !/^[\x21-\x7e]+$/.test(uri)],
  ['is not a full address such as https://app.example.com/callback', (uri) => !URL.canParse(uri)],
  ['does not begin with https://', (uri) => !uri.startsWith('https://')],
  ['has a fragment, the part behind #', (uri) => uri.includes('#')],
  ['has a wildcard or a backslash: name each address in full', (uri) => /[*\\]/.test(uri)],
  ['names a user', (uri) => new URL(uri).username !== ''],
  ['is not in its normal form: compare capitals, the port and the slashes', (uri) => new URL(uri).href !== uri],
]

/**
 * Explains why a redirect URI is invalid by the rules of the interface; undefined if it is valid. The server decides.
 */
export function redirectUriProblem(uri: string): string | undefined {
  return rules.find(([, breaks]) => breaks(uri))?.[0]
}
