import { type EventEmitter, once } from 'node:events'
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import type { Server } from 'node:http'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'

/** A real Node-RED with our nodes installed. */
export interface RunningNodeRed {
  /** Warnings and errors that the nodes logged, oldest first. */
  log: string[]
  /** Deploys other flows. Nodes that are no longer in them are removed. */
  deploy(flows: readonly object[]): Promise<void>
  /** Resolves once a node shows a matching status, with its text. Nodes show their status with each poll. */
  shows(text: RegExp): Promise<string>
  /** Stops and starts again with what is on disk, as after a restart of the process. */
  restart(): Promise<void>
  close(): Promise<void>
}

interface NodeRedModule {
  init(server: Server, settings: object): void
  start(): Promise<void>
  stop(): Promise<void>
  httpNode: (request: object, response: object) => void
  httpAdmin: (request: object, response: object, next: () => void) => void
  runtime: { flows: { setFlows(options: object): Promise<unknown> } }
  events: EventEmitter
}

const nodes = resolve(import.meta.dirname, '../node-red')

/**
 * Starts Node-RED with flows and the credentials of their nodes, on a server that passes on every request. `editor`
 * also serves the pages on which people edit flows.
 */
export async function startNodeRed(
  server: Server,
  { flows, credentials, editor = false }: { flows: readonly object[]; credentials: object; editor?: boolean },
): Promise<RunningNodeRed> {
  const userDir = await mkdtemp(join(tmpdir(), 'node-red-'))
  await mkdir(join(userDir, 'node_modules/@svc'), { recursive: true })
  await symlink(nodes, join(userDir, 'node_modules/@svc/node-red-workflow'))
  await writeFile(join(userDir, 'flows.json'), JSON.stringify(flows))
  await writeFile(join(userDir, 'flows_cred.json'), JSON.stringify(credentials))
  const log: string[] = []
  const red: NodeRedModule = createRequire(import.meta.url)('node-red')
  const start = async () => {
    red.init(server, {
      userDir,
      flowFile: 'flows.json',
      credentialSecret: false,
      contextStorage: { default: { module: 'localfilesystem' } },
      httpAdminRoot: '/',
      httpNodeRoot: '/',
      disableEditor: !editor,
      logging: { test: { level: 'warn', handler: () => logTo(log) } },
      telemetry: { enabled: false },
      editorTheme: { tours: false },
      externalModules: { autoInstall: false, palette: { allowInstall: false }, modules: { allowInstall: false } },
    })
    // It loads flows and credentials after `start` has resolved, and would replace those that are deployed earlier.
    const started = once(red.events, 'flows:started')
    await red.start()
    await started
  }
  // As the program `node-red` does: what the pages for administrators do not serve goes to the nodes.
  server.on('request', (request, response) => red.httpAdmin(request, response, () => red.httpNode(request, response)))
  await start()
  return {
    log,
    async deploy(next) {
      await red.runtime.flows.setFlows({ flows: { flows: next }, deploymentType: 'full' })
    },
    shows(text) {
      return new Promise((resolve) => {
        red.events.on('node-status', function check({ status }: { status?: { text?: string } }) {
          if (!text.test(status?.text ?? '')) return
          red.events.off('node-status', check)
          resolve(status?.text ?? '')
        })
      })
    },
    async restart() {
      await red.stop()
      await start()
    },
    async close() {
      await red.stop()
      await rm(userDir, { recursive: true, force: true })
    },
  }
}

/** Keeps the messages of nodes; the runtime's own have no node. */
function logTo(log: string[]) {
  return ({ id, msg }: { id?: string; msg: unknown }) => {
    if (id !== undefined) log.push(String(msg))
  }
}
