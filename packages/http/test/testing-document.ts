import { serveDocument } from '@svc/http/document'

type Options<Caller> = Parameters<typeof serveDocument<Caller>>[0]

/** Serves a document on a free port, with checked responses. An error of the server fails the test. */
export function serveForTest<Caller = undefined>(
  given: Pick<Options<Caller>, 'document' | 'operations' | 'authenticate'>,
): ReturnType<typeof serveDocument<Caller>> {
  return serveDocument<Caller>({
    ...given,
    checkResponses: true,
    onServerError(error) {
      throw error
    },
    host: '127.0.0.1',
    port: 0,
    settings: { host: 'host', port: 'port' },
  })
}
