// `npm run sizes`: installs every role into a temporary folder, imports its program there, and prints what was
// installed.

import { execFileSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { installRole, type Role, roleNames, roles } from './role.ts'

/** The module that each program imports first, without starting anything. */
const entries: Record<Role, string> = { api: 'start-api.ts', worker: 'worker.ts', mock: 'index.ts', svc: 'program.ts' }

/** Packages of tools, which have no place where a role runs. */
const forbidden = ['node-forge', 'typescript', 'vitest', 'newman']

interface LockFile {
  packages: Record<string, { link?: boolean }>
}

const print = (line: string) => void process.stdout.write(`${line}\n`)

print('role      packages      MB   MB with Node')
for (const role of roleNames) {
  const folder = mkdtempSync(join(tmpdir(), `svc-${role}-`))
  try {
    if (!(await installRole(role, folder, { ownPostgres: false })))
      throw new Error(`The role ${role} does not install.`)
    const installed = installedIn(folder)
    const tools = installed.filter((path) => forbidden.some((name) => path.endsWith(`node_modules/${name}`)))
    if (tools.length > 0) throw new Error(`The role ${role} has tools: ${tools.join(', ')}.`)
    const program = pathToFileURL(join(folder, roles[role], 'src', entries[role])).href
    execFileSync(process.execPath, ['--input-type=module', '-e', `await import('${program}'); process.exit()`])
    const node = megabytesOf(join(folder, 'node_modules/node'))
    const all = megabytesOf(folder)
    print(`${role.padEnd(8)} ${rounded(installed.length)} ${rounded(all - node)} ${rounded(all).padStart(14)}`)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** The packages of registries, as npm recorded what it installed. */
function installedIn(folder: string): string[] {
  const { packages }: LockFile = JSON.parse(readFileSync(join(folder, 'node_modules/.package-lock.json'), 'utf8'))
  return Object.entries(packages).flatMap(([path, { link }]) => (path.includes('node_modules/') && !link ? [path] : []))
}

function megabytesOf(path: string): number {
  return bytesOf(path) / 1e6
}

function bytesOf(path: string): number {
  return readdirSync(path, { withFileTypes: true }).reduce((sum, entry) => {
    const each = join(path, entry.name)
    if (entry.isDirectory()) return sum + bytesOf(each)
    return entry.isFile() ? sum + statSync(each).size : sum
  }, 0)
}

function rounded(value: number): string {
  return value.toFixed(0).padStart(8)
}
