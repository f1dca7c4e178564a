// Runs a program of this repository: `node bootstrap.mjs PROGRAM [ARGUMENTS]`, where PROGRAM is a source file or the
// name of an installed command. It is the only file that runs on the Node of the machine (20 or newer), before anything
// is installed: it installs when the lock file is newer than what is installed, and then hands over to the Node that
// the repository pins.

import { spawn, spawnSync } from 'node:child_process'
import { existsSync, statSync } from 'node:fs'
import { constants } from 'node:os'
import { delimiter, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('.', import.meta.url))
const modules = join(root, 'node_modules')
const pinnedNode = join(modules, 'node', 'bin', process.platform === 'win32' ? 'node.exe' : 'node')
const npmSettings = {
  SCARF_ANALYTICS: 'false',
  TURBO_TELEMETRY_DISABLED: '1',
  REDOCLY_TELEMETRY: 'off',
  REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true',
}
// A stray NODE_ENV=production would leave packages out.
const environment = {
  ...process.env,
  ...npmSettings,
  // Compiled code is kept between starts: they are faster, and a process needs a tenth less memory.
  NODE_COMPILE_CACHE: join(modules, '.cache', 'node'),
  PATH: [join(modules, '.bin'), process.env.PATH].join(delimiter),
  NODE_ENV: undefined,
}

function fail(message) {
  process.stderr.write(`${message}\n`)
  process.exit(1)
}

/**
 * npm writes node_modules/.package-lock.json at the end of every install, so its age is the age of the installation.
 */
function isInstalled() {
  const installed = join(modules, '.package-lock.json')
  if (!existsSync(installed)) return false
  return statSync(installed).mtimeMs >= statSync(join(root, 'package-lock.json')).mtimeMs
}

function npm(...args) {
  // npm names its own file when it started us; otherwise the command on PATH has to do (a .cmd file on Windows, hence
  // the shell).
  const cli = process.env.npm_execpath
  const options = { cwd: root, env: environment, stdio: ['ignore', 'inherit', 'inherit'] }
  const result = cli?.endsWith('.js')
    ? spawnSync(process.execPath, [cli, ...args], options)
    : spawnSync('npm', args, { ...options, shell: process.platform === 'win32' })
  return result.status === 0
}

function install() {
  process.stderr.write('Installing dependencies: 1 to 3 minutes, once and after every change of package-lock.json\n')
  // The lock file decides, as with "npm ci"; but that refuses a lock file from a registry that has not the optional
  // packages of every other operating system, and an install must not depend on packages that this machine would never
  // use.
  if (!npm('install', '--no-save', '--no-audit', '--no-fund', '--loglevel=error')) {
    fail('npm install failed; its message is above. Without a network, copy node_modules from a machine that has one.')
  }
}

if (Number(process.versions.node.split('.')[0]) < 20)
  fail(`Node 20 or newer is needed to start; this is ${process.versions.node}.`)
if (!isInstalled()) install()
if (!existsSync(pinnedNode) && !npm('rebuild', 'node'))
  fail('The pinned Node could not be set up: run "npm rebuild node" and read its message.')
if (!existsSync(pinnedNode))
  fail(
    'The pinned Node is missing although it was installed: its install script was refused. Allow install scripts for "node" and run npm install.',
  )

const [program, ...args] = process.argv.slice(2)
if (!program) fail('usage: node bootstrap.mjs PROGRAM [ARGUMENTS]')
const isSource = /\.m?[jt]s$/.test(program)
const child = isSource
  ? spawn(pinnedNode, [join(root, program), ...args], { stdio: 'inherit', env: environment })
  : spawn(join(modules, '.bin', program), args, {
      stdio: 'inherit',
      env: environment,
      shell: process.platform === 'win32',
    })

// A terminal sends Ctrl-C to the whole group: the program decides when it is done, and this process waits for it.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal))
// npm cannot pass on a signal that ended it immediately; without npm, the programs that it started would keep running.
const { ppid } = process
if (process.env.npm_lifecycle_event) {
  setInterval(() => process.ppid !== ppid && child.kill('SIGTERM'), 1_000).unref()
}
child.on('error', (error) => fail(`Could not run ${program}: ${error.message}`))
child.on('exit', (code, signal) => process.exit(signal ? 128 + constants.signals[signal] : code))
