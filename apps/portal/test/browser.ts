import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { PortalPage } from '@svc/api/testing/portal'
import type { AxeResults } from 'axe-core'
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core'

const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** The system's Chromium; without its window, where that is installed as well, it takes a third less time. */
export function openBrowser(): Promise<Browser> {
  const find = 'command -v chromium-headless-shell || command -v chromium'
  const executablePath = execFileSync('sh', ['-c', find], { encoding: 'utf8' }).trim()
  return chromium.launch({ executablePath, args: ['--no-sandbox'] })
}

export const desktop = { width: 1280, height: 900 }
export const phone = { width: 390, height: 844 }

const wcag = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']

/**
 * The color schemes and widths of a page: each has to be readable. Colors change nothing but the contrast of what a
 * window shows.
 */
const appearances = [
  { name: 'light, desktop', viewport: desktop, colorScheme: 'light', rules: wcag },
  { name: 'dark, desktop', viewport: desktop, colorScheme: 'dark', rules: ['color-contrast'] },
  { name: 'light, phone', viewport: phone, colorScheme: 'light', rules: ['color-contrast'] },
  { name: 'dark, phone', viewport: phone, colorScheme: 'dark', rules: wcag },
] as const

/** A context with the window of a desktop. */
export async function openContext(browser: Browser): Promise<BrowserContext> {
  const context = await browser.newContext({ viewport: desktop, colorScheme: 'light', reducedMotion: 'reduce' })
  // Shorter than the limit of a test, so that a failure names what was waited for.
  context.setDefaultTimeout(20_000)
  return context
}

interface Visit {
  context: BrowserContext
  page: Page
  /** Errors of scripts, refused resources and violations of the policy. */
  complaints: string[]
}

/** The page at `path` in the browser of a person who is signed in, and what the browser complains about. */
export async function visit(
  browser: Browser,
  origin: string,
  { cookie }: Pick<PortalPage, 'cookie'>,
  path = '/portal',
): Promise<Visit> {
  const context = await openContext(browser)
  const [name = '', value = ''] = cookie.split('=')
  await context.addCookies([{ name, value, url: origin, httpOnly: true, sameSite: 'Lax' }])
  const page = await context.newPage()
  const complaints: string[] = []
  page.on('pageerror', (error) => complaints.push(String(error)))
  page.on('console', (message) => {
    // The browser itself reports every response of 4xx; tests provoke those.
    if (message.type() === 'error' && !message.text().startsWith('Failed to load resource'))
      complaints.push(message.text())
  })
  await page.goto(`${origin}${path}`)
  await page.locator('#content').waitFor()
  return { context, page, complaints }
}

/** Drops a file from outside of the browser on an element: events made by a script carry no file. */
export async function dropFile(page: Page, selector: string, file: string): Promise<void> {
  const box = await page.locator(selector).boundingBox()
  if (!box) throw new Error(`${selector} is not visible.`)
  const session = await page.context().newCDPSession(page)
  const place = { x: box.x + box.width / 2, y: box.y + 10 }
  const data = { items: [], files: [file], dragOperationsMask: 1 }
  for (const type of ['dragEnter', 'dragOver', 'drop'] as const)
    await session.send('Input.dispatchDragEvent', { ...place, type, data })
}

/**
 * Returns the problems of a page on a desktop and on a phone, in light and in dark: what axe finds by WCAG 2.2 (A and
 * AA), and scrolling sideways.
 */
export async function problemsOf(page: Page): Promise<string[]> {
  const problems: string[] = []
  for (const { name, viewport, colorScheme, rules } of appearances) {
    await page.setViewportSize(viewport)
    await page.emulateMedia({ colorScheme })
    for (const problem of await accessibilityProblems(page, rules)) problems.push(`${name}: ${problem}`)
    const overflow = await overflowOf(page)
    if (overflow > 0) problems.push(`${name}: scrolls sideways by ${overflow} px`)
  }
  await page.setViewportSize(desktop)
  await page.emulateMedia({ colorScheme: 'light' })
  return problems.map((problem) => `${new URL(page.url()).pathname}, ${problem}`)
}

/** Returns the problems of the pages at these URLs after each has loaded. */
export async function problemsOfPages(page: Page, urls: readonly string[]): Promise<string[]> {
  const problems: string[] = []
  for (const url of urls) {
    await openPage(page, url)
    problems.push(...(await problemsOf(page)))
  }
  return problems
}

/** Goes to a URL, and waits until everything on its page has loaded. */
export async function openPage(page: Page, url: string): Promise<void> {
  await page.goto(url)
  await page.getByRole('heading', { level: 1 }).first().waitFor()
  await page.locator('body:not(:has(.loading))').waitFor()
}

/** On which screens the page scrolls sideways, and how far. */
export async function scrollsSideways(page: Page): Promise<string[]> {
  const problems: string[] = []
  for (const viewport of [phone, desktop]) {
    await page.setViewportSize(viewport)
    const overflow = await overflowOf(page)
    if (overflow > 0) problems.push(`${new URL(page.url()).pathname}: ${overflow} px at ${viewport.width} px`)
  }
  return problems
}

const overflowOf = (page: Page) => page.evaluate<number>('document.documentElement.scrollWidth - window.innerWidth')

async function accessibilityProblems(page: Page, rules: readonly string[]): Promise<string[]> {
  // The policy of the page allows no inline script: the protocol evaluates it outside of the page's own scripts.
  if (!(await page.evaluate<boolean>("'axe' in window"))) await page.evaluate(axeSource)
  const { violations } = await page.evaluate<AxeResults>(
    `axe.run({ runOnly: ${JSON.stringify(rules)}, resultTypes: ['violations'] })`,
  )
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id}: ${target} ${failureSummary}`),
  )
}
