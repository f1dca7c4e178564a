// The parts of the repository that one role needs: its workspaces and theirs, without tests, and the packages that they
// import when they run. `npm install -w` cannot select that, because to npm every workspace is a production dependency.

import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, cpSync, mkdirSync, openSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The roles that run on a machine of their own, and the workspace that each starts from. */
export const roles = { api: 'apps/api', worker: 'apps/worker', mock: 'apps/mock', svc: 'apps/cli' } as const

export type Role = keyof typeof roles

export const roleNames = Object.keys(roles).filter((name): name is Role => name in roles)

interface Manifest {
  name: string
  dependencies?: Record<string, string>
  devDependencies?: Record<string, string>
  scripts?: Record<string, string>
  workspaces?: string[]
}

const root = fileURLToPath(new URL('..', import.meta.url))
const readManifest = (folder: string): Manifest => JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8'))

/** The workspaces of a role, each as its folder below the root: those that it imports, directly or not. */
export function workspacesOf(role: Role): string[] {
  const found = new Set<string>()
  const add = (folder: string) => {
    if (found.has(folder)) return
    found.add(folder)
    for (const name of Object.keys(readManifest(folder).dependencies ?? {})) {
      if (/^@(svc|generated)\//.test(name)) add(folderOf(name))
    }
  }
  add(roles[role])
  return [...found].sort()
}

/**
 * Writes the sources of a role into an empty folder, installs its packages there, and lists them in `billOfMaterials`.
 *
 * @param ownPostgres with the programs of PostgreSQL, for a role that runs without a DATABASE_URL
 * @returns whether npm and the build succeeded; their messages are in this terminal
 */
export async function installRole(
  role: Role,
  folder: string,
  { ownPostgres }: { ownPostgres: boolean },
): Promise<boolean> {
  if (
    role === 'api' &&
    !(await run('turbo', ['run', 'build', '--filter=@svc/portal', '--output-logs=errors-only'], root))
  )
    return false
  writeRole(role, folder)
  const omitted = ownPostgres ? ['--omit=dev'] : ['--omit=dev', '--omit=optional']
  const installed = await run('npm', ['install', ...omitted, '--no-audit', '--no-fund', '--loglevel=error'], folder)
  return installed && writeBill(folder, omitted)
}

/** The file in the folder of a role that lists its packages with their licenses, in the format of CycloneDX. */
const billOfMaterials = 'sbom.cdx.json'

async function writeBill(folder: string, omitted: readonly string[]): Promise<boolean> {
  const file = openSync(join(folder, billOfMaterials), 'w')
  try {
    return await run('npm', ['sbom', '--sbom-format=cyclonedx', ...omitted], folder, file)
  } finally {
    closeSync(file)
  }
}

/** Whether the command succeeded. Its errors are in this terminal, its output in a file if one is given. */
async function run(
  command: string,
  words: string[],
  cwd: string,
  output: number | 'ignore' = 'ignore',
): Promise<boolean> {
  const child = spawn(command, words, {
    cwd,
    stdio: ['ignore', output, 'inherit'],
    shell: process.platform === 'win32',
  })
  const [code] = await once(child, 'exit')
  return code === 0
}

const builtPortal = 'apps/portal/dist'

function writeRole(role: Role, folder: string): void {
  const workspaces = workspacesOf(role)
  for (const workspace of workspaces) {
    const { devDependencies: _tools, scripts: _programs, ...manifest } = readManifest(workspace)
    cpSync(join(root, workspace), join(folder, workspace), { recursive: true, filter: isNeeded })
    writeJson(join(folder, workspace, 'package.json'), manifest)
  }
  // Files that the servers send are not a workspace: the documents, and the pages of the portal.
  cpSync(join(root, 'generated'), join(folder, 'generated'), { recursive: true, filter: isNeeded })
  if (role === 'api') cpSync(join(root, builtPortal), join(folder, builtPortal), { recursive: true })
  const { devDependencies: _tools, scripts: _programs, ...manifest } = readManifest('.')
  writeJson(join(folder, 'package.json'), { ...manifest, workspaces })
  for (const file of ['package-lock.json', '.npmrc']) cpSync(join(root, file), join(folder, file))
}

const isNeeded = (path: string) => !/[/\\](?:node_modules|test|scripts|dist)$/.test(path)

function folderOf(name: string): string {
  const [scope, workspace = ''] = name.split('/')
  if (scope === '@generated') return `generated/${workspace}`
  const app = Object.values(roles).find((folder) => readManifest(folder).name === name)
  return app ?? `packages/${workspace}`
}

function writeJson(file: string, value: unknown): void {
  mkdirSync(join(file, '..'), { recursive: true })
  writeFileSync(file, `${JSON.stringify(value, undefined, 2)}\n`)
}
