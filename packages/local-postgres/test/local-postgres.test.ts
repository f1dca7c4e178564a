// @module-tag ps

import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import {
  chmod,
  chown,
  link,
  lstat,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  realpath,
  rename,
  rm,
  stat,
  symlink,
  truncate,
  writeFile,
} from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { isAlive } from '../src/database-folder.ts'
import { findLocalPostgres, startLocalPostgres } from '../src/local-postgres.ts'
import { isRunning } from '../src/server.ts'
import { canEnter, runsAsRoot } from '../src/system-user.ts'

const quiet = { info: () => {}, warn: () => {}, error: () => {} }
const fast = { fsync: 'off' }
const program = join(import.meta.dirname, 'local-postgres-process.ts')
const unprivileged = { uid: 65_534, gid: 65_534 }

let root: string
let dataDir: string
let outsideDir: string
const started: ChildProcess[] = []

/** A data directory with a stopped, empty database: copying it costs a tenth of initialising one. */
let template: string

beforeAll(async () => {
  template = await mkdtemp(join(tmpdir(), 'svc-embedded-template-'))
  await chmod(template, 0o711)
  await (await start(join(template, 'data'))).stop()
})
afterAll(() => rm(template, { recursive: true }))

function givenDatabase(): void {
  execFileSync('cp', ['-a', join(template, 'data'), dataDir])
}

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'svc-embedded-'))
  await chmod(root, 0o711)
  dataDir = join(root, 'data')
  outsideDir = join(root, 'outside')
})

afterEach(async () => {
  for (const child of started.splice(0)) {
    if (child.exitCode !== null || child.signalCode !== null) continue
    child.kill('SIGTERM')
    await once(child, 'exit')
  }
  await rm(root, { recursive: true })
})

function start(folder = dataDir) {
  return startLocalPostgres({ dataDir: folder, outsideDir, logger: quiet, settings: fast })
}

/** Starts the server from a process of its own, which can be killed. */
async function startElsewhere(user: object = {}) {
  const child = spawn(process.execPath, [program, dataDir, outsideDir], {
    stdio: ['ignore', 'pipe', 'pipe'],
    ...user,
  })
  started.push(child)
  let log = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    log += text
  })
  const ended = once(child, 'exit').then(() => {
    throw new Error(`The process ended before it was ready:\n${log}`)
  })
  ended.catch(() => {})
  const [line] = await Promise.race([once(createInterface(child.stdout), 'line'), ended])
  const { url, attached }: { url: string; attached: boolean } = JSON.parse(line)
  return { child, url, attached, log: () => log }
}

async function query(url: string, text: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 2_000, query_timeout: 2_000 })
  await client.connect()
  try {
    return (await client.query(text)).rows
  } finally {
    await client.end()
  }
}

async function serverPid(): Promise<number> {
  return Number((await readFile(join(dataDir, 'postgres/data/postmaster.pid'), 'utf8')).split('\n')[0])
}

/** The command lines of all processes that name this file of the test's own folder. */
function commandsNaming(file: string): string[] {
  const commands = execFileSync('ps', ['-A', '-ww', '-o', 'command='], { encoding: 'utf8' }).split('\n')
  return commands.filter((command) => command.includes(join(dataDir, file)))
}

async function until(what: string, condition: () => boolean | Promise<boolean>): Promise<void> {
  for (let waitedMs = 0; waitedMs < 8_000; waitedMs += 20) {
    if (await condition()) return
    await sleep(20)
  }
  throw new Error(`Timed out waiting for: ${what}`)
}

describe('a start on an empty folder', () => {
  test('creates a UTF-8 database whose sort order depends on no library of the machine, on the loopback interface only', async () => {
    const server = await startLocalPostgres({ dataDir, outsideDir, logger: quiet })
    try {
      const [row] = await query(
        server.url,
        `select pg_encoding_to_char(encoding) as encoding, datlocprovider as provider, datlocale as locale,
                current_setting('fsync') as fsync, current_setting('data_checksums') as checksums,
                current_setting('listen_addresses') as addresses, current_setting('unix_socket_directories') as sockets
           from pg_database where datname = current_database()`,
      )
      expect(row).toEqual({
        encoding: 'UTF8',
        provider: 'b',
        locale: 'C.UTF-8',
        fsync: 'on',
        checksums: 'on',
        addresses: '127.0.0.1',
        sockets: '',
      })
    } finally {
      await server.stop()
    }
  })

  test('requires the password, which only the user of the server and root can read', async () => {
    givenDatabase()
    const server = await start()
    try {
      const wrong = new URL(server.url)
      wrong.password = 'guessed'
      await expect(query(wrong.href, 'select 1')).rejects.toMatchObject({ code: '28P01' })
      expect((await stat(join(dataDir, 'postgres/password'))).mode & 0o777).toBe(0o600)
      expect((await stat(join(dataDir, 'postgres'))).mode & 0o777).toBe(0o700)
    } finally {
      await server.stop()
    }
  })

  test('a killed start does not prevent the next start', async () => {
    const child = spawn(process.execPath, [program, dataDir, outsideDir], { stdio: 'ignore' })
    await until('initdb is at work', async () => existsSync(dataDir) && (await readdir(dataDir)).length > 0)
    child.kill('SIGKILL')
    await once(child, 'exit')

    await (await start()).stop()
    await until('the initdb of the killed start has ended', () => commandsNaming('postgres.unfinished').length === 0)
    await (await start()).stop()
    expect(await readdir(dataDir)).toEqual(['postgres'])
  })
})

describe('a second process', () => {
  test('attaches, and stopping it leaves the server to the first', async () => {
    givenDatabase()
    const first = await start()
    const second = await startElsewhere()
    expect(second).toMatchObject({ url: first.url, attached: true })
    second.child.kill('SIGTERM')
    await once(second.child, 'exit')
    expect(await query(first.url, 'select 1 as one')).toEqual([{ one: 1 }])
    await first.stop()
  })

  const rounds = Number(process.env.LOCAL_POSTGRES_ROUNDS ?? 1)

  test.each(Array.from({ length: rounds }, (_, index) => index + 1))(
    'that starts at the same time shares one server (round %i)',
    async () => {
      const both = await Promise.all([startElsewhere(), startElsewhere()])
      expect(both.map(({ attached }) => attached).sort()).toEqual([false, true])
      expect(both[0].url).toBe(both[1].url)
      expect(await query(both[0].url, 'select 1 as one')).toEqual([{ one: 1 }])
    },
  )

  test('finds the database of a running service, and none before and after', async () => {
    expect(await findLocalPostgres(dataDir)).toBeNull()
    givenDatabase()
    const server = await start()
    expect(await findLocalPostgres(dataDir)).toEqual({ url: server.url })
    await server.stop()
    expect(await findLocalPostgres(dataDir)).toBeNull()
  })
})

describe('the log of the server', () => {
  beforeEach(givenDatabase)

  /** The user of the server may replace its log by anything. */
  const replacements: [name: string, replace: (log: string, target: string) => unknown][] = [
    ['a link', (log, target) => symlink(target, log)],
    ['a second name of another file', (log, target) => link(target, log)],
    ['a pipe', (log) => execFileSync('mkfifo', [log])],
    ['a folder', (log) => mkdir(log)],
  ]

  test.each(replacements)('is written to a new file when %s has taken its name', async (_, replace) => {
    const target = join(root, 'only-for-the-starting-user')
    await writeFile(target, 'unchanged\n')
    const log = join(await realpath(join(dataDir, 'postgres')), 'server.log')
    await rm(log, { force: true })
    await replace(log, target)
    await (await start()).stop()
    expect(await readFile(target, 'utf8')).toBe('unchanged\n')
    const { uid } = await stat(join(dataDir, 'postgres/data'))
    expect(await lstat(log)).toMatchObject({ nlink: 1, uid })
    expect(await readFile(log, 'utf8')).toContain('database system is ready to accept connections')
  })

  test('is continued after restarts, up to 10 MB', async () => {
    await (await start()).stop()
    const log = join(dataDir, 'postgres/server.log')
    const first = await readFile(log, 'utf8')
    await (await start()).stop()
    expect((await readFile(log, 'utf8')).startsWith(first)).toBe(true)
    await truncate(log, 10_000_000)
    await (await start()).stop()
    expect((await stat(log)).size).toBeLessThan(100_000)
  })
})

describe('after kill -9', () => {
  beforeEach(givenDatabase)

  test('after kill -9 of the owner, the server shuts down cleanly', async () => {
    const { child } = await startElsewhere()
    const pid = await serverPid()
    child.kill('SIGKILL')
    await until('the server has stopped', async () => !(await isRunning(pid)))
    expect(existsSync(join(dataDir, 'postgres/data/postmaster.pid'))).toBe(false)
    expect(await readFile(join(dataDir, 'postgres/server.log'), 'utf8')).toContain('database system is shut down')
  })

  test('after kill -9 of the owner and its watchdog, the next start replaces the orphan and has its data', async () => {
    const { child, url } = await startElsewhere()
    await query(url, 'create table kept as select 42 as value')
    const pid = await serverPid()
    const watchdog = execFileSync('pgrep', ['-f', `kill -INT "\\$0" ${pid}$`], { encoding: 'utf8' }).trim()
    process.kill(Number(watchdog), 'SIGKILL')
    child.kill('SIGKILL')
    await once(child, 'exit')
    expect(await isRunning(pid)).toBe(true)

    const server = await start()
    expect(server.attached).toBe(false)
    expect(await isRunning(pid)).toBe(false)
    expect(await query(server.url, 'select value from kept')).toEqual([{ value: 42 }])
    await server.stop()
  })

  test('after kill -9 of the server, it restarts at the same address with all committed data', async () => {
    const server = await start()
    await query(server.url, 'create table kept as select 42 as value')
    const pid = await serverPid()
    process.kill(pid, 'SIGKILL')
    await until('the server accepts queries again', () =>
      query(server.url, 'select value from kept').then(
        (rows) => rows[0]?.value === 42,
        () => false,
      ),
    )
    expect(await serverPid()).not.toBe(pid)
    await server.stop()
    expect(await findLocalPostgres(dataDir)).toBeNull()
  })
})

describe('a lock file that was left behind', () => {
  test('is removed when its process number now belongs to another program', async () => {
    givenDatabase()
    const owner = await stat(join(dataDir, 'postgres/data'))
    const stranger = spawn('sleep', ['60'], runsAsRoot() ? { uid: owner.uid, gid: owner.gid } : {})
    const lockFile = join(dataDir, 'postgres/data/postmaster.pid')
    await writeFile(lockFile, `${stranger.pid}\n${join(dataDir, 'postgres/data')}\n1\n5432\n\n127.0.0.1\n\nready\n`)
    await chown(lockFile, owner.uid, owner.gid)
    try {
      expect(await findLocalPostgres(dataDir)).toBeNull()
      const server = await start()
      expect(server.attached).toBe(false)
      await server.stop()
      expect(isAlive(stranger.pid ?? 0)).toBe(true)
    } finally {
      stranger.kill('SIGKILL')
    }
  })

  test('a stale lock file in a copy of the folder does not lead to the database of the original', async () => {
    givenDatabase()
    const original = await start()
    const copy = join(root, 'copy')
    execFileSync('cp', ['-a', dataDir, copy])
    try {
      expect(await findLocalPostgres(copy)).toBeNull()
      const server = await start(copy)
      expect(server).toMatchObject({ attached: false })
      expect(server.url).not.toBe(original.url)
      await server.stop()
    } finally {
      await original.stop()
    }
  })
})

test('Ctrl-C in a terminal reaches the application, not the database: the server has a separate process group', async () => {
  givenDatabase()
  const server = await start()
  const pid = await serverPid()
  const group = Number(execFileSync('ps', ['-o', 'pgid=', '-p', String(pid)], { encoding: 'utf8' }))
  expect(group).toBe(pid)
  await server.stop()
})

test('a database of another major version is refused, and the error names the fix', async () => {
  givenDatabase()
  await writeFile(join(dataDir, 'postgres/data/PG_VERSION'), '17\n')
  await expect(start()).rejects.toThrow(/made by PostgreSQL 17, and this version brings PostgreSQL 18\. Dump it/)
})

describe.runIf(runsAsRoot())('started by root', () => {
  test('PostgreSQL runs under the dedicated system user', async () => {
    givenDatabase()
    const server = await start()
    const user = execFileSync('ps', ['-o', 'user:32=', '-p', String(await serverPid())], { encoding: 'utf8' }).trim()
    expect(user).toBe('svc-postgres')
    await server.stop()
  })

  test('for a folder that only root can access, the database is created elsewhere, which is logged', async () => {
    await mkdir(dataDir, { mode: 0o700 })
    const logged: string[] = []
    const logger = { ...quiet, info: (_: object, message: string) => logged.push(message) }
    const server = await startLocalPostgres({ dataDir, outsideDir, logger, settings: fast })
    await query(server.url, 'create table kept as select 42 as value')
    await server.stop()
    expect((await realpath(join(dataDir, 'postgres'))).startsWith(outsideDir)).toBe(true)
    expect(logged).toContain('Database created outside the data directory, which its system user cannot access')

    const again = await start()
    expect(await query(again.url, 'select value from kept')).toEqual([{ value: 42 }])
    await again.stop()
  })

  test('a database whose folder was moved to a folder that only root can enter is moved outside with its data', async () => {
    givenDatabase()
    const before = await start()
    await query(before.url, 'create table kept as select 42 as value')
    await before.stop()
    const home = join(root, 'home')
    await mkdir(home, { mode: 0o700 })
    await rename(dataDir, join(home, 'data'))

    const server = await start(join(home, 'data'))
    expect((await lstat(join(home, 'data/postgres'))).isSymbolicLink()).toBe(true)
    expect(await query(server.url, 'select value from kept')).toEqual([{ value: 42 }])
    await server.stop()
  })

  test.runIf(canEnter(import.meta.dirname, unprivileged))(
    'an ordinary user works directly, and root goes on under that user',
    async () => {
      await mkdir(dataDir)
      await chown(dataDir, unprivileged.uid, unprivileged.gid)
      const ordinary = await startElsewhere(unprivileged)
      await query(ordinary.url, 'create table kept as select 42 as value')
      ordinary.child.kill('SIGTERM')
      await once(ordinary.child, 'exit')

      const server = await start()
      expect((await stat(`/proc/${await serverPid()}`)).uid).toBe(unprivileged.uid)
      expect(await query(server.url, 'select value from kept')).toEqual([{ value: 42 }])
      await server.stop()
    },
  )

  test.runIf(canEnter(import.meta.dirname, unprivileged))(
    "an ordinary user gets the reason why root's database cannot be used",
    async () => {
      givenDatabase()
      await expect(startElsewhere(unprivileged)).rejects.toThrow(
        /belongs to another user of this machine\. Start as that user/,
      )
    },
  )
})
