import { SPEC_VERSION, VERSION } from './version.ts'

/** What the runtimes put into their global scope, as far as we look at it. */
interface Globals {
  process?: { env?: Record<string, string | undefined>; versions?: { node?: string }; platform?: string; arch?: string }
  Deno?: { version?: { deno?: string } }
  Bun?: { version?: string }
  navigator?: { userAgent?: string }
  window?: { document?: unknown }
}

const globals = globalThis as Globals

/** A variable of the process; undefined where there is none, as in a browser, or where it may not be read. */
export function readVariable(name: string): string | undefined {
  try {
    return globals.process?.env?.[name] || undefined
  } catch {
    // Deno refuses without --allow-env; then it is as good as not set.
    return undefined
  }
}

/** A page that anybody can look into. */
export function isBrowser(): boolean {
  return globals.window?.document !== undefined
}

/** Says which client called: SDK, contract and runtime, for the service's own statistics and for support. */
export function userAgent(): string {
  const { process, Deno, Bun, navigator } = globals
  const runtime = Deno?.version?.deno
    ? `deno/${Deno.version.deno}`
    : Bun?.version
      ? `bun/${Bun.version}`
      : process?.versions?.node
        ? `node/${process.versions.node}`
        : (navigator?.userAgent?.split(' ')[0] ?? 'unknown')
  const machine = process?.platform ? `; ${process.platform} ${process.arch}` : ''
  return `svc-sdk/${VERSION} (spec ${SPEC_VERSION}; ${runtime}${machine})`
}
