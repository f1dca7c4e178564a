import { Console } from 'node:console'
import { Writable } from 'node:stream'
import type { ZapierApp } from '../src/zapier/app.ts'
import type { Bundle, Platform, PlatformFunction, PlatformRequest } from '../src/zapier/platform.ts'

class PlatformError extends Error {
  override readonly name = 'Error'
  readonly code: string
  readonly status: number
  constructor(message: string, code: string, status: number) {
    super(message)
    this.code = code
    this.status = status
  }
}

class ExpiredAuthError extends Error {
  override readonly name = 'ExpiredAuthError'
}

class ThrottledError extends Error {
  override readonly name = 'ThrottledError'
  readonly delaySeconds: number
  constructor(message: string, delaySeconds: number) {
    super(message)
    this.delaySeconds = delaySeconds
  }
}

/** Runs the functions of an app as the platform does: each with what it keeps, and nothing else. */
export interface Runner {
  run<Result>(work: PlatformFunction<Result>, bundle?: Partial<Bundle>): Promise<Result>
  /** Each request that the app sent, without the origin. */
  requests: string[]
}

/** A stand-in for the platform, which runs the functions of an app with the entries of one connection. */
export function createRunner(app: ZapierApp, authData: Bundle['authData']): Runner {
  const kept = new Map<string, unknown>()
  const requests: string[] = []
  const platform: Platform = {
    async request(asked) {
      const request = app.beforeRequest.reduce<PlatformRequest>((next, middleware) => middleware(next, platform), asked)
      const { url, method, headers, body, redirect } = request
      requests.push(`${method} ${new URL(url).pathname.replace(/^\/api\/public\/v1/, '')}`)
      const response = await fetch(url, { method, headers, redirect, ...(body !== undefined && { body }) })
      return { status: response.status, content: await response.text(), headers: response.headers }
    },
    console: new Console(new Writable({ write: (_chunk, _encoding, done) => done() })),
    cache: {
      get: async (key) => kept.get(key) ?? null,
      set: async (key, value) => void kept.set(key, JSON.parse(JSON.stringify(value))),
    },
    errors: { Error: PlatformError, ExpiredAuthError, ThrottledError },
  }
  return {
    requests,
    run: (work, bundle) => work(platform, { authData, inputData: {}, ...bundle }),
  }
}
