// Follows the first commands of the README in a clone of the last commit, with an empty folder for its packages:
// `npm start` installs, starts everything and is stopped by Ctrl-C.

import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readFileSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePort } from '@svc/supervisor/ports'
import { root } from '../command.ts'

interface ReadyFile {
  base_url: string
  accounts: { api_key: string }[]
}

const print = (text: string) => void process.stdout.write(`${text}\n`)
const folder = mkdtempSync(join(tmpdir(), 'svc-clone-'))
const clone = join(folder, 'clone')
const readyFile = join(clone, '.svc/ready.json')

try {
  execFileSync('git', ['clone', '--quiet', '--no-hardlinks', root, clone])
  const [port, mockPort] = [await freePort(), await freePort()]
  const startedMs = performance.now()
  const service = spawn('npm', ['start'], {
    cwd: clone,
    env: { ...cleanEnvironment(), SVC_PORT: String(port), SVC_MOCK_PORT: String(mockPort) },
    stdio: ['ignore', 'ignore', 'inherit'],
    detached: true,
  })
  const exited = once(service, 'exit')
  try {
    while (!existsSync(readyFile) && service.exitCode === null) await sleep(250)
    if (service.exitCode !== null) throw new Error(`npm start ended with exit code ${service.exitCode}.`)
    print(`ready      ${((performance.now() - startedMs) / 1000).toFixed(0)} s after npm start, install included`)
    const { base_url, accounts }: ReadyFile = JSON.parse(readFileSync(readyFile, 'utf8'))
    const response = await fetch(`${base_url}/businesses`, { headers: { 'X-API-Key': accounts[0]?.api_key ?? '' } })
    print(`responded  ${response.status}`)
    if (response.status !== 200) throw new Error(`GET /businesses returned ${response.status}.`)
  } finally {
    // Ctrl-C in a terminal goes to every process of the group.
    if (service.pid !== undefined && service.exitCode === null) process.kill(-service.pid, 'SIGINT')
    await exited
  }
  print(`stopped    with exit code ${service.exitCode}`)
  const changed = execFileSync('git', ['status', '--porcelain'], { cwd: clone, encoding: 'utf8' })
  if (changed !== '') throw new Error(`The clone was changed:\n${changed}`)
} finally {
  const database = join(clone, '.svc/postgres')
  // Started by root, the database is where its account may enter, and this is a link.
  if (existsSync(database)) rmSync(realpathSync(database), { recursive: true, force: true })
  rmSync(folder, { recursive: true, force: true })
}

/** Without settings of this shell, and without the programs that are installed in this repository. */
function cleanEnvironment(): NodeJS.ProcessEnv {
  const { PATH = '', HOME, USER, TMPDIR } = process.env
  const path = PATH.split(delimiter).filter((entry) => !entry.startsWith(root))
  return { PATH: path.join(delimiter), HOME, USER, TMPDIR }
}
