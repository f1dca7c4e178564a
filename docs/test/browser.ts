import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** A tab of a headless Chromium, driven through the protocol of its developer tools. */
export interface Tab {
  /** Opens a page as a screen of this width shows it, by default in light colors; resolves once it is loaded. */
  open(url: string, width: number, scheme?: 'light' | 'dark'): Promise<void>
  /** The value of an expression in the page; a promise is awaited. */
  evaluate<T>(expression: string): Promise<T>
  /** URLs requested since the tab was opened, without what pages bring along. */
  requested(): string[]
  close(): Promise<void>
}

interface Message {
  id?: number
  method?: string
  params?: { request?: { url: string } }
  result?: { result?: { value?: unknown }; exceptionDetails?: { text: string; exception?: { description?: string } } }
  error?: { message: string }
}

/** Starts a Chromium of its own, with a profile that is thrown away. */
export async function openTab(): Promise<Tab> {
  const profile = mkdtempSync(join(tmpdir(), 'docs-browser-'))
  const flags = [
    '--headless=new',
    '--no-sandbox',
    '--disable-gpu',
    '--remote-debugging-port=0',
    `--user-data-dir=${profile}`,
  ]
  const child = spawn('chromium', [...flags, 'about:blank'], { stdio: ['ignore', 'ignore', 'pipe'] })
  const ended = new Promise<void>((resolve) => child.on('close', () => resolve()))
  const port = await new Promise<string>((resolve, reject) => {
    let said = ''
    child.on('error', reject)
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      said += text
      const found = /DevTools listening on ws:\/\/[^:]+:(\d+)/.exec(said)?.[1]
      if (found) resolve(found)
    })
    void ended.then(() => reject(new Error(`Chromium ended before it could be used: ${said}`)))
  })
  const targets = (await (await fetch(`http://127.0.0.1:${port}/json`)).json()) as {
    type: string
    webSocketDebuggerUrl: string
  }[]
  const socket = new WebSocket(targets.find(({ type }) => type === 'page')?.webSocketDebuggerUrl ?? '')
  await new Promise((resolve, reject) => {
    socket.addEventListener('open', resolve)
    socket.addEventListener('error', reject)
  })

  let last = 0
  let loaded = () => {}
  const requests: string[] = []
  const waiting = new Map<number, (message: Message) => void>()
  socket.addEventListener('message', ({ data }) => {
    const message: Message = JSON.parse(String(data))
    if (message.id !== undefined) waiting.get(message.id)?.(message)
    if (message.method === 'Network.requestWillBeSent') requests.push(message.params?.request?.url ?? '')
    if (message.method === 'Page.loadEventFired') loaded()
  })
  const call = (method: string, params: object = {}) =>
    new Promise<Message>((resolve, reject) => {
      const id = ++last
      waiting.set(id, (message) => (message.error ? reject(new Error(message.error.message)) : resolve(message)))
      socket.send(JSON.stringify({ id, method, params }))
    })
  const navigate = async (url: string) => {
    const load = new Promise<void>((resolve) => {
      loaded = resolve
    })
    await call('Page.navigate', { url })
    await load
  }
  await call('Page.enable')
  await call('Network.enable')
  // A tab without a window has no focus, and sends no events about it.
  await call('Emulation.setFocusEmulationEnabled', { enabled: true })

  return {
    async open(url, width, scheme = 'light') {
      const isPhone = width < 600
      await call('Emulation.setDeviceMetricsOverride', { width, height: 844, deviceScaleFactor: 1, mobile: isPhone })
      await call('Emulation.setEmulatedMedia', { features: [{ name: 'prefers-color-scheme', value: scheme }] })
      // Another place of the same page would not be loaded again.
      await navigate('about:blank')
      await navigate(url)
    },
    async evaluate<T>(expression: string): Promise<T> {
      const { result } = await call('Runtime.evaluate', { expression, awaitPromise: true, returnByValue: true })
      const failure = result?.exceptionDetails
      if (failure) throw new Error(failure.exception?.description ?? failure.text)
      return result?.result?.value as T
    },
    requested: () => requests.filter((url) => /^(https?|wss?|ftp):/.test(url)),
    async close() {
      socket.close()
      child.kill()
      await ended
      rmSync(profile, { recursive: true, force: true, maxRetries: 5 })
    },
  }
}
