import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { PortalPage } from '@svc/api/testing/portal'
import type { AxeResults } from 'axe-core'
import { type Browser, type BrowserContext, type BrowserContextOptions, chromium, type Page } from 'playwright-core'

const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** The system's Chromium. */
export function openBrowser(): Promise<Browser> {
  const executablePath = execFileSync('sh', ['-c', 'command -v chromium'], { encoding: 'utf8' }).trim()
  return chromium.launch({ executablePath, args: ['--no-sandbox'] })
}

export const desktop: BrowserContextOptions = { viewport: { width: 1280, height: 900 }, colorScheme: 'light' }
export const phone: BrowserContextOptions = { viewport: { width: 390, height: 844 }, colorScheme: 'dark' }

/** Signs in with the form of the page. */
async function signIn(page: Page, url: string, person: { email: string; password: string }): Promise<void> {
  await page.goto(url)
  await page.getByLabel('Email').fill(person.email)
  await page.getByLabel('Password').fill(person.password)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.locator('#content').waitFor()
}

interface Visit {
  context: BrowserContext
  page: Page
  /** Errors of scripts, refused resources and violations of the policy. */
  complaints: string[]
}

/**
 * A page whose member has signed in by the form, and what the browser complains about.
 *
 * @param path where the form is shown and the person signs in
 */
export async function visit(
  browser: Browser,
  origin: string,
  { user, password }: PortalPage,
  device: BrowserContextOptions,
  path = '/portal',
): Promise<Visit> {
  const context = await browser.newContext(device)
  // Shorter than the limit of a test, so that a failure names what was waited for.
  context.setDefaultTimeout(20_000)
  const page = await context.newPage()
  const complaints: string[] = []
  page.on('pageerror', (error) => complaints.push(String(error)))
  page.on('console', (message) => {
    // The browser itself reports every response of 4xx; tests provoke those.
    if (message.type() === 'error' && !message.text().startsWith('Failed to load resource'))
      complaints.push(message.text())
  })
  await signIn(page, `${origin}${path}`, { email: user.email, password })
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

/** What axe finds wrong with a page by WCAG 2.2, A and AA: the rule, and where. */
export async function accessibilityProblems(page: Page): Promise<string[]> {
  // The policy of the page allows no inline script: the protocol evaluates it outside of the page's own scripts.
  await page.evaluate(axeSource)
  const { violations } = await page.evaluate<AxeResults>(
    `axe.run({ runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'] })`,
  )
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id}: ${target} ${failureSummary}`),
  )
}
