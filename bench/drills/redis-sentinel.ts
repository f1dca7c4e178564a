import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePort } from '@svc/supervisor/ports'
import { run, SystemProgram } from './system-program.ts'

/** The programs of the installation, by the package of Debian that contains them. */
export const sentinelPrograms = { 'redis-server': 'redis-server', 'redis-cli': 'redis-tools' }

/** A server, or a Sentinel. */
interface RedisProcess {
  port: number
  program: SystemProgram
  /** Starts it again after it was killed. */
  restart(): Promise<void>
}

const configuration = new URL('../../deploy/redis/sentinel.conf', import.meta.url)
const addressInConfiguration = '10.0.0.41 6379'
const host = '127.0.0.1'
const startTimeoutMs = 10_000
const healthyTimeoutMs = 120_000

/** A Redis with two replicas, and three Sentinels, with the configuration of `deploy/redis` apart from addresses. */
export class RedisWithSentinels {
  readonly sentinels: RedisProcess[] = []
  readonly #servers: RedisProcess[] = []
  readonly #folder: string

  private constructor(folder: string) {
    this.#folder = folder
  }

  /**
   * Resolves when both replicas follow the primary.
   *
   * @param folder will contain the configuration and the output of all processes
   */
  static async start(folder: string): Promise<RedisWithSentinels> {
    await mkdir(folder)
    const redis = new RedisWithSentinels(folder)
    try {
      const primary = await redis.#startServer([])
      for (let replica = 0; replica < 2; replica++)
        await redis.#startServer(['--replicaof', host, String(primary.port)])
      for (let sentinel = 0; sentinel < 3; sentinel++) await redis.#startSentinel(primary.port)
      await redis.untilHealthy()
      return redis
    } catch (error) {
      await redis.stop()
      throw error
    }
  }

  /** The addresses of the Sentinels. */
  get addresses(): { host: string; port: number }[] {
    return this.sentinels.map(({ port }) => ({ host, port }))
  }

  /** The settings of a process of the service. */
  get settings(): { REDIS_URL: string; SVC_REDIS_SENTINELS: string } {
    const addresses = this.sentinels.map(({ port }) => `${host}:${port}`)
    return { REDIS_URL: 'redis://svc', SVC_REDIS_SENTINELS: addresses.join() }
  }

  /** The server that the Sentinels name as the primary. Rejects if none of them responds. */
  async primary(): Promise<RedisProcess> {
    for (const sentinel of this.sentinels) {
      const [, port] = await this.#ask(sentinel, ['sentinel', 'get-master-addr-by-name', 'svc'])
      const server = this.#servers.find((each) => each.port === Number(port))
      if (server !== undefined) return server
    }
    throw new Error('No Sentinel knows the primary.')
  }

  /** Resolves when two replicas follow the primary, and every Sentinel knows the others. */
  async untilHealthy(): Promise<void> {
    const endMs = performance.now() + healthyTimeoutMs
    while (performance.now() < endMs) {
      const lines = await this.#ask(await this.primary(), ['info', 'replication'])
      const online = lines.filter((line) => /^slave\d:.*state=online/.test(line)).length
      const complete: boolean[] = []
      for (const sentinel of this.sentinels)
        complete.push((await this.#ask(sentinel, ['sentinel', 'ckquorum', 'svc'])).join().startsWith('OK 3 '))
      if (online === 2 && complete.every(Boolean)) return
      await sleep(250)
    }
    throw new Error(`Redis has no two replicas and three Sentinels after ${healthyTimeoutMs / 1000} s.`)
  }

  async stop(): Promise<void> {
    for (const { program } of [...this.sentinels, ...this.#servers]) await program.kill()
  }

  /** The lines of a reply. Empty if the process does not respond within a second. */
  async #ask({ port }: Pick<RedisProcess, 'port'>, words: readonly string[]): Promise<string[]> {
    // It was killed, or is paused.
    const reply = await run('redis-cli', ['-h', host, '-p', String(port), ...words], { timeout: 1_000 }).catch(
      () => undefined,
    )
    return reply?.stdout.split(/\r?\n/) ?? []
  }

  async #startServer(replication: readonly string[]): Promise<RedisProcess> {
    const port = await freePort()
    // Without a delay, a replica follows at once.
    const files = ['--dir', this.#folder, '--dbfilename', `${port}.rdb`]
    const options = [...files, '--save', '', '--repl-diskless-sync-delay', '0', ...replication]
    const server = await this.#start(port, ['redis-server', '--bind', host, '--port', String(port), ...options])
    this.#servers.push(server)
    return server
  }

  async #startSentinel(primaryPort: number): Promise<void> {
    const port = await freePort()
    // Each writes into its own.
    const file = join(this.#folder, `sentinel-${port}.conf`)
    const text = (await readFile(configuration, 'utf8'))
      .replace(addressInConfiguration, `${host} ${primaryPort}`)
      .replace(/^port .*$/m, `port ${port}\nbind ${host}`)
    await writeFile(file, text)
    this.sentinels.push(await this.#start(port, ['redis-server', file, '--sentinel']))
  }

  async #start(port: number, words: readonly [string, ...string[]]): Promise<RedisProcess> {
    const output = { name: `Redis on port ${port}`, logFile: join(this.#folder, `${port}.log`) }
    const launch = async () => {
      const program = await SystemProgram.start(words, output)
      await program.untilReady(async () => (await this.#ask({ port }, ['ping'])).includes('PONG'), startTimeoutMs)
      return program
    }
    const started: RedisProcess = {
      port,
      program: await launch(),
      async restart() {
        started.program = await launch()
      },
    }
    return started
  }
}
