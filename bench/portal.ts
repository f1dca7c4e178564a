import { openPortal } from '@svc/api/testing/portal'
import { knexOf } from '@svc/db/testing'
import { openBrowser, visit } from '@svc/portal/testing/browser'
import { multiplyDeliveries } from '@svc/portal/testing/deliveries'
import { type BenchDatabase, openBenchDatabase } from './database.ts'
import { ourProgram, startServerProcess } from './server-process.ts'
import { goals, number, table } from './statistics.ts'

interface PortalBenchOptions {
  /** Deliveries of the endpoint. */
  deliveries: number
  /** Rows that are loaded by scrolling. */
  rows: number
}

type Page = Awaited<ReturnType<typeof visit>>['page']

/** Whether the page of an endpoint with very many deliveries stays responsive in Chromium. */
export async function benchPortal(options: PortalBenchOptions, print: (text: string) => void): Promise<void> {
  const database = await openBenchDatabase()
  // A browser keeps the session of a page without TLS only in development.
  const server = await startServerProcess(ourProgram, {
    ...database.environment,
    SVC_MODE: 'development',
    SVC_PUBLIC_URL: '',
  })
  const browser = await openBrowser()
  try {
    const origin = `http://127.0.0.1:${server.port}`
    const member = await openPortal({ database, keyring: database.keyring, origin }, database)
    const id = await insertDeliveries(database, member.callPublic, options.deliveries)
    const { page } = await visit(browser, origin, member)
    await page.addInitScript(`
      window.longTasks = []
      new PerformanceObserver((list) => longTasks.push(...list.getEntries().map(({ duration }) => duration)))
        .observe({ type: 'longtask', buffered: true })`)
    await page.goto(`${origin}/portal/webhooks/${id}`)
    const phases = await measure(page, options.rows)
    print(report(options, phases))
  } finally {
    await browser.close()
    await server.stop()
    await database.close()
  }
}

async function insertDeliveries(
  { db }: BenchDatabase,
  call: Awaited<ReturnType<typeof openPortal>>['callPublic'],
  count: number,
): Promise<string> {
  const created = await call('POST', '/webhooks', { body: { url: 'https://hooks.rosso-trattoria.nl/svc' } })
  const { id } = created.data
  await call('POST', `/webhooks/${id}/test`)
  await multiplyDeliveries(knexOf(db), id, count)
  await knexOf(db).raw('vacuum analyze webhook_deliveries')
  return id
}

interface Phase {
  name: string
  seconds: number
  /** Durations of the tasks above 50 ms, in milliseconds. */
  longTasks: number[]
}

async function measure(page: Page, rows: number): Promise<Phase[]> {
  const phases: Phase[] = []
  const phase = async (name: string, work: () => Promise<unknown>) => {
    const startedMs = performance.now()
    await work()
    const longTasks = await page.evaluate<number[]>('longTasks.splice(0)')
    phases.push({ name, seconds: (performance.now() - startedMs) / 1000, longTasks })
  }
  const deliveries = page.getByRole('table').last()
  const loaded = async () => Number(await deliveries.getAttribute('aria-rowcount')) - 1
  const scroll = (script: string) => page.evaluate(`window.scrollTo(0, ${script})`)
  await phase('open the page', () => deliveries.getByRole('row').nth(1).waitFor())
  await phase(`scroll until ${number(rows)} rows are loaded`, async () => {
    while ((await loaded()) < rows) await scroll('document.body.scrollHeight')
  })
  await phase('scroll through everything in 100 steps', async () => {
    for (let step = 100; step >= 0; step--) await scroll(`document.body.scrollHeight * ${step / 100}`)
  })
  const choose = (name: string) => page.getByRole('combobox', { name: 'Status' }).selectOption(name)
  await phase('filter by a status that no delivery has', async () => {
    await choose('Pending')
    await page.getByText('No delivery matches the filters').waitFor()
  })
  await phase('remove the filter', async () => {
    await choose('All')
    await deliveries.getByRole('row').nth(1).waitFor()
  })
  return phases
}

function report({ deliveries }: PortalBenchOptions, phases: readonly Phase[]): string {
  const longest = ({ longTasks }: Phase) => Math.max(0, ...longTasks)
  const rows = phases.map((phase) => [
    phase.name,
    number(phase.seconds, 1),
    number(phase.longTasks.length),
    number(longest(phase)),
  ])
  return (
    `\nAn endpoint with ${number(deliveries)} deliveries in headless Chromium\n\n` +
    `${table(['', 'seconds', 'long tasks', 'longest ms'], rows)}\n` +
    goals([{ name: 'the longest task in ms', value: Math.max(...phases.map(longest)), below: 200 }])
  )
}
