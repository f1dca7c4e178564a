import type { RequestLimits } from '@svc/http/shell/exchange'
import type { Limiter } from '@svc/limits/limiter'

/** The limiter as the HTTP shell uses it. */
export function requestLimits(limiter: Limiter): RequestLimits {
  return {
    async checkIp(ip) {
      const decision = await limiter.checkIp(ip)
      return {
        ...decision,
        checkCaller: ({ account, credential }) => limiter.checkCaller(decision, account.id, credential.id),
      }
    },
  }
}
