import type { RequestObserver } from '@svc/http/shell/finished-request'
import type { Logger } from '@svc/runtime/logger'
import type { Settings } from '@svc/runtime/settings'

/**
 * One line per request, at level info where the setting is on and at debug where it is off. It has ids and the path
 * with placeholders: neither a query string nor a header, a body or an address (docs/decisions/0023).
 */
export function createAccessLog(logger: Logger, settings: Pick<Settings, 'accessLog' | 'mode'>): RequestObserver {
  const isOn = settings.accessLog ?? settings.mode === 'production'
  const level = isOn ? 'info' : 'debug'
  // No field can hold a secret, and looking for fields by name costs seven times the line. The level of `logger`
  // decides, which can change while the process runs.
  const lines = logger.child({}, { redact: [], level: 'trace' })
  return {
    finished({ requestId, traceId, method, route, operation, status, aborted, durationMs, bytes, caller, error }) {
      if (!logger.isLevelEnabled(level)) return
      const fields = {
        request_id: requestId,
        ...(traceId && { trace_id: traceId }),
        method,
        route,
        operation,
        status,
        duration_ms: Math.round(durationMs * 10) / 10,
        bytes,
        account_id: caller?.account.id ?? null,
        caller: caller?.credential.type ?? null,
        ...(error && { error_code: error.code }),
        ...(aborted && { aborted }),
      }
      lines[level](fields, 'Request')
    },
  }
}
