import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import type { Server } from 'node:http'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'

/** A real Node-RED without its editor, with our nodes installed. */
export interface RunningNodeRed {
  /** Deploys other flows. Nodes that are no longer in them are removed. */
  deploy(flows: readonly object[]): Promise<void>
  close(): Promise<void>
}

interface NodeRedModule {
  init(server: Server, settings: object): void
  start(): Promise<void>
  stop(): Promise<void>
  httpNode: (request: object, response: object) => void
  httpAdmin: (request: object, response: object) => void
  runtime: { flows: { setFlows(options: object): Promise<unknown> } }
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
  const red: NodeRedModule = createRequire(import.meta.url)('node-red')
  red.init(server, {
    userDir,
    flowFile: 'flows.json',
    credentialSecret: false,
    contextStorage: { default: { module: 'localfilesystem' } },
    httpAdminRoot: editor ? '/' : false,
    httpNodeRoot: editor ? '/node' : '/',
    disableEditor: !editor,
    logging: { console: { level: 'off' } },
    telemetry: { enabled: false },
    editorTheme: { tours: false },
    externalModules: { autoInstall: false, palette: { allowInstall: false }, modules: { allowInstall: false } },
  })
  server.on('request', (request, response) => (editor ? red.httpAdmin : red.httpNode)(request, response))
  await red.start()
  return {
    async deploy(next) {
      await red.runtime.flows.setFlows({ flows: { flows: next }, deploymentType: 'full' })
    },
    async close() {
      await red.stop()
      await rm(userDir, { recursive: true, force: true })
    },
  }
}
