/**
 * The code of an error of Node.js, PostgreSQL or a library, such as `ENOENT` or `23505`; undefined for any other value
 * that was thrown.
 */
export function errorCode(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined
}
