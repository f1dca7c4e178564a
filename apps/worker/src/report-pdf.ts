import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import type { Logger } from '@svc/runtime/logger'

const run = promisify(execFile)

export interface PdfPrinter {
  /** A page on paper; undefined where the browser is not there or failed, and then the log says why. Never rejects. */
  print(page: string, signal: AbortSignal): Promise<Uint8Array | undefined>
}

/** A start and a page take about a second; a machine under load needs more. */
const timeoutMs = 30_000

/**
 * The page quotes strangers. It is escaped and forbids itself everything but its own styles; and if that failed, the browser
 * would still find no host and know none of our settings.
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
 * Prints with the headless Chromium of this machine, and says in the log whether there is one.
 *
 * @param browser its path, or its name where it is in /usr/bin
 */
export function createPdfPrinter(browser: string, logger: Logger): PdfPrinter {
  const found = run(browser, ['--version'], { env: { HOME: tmpdir() }, timeout: timeoutMs }).then(
    ({ stdout }) => {
      logger.info({ browser: stdout.trim() }, 'Reports are HTML and PDF')
      return true
    },
    () => {
      logger.info(
        `Reports are HTML alone: there is no "${browser}" here to print PDFs. Set SVC_PDF_BROWSER to the path of one`,
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
        if (!signal.aborted) logger.warn({ err: error }, 'A report is HTML alone: printing the PDF failed')
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
    // The browser's helpers may still be writing to its profile for a moment.
    await rm(folder, { recursive: true, force: true, maxRetries: 5 })
  }
}

/** Chromium refuses to sandbox itself as root. */
function sandboxFlags(): string[] {
  return process.getuid?.() === 0 ? ['--no-sandbox'] : []
}
