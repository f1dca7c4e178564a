/** A group of programs that verify one thing, each too slow for `npm test`. */
export interface Lane {
  name: string
  /** The statement that is true when the lane passes. */
  summary: string
  /** On two cores with nothing else running. A lane that takes five times as long is stopped, and failed. */
  minutes: number
  /** Runs only with `--all` or by its name, before a release: it takes long, downloads much or needs other programs. */
  beforeRelease?: true
  /** One after the other; all must exit with 0. */
  commands: readonly (readonly string[])[]
}

const program = (path: string, ...args: string[]) => ['node', path, ...args]
const bench = (...args: string[]) => program('bench/run.ts', ...args)

/** In the order in which they run: the cheap ones first. Those of each change take 45 minutes at most. */
export const lanes: readonly Lane[] = [
  {
    name: 'spec-corpus',
    summary: 'every edit of the corpus is judged as breaking, harmless or neither, as expected',
    minutes: 1,
    commands: [program('packages/codegen/test/diff/corpus-table.ts')],
  },
  {
    name: 'parity',
    summary: 'the mock responds like the service',
    minutes: 1,
    commands: [['vitest', 'run', 'apps/mock/test/parity']],
  },
  {
    name: 'slow-tests',
    summary: 'the tests that npm test leaves out pass',
    minutes: 12,
    commands: [['vitest', 'run', '--project', 'slow']],
  },
  {
    name: 'races',
    summary: 'two API processes under every race of OAuth, in full size',
    minutes: 2,
    commands: [program('apps/api/test/oauth/races/run.ts')],
  },
  {
    name: 'mcp',
    summary:
      '5,000 fuzzed tool calls, 200 clients at once, three foreign clients and the official MCP conformance suite',
    minutes: 1,
    commands: [program('apps/api/test/mcp/verify/run.ts')],
  },
  {
    name: 'faults',
    summary:
      'no event is lost, and only interrupted ones are repeated, under every fault of worker and database, in full size',
    minutes: 10,
    beforeRelease: true,
    commands: [program('apps/worker/test/faults/run.ts')],
  },
  {
    name: 'worker-mutations',
    summary: 'each broken guarantee of the queue and the worker fails the test named after it',
    minutes: 15,
    beforeRelease: true,
    commands: [program('apps/worker/test/mutations/run.ts')],
  },
  {
    name: 'starts',
    summary: 'two processes that start at the same time on an empty folder share one PostgreSQL, in ten rounds',
    minutes: 1,
    commands: [
      [
        ...['env', 'LOCAL_POSTGRES_ROUNDS=10', 'vitest', 'run', 'packages/local-postgres/test/local-postgres.test.ts'],
        ...['-t', 'starts at the same time'],
      ],
    ],
  },
  {
    name: 'imports',
    summary: 'a worker that is killed five times imports each of 30,000 reviews once',
    minutes: 1,
    commands: [
      ['env', 'IMPORT_KILLS=5', 'vitest', 'run', 'apps/worker/test/review-imports.test.ts', '-t', 'killed 5 times'],
    ],
  },
  {
    name: 'profile',
    summary:
      'disabled, nothing is sent; 100,000 reviews with 5 % faults are read once; 200 killed sends publish each reply once',
    minutes: 45,
    beforeRelease: true,
    commands: [
      program('test/verify/profile-off.ts'),
      ['env', 'PROFILE_BACKFILLED_REVIEWS=100000', 'vitest', 'run', 'apps/worker/test/profile-backfill.test.ts'],
      ['env', 'PROFILE_KILLED_SENDS=200', 'vitest', 'run', 'apps/worker/test/profile-replies.test.ts', '-t', 'kill -9'],
    ],
  },
  {
    name: 'packages',
    summary: 'the client and the mock, as published: size, existing programs, install, one request',
    minutes: 1,
    commands: [
      program('packages/sdk/scripts/build.ts'),
      program('packages/sdk/scripts/size.ts'),
      program('packages/sdk/scripts/breaks.ts'),
      program('apps/mock/scripts/try-package.ts'),
    ],
  },
  {
    name: 'runtimes',
    summary: 'the published client in every runtime that it names; downloads them',
    minutes: 1,
    beforeRelease: true,
    commands: [program('packages/sdk/scripts/runtimes.ts')],
  },
  {
    name: 'published-documents',
    summary:
      'a service of each of ten published OpenAPI documents compiles and passes its contract tests; downloads them',
    minutes: 6,
    beforeRelease: true,
    commands: [program('test/verify/published-documents.ts')],
  },
  {
    name: 'fresh-clone',
    summary: 'a clone of the last commit installs, starts, serves a request and stops',
    minutes: 2,
    commands: [program('test/verify/fresh-clone.ts')],
  },
  {
    name: 'drills',
    summary:
      'no outage, pooler, full disk or wrong clock loses the event of a confirmed write, and both backups are restored',
    minutes: 12,
    beforeRelease: true,
    commands: [
      program('bench/drills/run.ts', 'outages'),
      program('bench/drills/run.ts', 'pgbouncer'),
      program('bench/drills/run.ts', 'disk-full'),
      program('bench/drills/run.ts', 'clock'),
      program('bench/drills/run.ts', 'rotate'),
      program('bench/drills/run.ts', 'restore'),
    ],
  },
  {
    name: 'upgrade',
    summary: 'an upgrade from the previous release fails none of 50,000 requests and loses no event',
    minutes: 6,
    beforeRelease: true,
    commands: [program('bench/drills/run.ts', 'rolling')],
  },
  {
    name: 'failover',
    summary: 'another PostgreSQL and another Redis take over in time, without a lost write, event or limit',
    minutes: 20,
    beforeRelease: true,
    commands: [
      program('bench/drills/run.ts', 'failover', '--runs', '3'),
      program('bench/drills/run.ts', 'sentinel', '--runs', '3'),
    ],
  },
  {
    name: 'packaging',
    summary: 'the Compose file is valid, and the Helm chart renders processes that start with its settings',
    minutes: 4,
    beforeRelease: true,
    commands: [program('test/verify/packaging.ts')],
  },
  {
    name: 'container',
    summary: 'the image on a Debian of libraries only is built without a network, and its API becomes ready',
    minutes: 3,
    beforeRelease: true,
    commands: [program('test/verify/container.ts')],
  },
  {
    name: 'prometheus',
    summary: 'every alert fires when it should, and a real Prometheus has data for every query of the dashboard',
    minutes: 1,
    commands: [program('test/verify/prometheus.ts')],
  },
  {
    name: 'roles',
    summary: 'each role installs alone, without tools, and its program loads',
    minutes: 1,
    commands: [program('deploy/sizes.ts')],
  },
  {
    name: 'contract',
    summary: 'all contract tests: every operation, status and event, fuzzed and under faults',
    minutes: 10,
    commands: [program('contract-tests/src/cli.ts')],
  },
  {
    name: 'planted-bugs',
    summary: 'the contract tests catch every bug that is planted in front of the service',
    minutes: 7,
    commands: [program('contract-tests/mutations/run.ts')],
  },
  {
    name: 'planted-relations',
    summary: 'the relations of the contract tests catch bugs that are planted in operations and stores of the service',
    minutes: 8,
    beforeRelease: true,
    commands: [program('contract-tests/mutations/relations.ts')],
  },
  {
    name: 'mutants',
    summary: 'the contract tests detect small changes of the source of operations and stores, of a sample of 120',
    minutes: 25,
    beforeRelease: true,
    commands: [program('contract-tests/mutations/mutants.ts')],
  },
  {
    name: 'other-tools',
    summary:
      'Specmatic, and Schemathesis with its default settings, find nothing that has no explanation; downloads them',
    minutes: 12,
    beforeRelease: true,
    commands: [program('contract-tests/other-tools/run.ts')],
  },
  {
    name: 'clients',
    summary: 'clients that others generate in six languages compile, and call the service and the mock; downloads much',
    minutes: 8,
    beforeRelease: true,
    commands: [program('contract-tests/clients/run.ts')],
  },
  {
    name: 'bench',
    summary: 'every benchmark works, in its shortest form; for goals run `npm run bench`',
    minutes: 6,
    beforeRelease: true,
    commands: [
      bench('api', '--rounds', '1', '--seconds', '1', '--limit', '25'),
      bench('oauth', '--rounds', '1', '--seconds', '1'),
      bench('mcp', '--rounds', '1', '--seconds', '1'),
      bench('pages', '--analyses', '5000', '--reads', '10'),
      bench('idle', '--rounds', '1', '--seconds', '5'),
      bench('webhooks', '--rounds', '1', '--seconds', '1', '--deliveries', '1000'),
      bench('analysis', '--rounds', '1', '--reviews', '1000'),
      bench('sdk', '--rounds', '1', '--calls', '50'),
      bench('loop', '--without-services'),
      bench('profile', '--seconds', '1'),
    ],
  },
]
