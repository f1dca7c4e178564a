import type { BeginTrace } from '@svc/http/shell/finished-request'
import { runIn, type Tracing } from '@svc/runtime/tracing'

/**
 * One span per request, named like its operation by method and path with placeholders. It has ids, and neither the
 * path that was sent nor an address.
 */
export function createRequestTraces(tracing: Tracing): BeginTrace {
  return ({ method, protocol, headers }, startedAtMs) => {
    const { traceparent } = headers
    const span = tracing.begin(
      { name: method, kind: 'server', attributes: { 'http.request.method': method, 'url.scheme': protocol } },
      { traceparent: typeof traceparent === 'string' ? traceparent : undefined, startedAtMs },
    )
    return {
      traceId: span.traceId,
      run: (rest) => runIn(span, rest),
      finished({ requestId, operation, route, status, aborted, caller, error }) {
        if (route !== null) span.rename(`${method} ${route}`)
        span.set({
          ...(route !== null && { 'http.route': route }),
          'http.response.status_code': status,
          'svc.operation.id': operation,
          'svc.request.id': requestId,
          ...(caller && { 'svc.account.id': caller.account.id }),
          ...(error && { 'svc.error.code': error.code }),
        })
        if (aborted) span.fail('aborted')
        else if (status >= 500) span.fail(error?.code ?? String(status))
        span.end()
      },
    }
  }
}
