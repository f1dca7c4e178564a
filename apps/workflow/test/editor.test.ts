// @module-tag chromium

import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import { resolve } from 'node:path'
import { actions, triggers } from '@generated/workflow/definition'
import { type Mock, startMock } from '@svc/mock'
import { openBrowser } from '@svc/portal/testing/browser'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type RunningNodeRed, startNodeRed } from './node-red.ts'

// The dialogs of the nodes, in the editor of a real Node-RED with the example flow.

const example = resolve(import.meta.dirname, '../node-red/examples/Draft replies to recommendations.json')
/** Takes 6 s on two quiet cores; this is for a machine that runs much else. */
const timeoutMs = 180_000

let mock: Mock
let server: Server
let nodeRed: RunningNodeRed
let browser: Awaited<ReturnType<typeof openBrowser>>
let page: Awaited<ReturnType<(typeof browser)['newPage']>>

beforeAll(async () => {
  mock = await startMock({ port: 0, seed: 7 })
  const nodes: { id: string }[] = JSON.parse(await readFile(example, 'utf8'))
  const flows = nodes.map((node) => (node.id === 'connection' ? { ...node, baseUrl: mock.base_url } : node))
  server = createServer()
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const credentials = { connection: { apiKey: mock.env.SVC_API_KEY } }
  nodeRed = await startNodeRed(server, { flows, credentials, editor: true })
  browser = await openBrowser()
  page = await browser.newPage({ viewport: { width: 1280, height: 800 } })
  page.setDefaultTimeout(timeoutMs / 3)
  await page.goto(originOf(server))
  await page.locator('#trigger').waitFor()
}, timeoutMs)

afterAll(async () => {
  await browser?.close()
  await nodeRed?.close()
  server?.close()
  server?.closeAllConnections()
  await mock?.close()
}, timeoutMs)

function originOf(listening: Server): string {
  const address = listening.address()
  if (address === null || typeof address === 'string') throw new Error('The server has no port.')
  return `http://127.0.0.1:${address.port}/`
}

/** Opens the dialog of a node by its id. */
async function edit(id: string): Promise<void> {
  await page.locator(`#${id}`).dblclick()
  await page.locator('#svc-fields .form-row').first().waitFor()
}

async function done(): Promise<void> {
  await page.locator('#node-dialog-ok').click()
  await page.locator('#node-dialog-ok').waitFor({ state: 'detached' })
}

/** The labels of the fields of the step that is chosen, and their help texts. */
async function shownFields() {
  return {
    labels: await page.locator('#svc-fields label').allTextContents(),
    help: await page.locator('#svc-fields .svc-help').allTextContents(),
  }
}

const expectedFields = ({ fields }: (typeof triggers | typeof actions)[number]) => ({
  labels: fields.map(({ label, required }) => (required ? `${label} *` : label)),
  help: fields.map(({ help }) => help.replaceAll('`', '')),
})

test(
  'each trigger shows its fields; the dropdown lists the business, and the chosen one is kept',
  async () => {
    await edit('trigger')
    for (const trigger of triggers) {
      await page.selectOption('#node-input-key', trigger.key)
      expect(await shownFields()).toEqual(expectedFields(trigger))
      expect(await page.locator('#svc-description').textContent()).toBe(trigger.description)
    }
    const dropdown = page.locator('[data-field="data.business_id"]')
    await dropdown.selectOption({ label: 'Rosso Trattoria' })
    const business = await dropdown.inputValue()
    await done()
    await edit('trigger')
    expect(await page.inputValue('#node-input-key')).toBe('webhook_event')
    expect(await dropdown.inputValue()).toBe(business)
    await done()
  },
  timeoutMs,
)

test(
  'each action shows its fields, with the values of the flow',
  async () => {
    await edit('draft')
    expect(await page.inputValue('[data-field="tone"]')).toBe('apologetic')
    for (const action of actions) {
      await page.selectOption('#node-input-key', action.key)
      expect(await shownFields()).toEqual(expectedFields(action))
    }
    await page.locator('#node-dialog-cancel').click()
    await page.locator('#node-dialog-cancel').waitFor({ state: 'detached' })
  },
  timeoutMs,
)

test(
  'a connection is tested from its dialog',
  async () => {
    await edit('trigger')
    await page.locator('#node-input-btn-connection-edit').click()
    await page.locator('#svc-test').click()
    await page.getByText('It works: Rosso Trattoria.').waitFor()
  },
  timeoutMs,
)
