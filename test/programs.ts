import { spawnSync } from 'node:child_process'
import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'

/** A program that npm does not install. Tests that need it have its name as a tag. */
export interface Program {
  name: string
  /** Commands that are this program: one of them has to be on the path. */
  commands: readonly string[]
  /** Arguments with which the command succeeds if it can be used; without them it always can. */
  check?: readonly string[]
  /** The command that installs it, on Debian and Ubuntu. */
  install: string
}

/** Succeeds with a Python from which packages/python can install packages. */
const pythonCheck = `
import sys, importlib.util
has = importlib.util.find_spec
sys.exit(sys.version_info < (3, 11) or not (has("ensurepip") or has("pip")))
`

/** Every program that tests need. The packages are those of Debian and Ubuntu. */
const programs: readonly Program[] = [
  { name: 'redis-server', commands: ['redis-server', 'valkey-server'], install: 'apt-get install redis-server' },
  { name: 'chromium', commands: ['chromium'], install: 'apt-get install chromium' },
  {
    name: 'python3',
    commands: [process.env.SVC_PYTHON ?? 'python3'],
    check: ['-c', pythonCheck],
    install: 'apt-get install python3 python3-venv, in version 3.11 or newer; SVC_PYTHON selects another one',
  },
  { name: 'jq', commands: ['jq'], install: 'apt-get install jq' },
  { name: 'curl', commands: ['curl'], install: 'apt-get install curl' },
  { name: 'openssl', commands: ['openssl'], install: 'apt-get install openssl' },
  { name: 'ps', commands: ['ps'], install: 'apt-get install procps' },
  { name: 'go', commands: ['go'], install: 'apt-get install golang-go' },
  { name: 'javac', commands: ['javac'], install: 'apt-get install default-jdk-headless' },
  { name: 'php', commands: ['php'], install: 'apt-get install php-cli' },
]

/** The tags of tests for `test.tags` of vitest: tests are skipped if their program is missing. */
export function programTags(): { name: string; description: string; skip?: true }[] {
  const missing = missingPrograms()
  return programs.map((program) => ({
    name: program.name,
    description: `needs ${program.name}: ${program.install}`,
    ...(missing.includes(program) && { skip: true }),
  }))
}

/** Returns the programs that this machine does not have, or has in a form that cannot be used. */
export function missingPrograms(): readonly Program[] {
  return programs.filter(
    ({ commands, check }) =>
      !commands.some((command) => isOnPath(command) && (!check || spawnSync(command, check).status === 0)),
  )
}

function isOnPath(command: string): boolean {
  const folders = command.includes('/') ? [''] : (process.env.PATH ?? '').split(delimiter)
  return folders.some((folder) => {
    try {
      accessSync(join(folder, command), constants.X_OK)
      return true
    } catch {
      // It is not in this folder.
      return false
    }
  })
}
