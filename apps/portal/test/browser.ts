import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { AxeResults } from 'axe-core'
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core'

const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** The system's Chromium. */
export function openBrowser(): Promise<Browser> {
  const executablePath = execFileSync('sh', ['-c', 'command -v chromium'], { encoding: 'utf8' }).trim()
  return chromium.launch({ executablePath, args: ['--no-sandbox'] })
}

export const desktop: BrowserContextOptions = { viewport: { width: 1280, height: 900 }, colorScheme: 'light' }
export const phone: BrowserContextOptions = { viewport: { width: 390, height: 844 }, colorScheme: 'dark' }

/** Signs in with the form of the page. */
export async function signIn(page: Page, origin: string, person: { email: string; password: string }): Promise<void> {
  await page.goto(`${origin}/portal`)
  await page.getByLabel('Email').fill(person.email)
  await page.getByLabel('Password').fill(person.password)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.locator('#content').waitFor()
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
