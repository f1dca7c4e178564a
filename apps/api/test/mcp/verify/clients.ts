import { execFile } from 'node:child_process'
import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { tools } from '@generated/mcp/tools'
import { mcpPaths } from '../../../src/mcp/paths.ts'
import type { ToolArguments } from '../mcp-fixtures.ts'

const run = promisify(execFile)
const sources = join(import.meta.dirname, 'clients')
const timeout = 300_000

/** The credential of a client, and its folder. */
interface Place {
  folder: string
  url: string
  key: string
  args: ToolArguments
}

/** A client that others publish: installed into a temporary folder, and run unmodified. */
interface ForeignClient {
  name: string
  /** Returns how many tools it listed and called. */
  run(place: Place): Promise<number>
}

const npm = (folder: string, ...packages: string[]) =>
  run('npm', ['install', '--no-audit', '--no-fund', '--ignore-scripts', ...packages], { cwd: folder, timeout })

const argumentsOf = (url: string, key: string, args: ToolArguments) => [url, key, JSON.stringify(args)]

const clients: readonly ForeignClient[] = [
  {
    name: 'TypeScript SDK 1.32.2',
    async run({ folder, url, key, args }) {
      await writeFile(join(folder, 'package.json'), '{"private":true}')
      await npm(folder, '@modelcontextprotocol/sdk@1.32.2')
      await cp(join(sources, 'sdk-v1.mjs'), join(folder, 'client.mjs'))
      return Number(
        (await run(process.execPath, ['client.mjs', ...argumentsOf(url, key, args)], { cwd: folder, timeout })).stdout,
      )
    },
  },
  {
    name: 'Python SDK 2.3.0',
    async run({ folder, url, key, args }) {
      const python = join(folder, 'venv/bin/python')
      await run('python3', ['-m', 'venv', 'venv'], { cwd: folder, timeout })
      await run(python, ['-m', 'pip', 'install', '--quiet', 'mcp==2.3.0'], { cwd: folder, timeout })
      return Number(
        (await run(python, [join(sources, 'client.py'), ...argumentsOf(url, key, args)], { cwd: folder, timeout }))
          .stdout,
      )
    },
  },
  {
    name: 'Go SDK 1.8.0',
    async run({ folder, url, key, args }) {
      await cp(join(sources, 'client.go'), join(folder, 'client.go'))
      await run('go', ['mod', 'init', 'client'], { cwd: folder, timeout })
      await run('go', ['get', 'github.com/modelcontextprotocol/go-sdk/mcp@v1.8.0'], { cwd: folder, timeout })
      return Number((await run('go', ['run', '.', ...argumentsOf(url, key, args)], { cwd: folder, timeout })).stdout)
    },
  },
]

/**
 * Lists and calls every tool with each client, and prints a line for each. Returns how many clients failed. They are
 * installed from the registries at run time: no manifest has them.
 */
export async function runForeignClients(
  origin: string,
  key: string,
  args: ToolArguments,
  print: (text: string) => void,
): Promise<number> {
  const url = `${origin}${mcpPaths.server}`
  let failed = 0
  for (const client of clients) {
    const folder = await mkdtemp(join(tmpdir(), 'mcp-client-'))
    try {
      const called = await client.run({ folder, url, key, args })
      if (called !== tools.length) throw new Error(`It called ${called} of ${tools.length} tools.`)
      print(`✓ ${client.name}: listed and called ${called} tools\n`)
    } catch (error) {
      failed += 1
      print(`✗ ${client.name}: ${String(error).replaceAll(key, '[key]')}\n`)
    } finally {
      await rm(folder, { recursive: true, force: true })
    }
  }
  return failed
}
