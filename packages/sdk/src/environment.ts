import { contractVersion, version } from './version.ts'

/** The global variables of the runtimes that are read here. */
interface Globals {
  process?: { env?: Record<string, string | undefined>; versions?: { node?: string }; platform?: string; arch?: string }
  Deno?: { version?: { deno?: string } }
  Bun?: { version?: string }
  navigator?: { userAgent?: string }
  window?: { document?: unknown }
}

const globals: Globals = globalThis

/** A variable of the process; undefined where there is none, as in a browser, or where it may not be read. */
export function readVariable(name: string): string | undefined {
  try {
    return globals.process?.env?.[name] || undefined
  } catch {
    // Deno refuses without --allow-env; then the variable counts as unset.
    return undefined
  }
}

/** Returns whether this is a web page. */
export function isBrowser(): boolean {
  return globals.window?.document !== undefined
}

/** Names the client: SDK, contract and runtime, for the statistics of the service and for support. */
export function userAgent(): string {
  const { process, Deno, Bun, navigator } = globals
  const runtimes = { deno: Deno?.version?.deno, bun: Bun?.version, node: process?.versions?.node }
  const found = Object.entries(runtimes).find(([, version]) => version)
  const runtime = found?.join('/') ?? navigator?.userAgent?.split(' ')[0] ?? 'unknown'
  const machine = process?.platform ? `; ${process.platform} ${process.arch}` : ''
  return `svc-sdk/${version} (spec ${contractVersion}; ${runtime}${machine})`
}
