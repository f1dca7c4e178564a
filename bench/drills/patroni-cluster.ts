import { chmod, mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePort } from '@svc/supervisor/ports'
import { type DrillHost, DrillNetwork } from './drill-network.ts'
import { run, SystemProgram } from './system-program.ts'

/** The programs of a cluster, by the package of Debian that contains them. */
export const clusterPrograms = {
  patroni: 'patroni',
  etcd: 'etcd-server',
  haproxy: 'haproxy',
  pg_config: 'postgresql',
  psql: 'postgresql',
  ip: 'iproute2',
  setpriv: 'util-linux',
}

/** A machine of the cluster with one program, and everything that this starts. */
interface ClusterNode {
  name: string
  host: DrillHost
  start(): Promise<SystemProgram>
}

/** The ports of HAProxy. */
interface ProxyPorts {
  primary: number
  standby: number
}

/** The part of a response of etcd that is used. */
interface EtcdStatus {
  header: { member_id: string }
  leader: string
}

const configurations = new URL('../../deploy/patroni/', import.meta.url)
const nodeNumbers = [1, 2, 3]
const password = 'drill'
/** Both programs run as this user. */
const user = 'postgres'
const startTimeoutMs = 60_000
const healthyTimeoutMs = 180_000
const requestTimeoutMs = 1_000

/**
 * Three machines with PostgreSQL under Patroni, three with etcd, and HAProxy on this machine, with the configuration of
 * `deploy/patroni` apart from addresses and files.
 */
export class PatroniCluster {
  /** The primary, through HAProxy. */
  readonly url: string
  /** One of the standbys, through HAProxy. */
  readonly standbyUrl: string
  readonly #network: DrillNetwork
  readonly #folder: string
  readonly #databases: ClusterNode[] = []
  readonly #etcds: ClusterNode[] = []
  #proxy: SystemProgram | undefined

  private constructor(network: DrillNetwork, folder: string, ports: ProxyPorts) {
    this.#network = network
    this.#folder = folder
    const urlOn = (port: number) => `postgres://postgres:${password}@127.0.0.1:${port}/postgres`
    this.url = urlOn(ports.primary)
    this.standbyUrl = urlOn(ports.standby)
  }

  /**
   * Resolves when both standbys follow the primary.
   *
   * @param folder will contain the data, the configuration and the output of all programs
   */
  static async start(folder: string): Promise<PatroniCluster> {
    await mkdir(folder)
    await run('chown', [`${user}:`, folder])
    const ports = { primary: await freePort(), standby: await freePort() }
    const cluster = new PatroniCluster(await DrillNetwork.create(), folder, ports)
    try {
      await cluster.#startProxy(ports)
      for (const number of nodeNumbers) cluster.#etcds.push(await cluster.#addEtcd(number))
      await Promise.all(cluster.#etcds.map((node) => node.start()))
      await cluster.etcdLeader()
      for (const number of nodeNumbers) cluster.#databases.push(await cluster.#addDatabase(number))
      await Promise.all(cluster.#databases.map((node) => node.start()))
      await cluster.untilHealthy()
      return cluster
    } catch (error) {
      await cluster.stop()
      throw error
    }
  }

  /** The machine of the primary. Rejects if there is none for a minute. */
  async primary(): Promise<ClusterNode> {
    return this.#find(this.#databases, (node) => hasRole(node, 'primary'))
  }

  /** The machine of etcd's leader. Rejects if there is none for a minute. */
  async etcdLeader(): Promise<ClusterNode> {
    return this.#find(this.#etcds, async ({ host }) => {
      const url = `http://${host.address}:2379/v3/maintenance/status`
      try {
        const response = await fetch(url, { ...requestOptions(), method: 'POST', body: '{}' })
        const { header, leader }: EtcdStatus = JSON.parse(await response.text())
        return header.member_id === leader
      } catch {
        // It does not run.
        return false
      }
    })
  }

  /** Resolves when both standbys follow the primary, and Patroni knows the one that confirms its commits. */
  async untilHealthy(): Promise<void> {
    const endMs = performance.now() + healthyTimeoutMs
    let found = ''
    while (performance.now() < endMs) {
      const primaries = await this.#having('primary')
      const synchronous = await this.#having('synchronous')
      const following = await this.#standbys()
      if (primaries.length === 1 && synchronous.length === 1 && following === 2) return
      found = `primary: ${primaries.join()}; synchronous: ${synchronous.join()}; standbys that follow: ${following}`
      await sleep(250)
    }
    throw new Error(`The cluster is not complete after ${healthyTimeoutMs / 1000} s. ${found}.`)
  }

  async stop(): Promise<void> {
    await this.#proxy?.kill()
    await this.#network.remove()
  }

  /** The names of the machines with a role. */
  async #having(role: Role): Promise<string[]> {
    const names = this.#databases.map(async (node) => ((await hasRole(node, role)) ? [node.name] : []))
    return (await Promise.all(names)).flat()
  }

  /** The number of standbys that follow the primary now. */
  async #standbys(): Promise<number> {
    const text = "select count(*) from pg_stat_replication where state = 'streaming'"
    // HAProxy may not have found the primary yet.
    const { stdout } = await run('psql', ['-Atc', text, this.url], { timeout: 2_000 }).catch(() => ({ stdout: '0' }))
    return Number(stdout)
  }

  async #find(nodes: readonly ClusterNode[], matches: (node: ClusterNode) => Promise<boolean>): Promise<ClusterNode> {
    const endMs = performance.now() + startTimeoutMs
    while (performance.now() < endMs) {
      const found = await Promise.all(nodes.map((node) => matches(node)))
      const node = nodes[found.indexOf(true)]
      if (node !== undefined) return node
      await sleep(100)
    }
    throw new Error(`None of the machines is the leader. Their output was in ${this.#folder}.`)
  }

  async #startProxy({ primary, standby }: ProxyPorts): Promise<void> {
    const words: [string, ...string[]] = ['haproxy', '-db']
    for (const name of ['haproxy.cfg', 'haproxy-standby.cfg']) {
      const configuration = (await this.#configuration(name))
        .replaceAll('127.0.0.1:5000', `127.0.0.1:${primary}`)
        .replaceAll('127.0.0.1:5001', `127.0.0.1:${standby}`)
      const file = join(this.#folder, name)
      await writeFile(file, configuration)
      words.push('-f', file)
    }
    this.#proxy = await SystemProgram.start(words, this.#outputOf('haproxy'))
  }

  async #addEtcd(number: number): Promise<ClusterNode> {
    const name = `etcd${number}`
    const host = await this.#network.addHost(20 + number)
    const peerOf = (peer: number) => `http://${this.#network.prefix}.${20 + peer}:2380`
    const words = [
      ...['etcd', '--name', name, '--data-dir', join(this.#folder, name)],
      ...['--listen-client-urls', `http://${host.address}:2379`],
      ...['--advertise-client-urls', `http://${host.address}:2379`],
      ...['--listen-peer-urls', peerOf(number), '--initial-advertise-peer-urls', peerOf(number)],
      ...['--initial-cluster', nodeNumbers.map((peer) => `etcd${peer}=${peerOf(peer)}`).join()],
    ]
    return { name, host, start: () => SystemProgram.start(host.command(user, words), this.#outputOf(name)) }
  }

  async #addDatabase(number: number): Promise<ClusterNode> {
    const name = `db${number}`
    const host = await this.#network.addHost(10 + number)
    const folder = join(this.#folder, name)
    await mkdir(folder)
    const { stdout } = await run('pg_config', ['--bindir'])
    const configuration = (await this.#configuration('patroni.yml'))
      .replace('name: db1', `name: ${name}`)
      .replaceAll(`${this.#network.prefix}.11:`, `${host.address}:`)
      .replaceAll(/REPLACE-\d/g, password)
      .replace(/data_dir: .*/, `data_dir: ${join(folder, 'data')}`)
      .replace(/bin_dir: .*/, `bin_dir: ${stdout.trim()}`)
      .replace(/pgpass: .*/, `pgpass: ${join(folder, 'pgpass')}`)
      .replace(/unix_socket_directories: .*/, `unix_socket_directories: ${folder}`)
    const file = join(folder, 'patroni.yml')
    await writeFile(file, configuration)
    await chmod(file, 0o600)
    await run('chown', ['-R', `${user}:`, folder])
    return { name, host, start: () => SystemProgram.start(host.command(user, ['patroni', file]), this.#outputOf(name)) }
  }

  async #configuration(name: string): Promise<string> {
    return (await readFile(new URL(name, configurations), 'utf8')).replaceAll('10.0.0.', `${this.#network.prefix}.`)
  }

  #outputOf(name: string): { name: string; logFile: string } {
    return { name, logFile: join(this.#folder, `${name}.log`) }
  }
}

type Role = 'primary' | 'synchronous'

async function hasRole({ host }: ClusterNode, role: Role): Promise<boolean> {
  try {
    const response = await fetch(`http://${host.address}:8008/${role}`, requestOptions())
    await response.arrayBuffer()
    return response.ok
  } catch {
    // Patroni does not run, or the machine is cut off.
    return false
  }
}

function requestOptions(): RequestInit {
  return { signal: AbortSignal.timeout(requestTimeoutMs) }
}
