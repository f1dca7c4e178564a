import { setTimeout as sleep } from 'node:timers/promises'
import { run } from './system-program.ts'

/** The addresses that RFC 2544 §C.2.2 reserves for tests of networks. */
const reserved = '198.18'

/**
 * Hosts on this machine, each a network namespace, joined with this machine by a bridge. Needs Linux and root. A host
 * reaches the others and this machine, and nothing else.
 */
export class DrillNetwork {
  /** The first three bytes of every address. This machine has the number 1. */
  readonly prefix: string
  readonly #name: string
  readonly #hosts: DrillHost[] = []

  private constructor(subnet: number) {
    this.prefix = `${reserved}.${subnet}`
    this.#name = `drill${subnet}`
  }

  static async create(): Promise<DrillNetwork> {
    const network = new DrillNetwork(1 + Math.floor(Math.random() * 254))
    await run('ip', ['link', 'add', network.#name, 'type', 'bridge'])
    await run('ip', ['addr', 'add', `${network.prefix}.1/24`, 'dev', network.#name])
    await run('ip', ['link', 'set', network.#name, 'up'])
    return network
  }

  /** @param number the last byte of its address, from 2 to 254 */
  async addHost(number: number): Promise<DrillHost> {
    const namespace = `${this.#name}-${number}`
    const host = new DrillHost(namespace, `${this.prefix}.${number}`)
    await run('ip', ['netns', 'add', namespace])
    this.#hosts.push(host)
    const inside = ['netns', 'exec', namespace, 'ip']
    await run('ip', ['link', 'add', namespace, 'type', 'veth', 'peer', 'name', 'eth0', 'netns', namespace])
    await run('ip', ['link', 'set', namespace, 'master', this.#name, 'up'])
    await run('ip', [...inside, 'addr', 'add', `${host.address}/24`, 'dev', 'eth0'])
    await run('ip', [...inside, 'link', 'set', 'eth0', 'up'])
    await run('ip', [...inside, 'link', 'set', 'lo', 'up'])
    return host
  }

  /** Ends everything that runs on the hosts, and removes them. */
  async remove(): Promise<void> {
    for (const host of this.#hosts) {
      await host.killAll()
      await run('ip', ['link', 'delete', host.name])
      await run('ip', ['netns', 'delete', host.name])
    }
    await run('ip', ['link', 'delete', this.#name])
  }
}

export class DrillHost {
  readonly name: string
  readonly address: string

  constructor(name: string, address: string) {
    this.name = name
    this.address = address
  }

  /** The command that runs a program on this host, as a user without rights. */
  command(user: string, words: readonly string[]): readonly [string, ...string[]] {
    const asUser = ['setpriv', `--reuid=${user}`, `--regid=${user}`, '--init-groups', '--reset-env']
    return ['ip', 'netns', 'exec', this.name, ...asUser, ...words]
  }

  /** Ends every process of this host at once. */
  async killAll(): Promise<void> {
    for (;;) {
      const { stdout } = await run('ip', ['netns', 'pids', this.name])
      const pids = stdout.split('\n').filter((line) => line !== '')
      if (pids.length === 0) return
      for (const pid of pids) killIfRunning(Number(pid))
      await sleep(20)
    }
  }

  /** Nothing reaches the host, and it reaches nothing, until `restore`. Open connections are not ended. */
  async cut(): Promise<void> {
    await run('ip', ['link', 'set', this.name, 'down'])
  }

  async restore(): Promise<void> {
    await run('ip', ['link', 'set', this.name, 'up'])
  }
}

function killIfRunning(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL')
  } catch (error) {
    // It has ended on its own meanwhile.
    if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error
  }
}
