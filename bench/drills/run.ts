import { processContext } from '@svc/command-line/context'
import { CommandError } from '@svc/command-line/errors'
import { runProgram } from '@svc/command-line/program'
import { count, defineMeasurement } from '../measurement.ts'
import { drillClock } from './clock.ts'
import { drillDiskFull } from './disk-full.ts'
import { drillFailover, failoverFaults } from './failover.ts'
import { drillOutages } from './outages.ts'
import { drillPgbouncer } from './pgbouncer.ts'
import { drillRestore } from './restore.ts'
import { drillRolling } from './rolling.ts'
import { drillRotate } from './rotate.ts'
import { drillSentinel } from './sentinel.ts'

// `npm run drill`.

const dashboard = { value: 'FILE', description: 'Write the dashboard of the drill as SVG; needs prometheus' } as const

const outages = defineMeasurement({
  name: 'outages',
  summary: 'Two API processes, two workers and PostgreSQL: each is killed and restarted while clients read and write',
  options: {
    seconds: count('15', 3_600, 'How long each fault is observed'),
    rate: count('50', 1_000, 'Requests per second'),
  },
  async run(options, print) {
    if (!(await drillOutages(options, print)))
      throw new CommandError('A goal was missed, or events of confirmed writes were lost.')
  },
})

const pgbouncer = defineMeasurement({
  name: 'pgbouncer',
  summary: 'Two API processes and two workers through PgBouncer in transaction mode, which is killed and restarted',
  options: {
    seconds: count('30', 3_600, 'How long clients write before and after PgBouncer is killed'),
    rate: count('50', 1_000, 'Requests per second'),
  },
  async run(options, print) {
    if (!(await drillPgbouncer(options, print)))
      throw new CommandError('A request failed without a fault, or events of confirmed writes were lost.')
  },
})

const rolling = defineMeasurement({
  name: 'rolling',
  summary: 'Two API processes and two workers are upgraded from the previous release while clients read and write',
  options: {
    from: { value: 'COMMIT', description: 'The previous release: a tag or commit (default: the last tag)' },
    requests: count('50000', 10_000_000, 'Requests that clients send at least'),
    rate: count('250', 1_000, 'Requests per second'),
    dashboard,
  },
  async run(options, print) {
    if (!(await drillRolling(options, print)))
      throw new CommandError('A request failed, or an event or a usage event was lost.')
  },
})

const rotate = defineMeasurement({
  name: 'rotate',
  summary: 'Secret keys, database role, signing secret and API key are replaced while clients read and write',
  options: {
    seconds: count('10', 3_600, 'How long each step is observed at least'),
    rate: count('50', 1_000, 'Requests per second'),
  },
  async run(options, print) {
    if (!(await drillRotate(options, print)))
      throw new CommandError('A request failed, an event was lost, or a secret was not replaced.')
  },
})

const restore = defineMeasurement({
  name: 'restore',
  summary: 'A backup with pg_dump and with archived WAL under load, the loss of the server, and both restores',
  options: {
    seconds: count('20', 3_600, 'How long clients write before and after the backup'),
    rate: count('50', 1_000, 'Requests per second'),
  },
  async run(options, print) {
    if (!(await drillRestore(options, print)))
      throw new CommandError('The restore lost more than the last archived WAL.')
  },
})

const failover = defineMeasurement({
  name: 'failover',
  summary: 'Two API processes and two workers on PostgreSQL under Patroni, whose primary and etcd fail',
  options: {
    fault: { choices: failoverFaults, multiple: true, description: 'Only this fault; may be repeated' },
    runs: count('10', 100, 'How often each fault is injected'),
    rate: count('50', 1_000, 'Requests per second'),
    lists: { flag: true, description: 'Read lists from a standby, and list after each write' },
    dashboard,
  },
  async run({ fault, ...options }, print) {
    if (!(await drillFailover({ faults: fault, ...options }, print)))
      throw new CommandError(
        'A confirmed write or its event was lost or not in a list, or the service was unavailable for too long.',
      )
  },
})

const sentinel = defineMeasurement({
  name: 'sentinel',
  summary: 'Two API processes on Redis with two replicas and three Sentinels, whose primary and Sentinels fail',
  options: {
    runs: count('3', 100, 'How often each fault is injected'),
    rate: count('50', 1_000, 'Requests per second, twice the limit of the clients'),
  },
  async run(options, print) {
    if (!(await drillSentinel(options, print)))
      throw new CommandError('A request failed, an event was lost, or a limit permitted more than twice its number.')
  },
})

const diskFull = defineMeasurement({
  name: 'disk-full',
  summary: 'Two API processes and two workers on a PostgreSQL whose disk is filled, and freed again',
  options: {
    seconds: count('20', 3_600, 'How long the disk is full'),
    rate: count('50', 1_000, 'Requests per second'),
  },
  async run(options, print) {
    if (!(await drillDiskFull(options, print)))
      throw new CommandError('Events of confirmed writes were lost, or the service did not recover as it should.')
  },
})

const clock = defineMeasurement({
  name: 'clock',
  summary: 'Two API processes and two workers whose clocks are set forward and back',
  options: {
    seconds: count('15', 3_600, 'How long each clock is observed'),
    rate: count('20', 1_000, 'Requests per second'),
  },
  async run(options, print) {
    if (!(await drillClock(options, print)))
      throw new CommandError('A request failed, or events of confirmed writes were lost.')
  },
})

const program = {
  name: 'npm run drill --',
  summary: 'Rehearse failures of an installation under load, and measure what clients notice.',
  notes: `
    Each drill starts PostgreSQL, two API processes and two workers on free ports of this machine, and removes them at
    the end. docs/operations/drills.md explains the results.`,
  commands: [outages, rolling, rotate, failover, pgbouncer, sentinel, diskFull, clock, restore],
}
process.exitCode = await runProgram(program, process.argv.slice(2), processContext(process.env))
