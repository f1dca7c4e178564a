/**
 * Headers of every response, errors of the HTTP parser included. Pages replace the policy with one that allows their
 * own styles and scripts.
 *
 * @param https whether clients reach the server at an https URL: browsers then never use http for this host again
 */
export function securityHeaders({ https }: { https: boolean }): Readonly<Record<string, string>> {
  return {
    'X-Content-Type-Options': 'nosniff',
    'Content-Security-Policy': "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    'X-Frame-Options': 'DENY',
    'Referrer-Policy': 'no-referrer',
    ...(https && { 'Strict-Transport-Security': 'max-age=31536000' }),
  }
}
