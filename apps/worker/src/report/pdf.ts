import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import type { Logger } from '@svc/runtime/logger'

const run = promisify(execFile)

export interface PdfPrinter {
  /**
   * Prints an HTML page as PDF. Returns undefined if no browser is installed or printing failed, and logs the reason.
   * Never rejects.
   */
  print(page: string, signal: AbortSignal): Promise<Uint8Array | undefined>
}

/** The timeout of a print. Starting and printing take about a second, but longer on a machine under load. */
const timeoutMs = 30_000

/**
 * The page contains text of reviewers. It is escaped, and its content security policy allows only its own styles. If
 * both failed, the browser could still not resolve any host, and its environment has none of our settings.
 */
const flags = [
  '--headless',
  '--disable-gpu',
  '--disable-extensions',
  '--disable-background-networking',
  '--disable-component-update',
  '--no-first-run',
  '--host-resolver-rules=MAP * ~NOTFOUND',
  '--no-pdf-header-footer',
]

/**
 * Prints with the headless Chromium of this machine, and logs whether it is installed.
 *
 * @param browser its path, or its name if it is in /usr/bin
 */
export function createPdfPrinter(browser: string, logger: Logger): PdfPrinter {
  const found = run(browser, ['--version'], { env: { HOME: tmpdir() }, timeout: timeoutMs }).then(
    ({ stdout }) => {
      logger.info({ browser: stdout.trim() }, 'Reports generated as HTML and PDF')
      return true
    },
    () => {
      logger.info(
        `Reports generated as HTML only: browser "${browser}" not found. Set SVC_PDF_BROWSER to the path of a Chromium`,
      )
      return false
    },
  )
  return {
    async print(page, signal) {
      if (!(await found)) return undefined
      try {
        return await print(browser, page, signal)
      } catch (error) {
        if (!signal.aborted) logger.warn({ err: error }, 'Report could not be printed as PDF; only HTML is available')
        return undefined
      }
    },
  }
}

async function print(browser: string, page: string, signal: AbortSignal): Promise<Uint8Array> {
  const folder = await mkdtemp(join(tmpdir(), 'report-pdf-'))
  try {
    const source = join(folder, 'report.html')
    const target = join(folder, 'report.pdf')
    await writeFile(source, page)
    const args = [...flags, ...sandboxFlags(), `--user-data-dir=${join(folder, 'profile')}`, `--print-to-pdf=${target}`]
    const limits = { timeout: timeoutMs, killSignal: 'SIGKILL', signal } as const
    await run(browser, [...args, pathToFileURL(source).href], { env: { HOME: folder }, ...limits })
    return await readFile(target)
  } finally {
    // Helper processes of the browser may still be writing to its profile.
    await rm(folder, { recursive: true, force: true, maxRetries: 5 })
  }
}

/** Chromium refuses to sandbox itself as root. */
function sandboxFlags(): string[] {
  return process.getuid?.() === 0 ? ['--no-sandbox'] : []
}
