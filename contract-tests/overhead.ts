import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { execa } from 'execa'
import { idVariables, prepareFixtures } from './src/fixtures.ts'
import { readOperations } from './src/operations.ts'
import { documentFiles, root, schemathesisDir } from './src/paths.ts'
import { prepareSchemathesis, runSchemathesis } from './src/schemathesis.ts'
import { startService } from './src/service.ts'
import { createCounter } from './src/tally.ts'

// Measures the overhead of the wrapper around Schemathesis: the same run with the same reports, plain and wrapped, in
// turn on one service. Prints the elapsed time and the CPU time of the wrapper.

const rounds = 3
const examples = 40
const budget = 0.05
/** The end of a run in which no check failed: the account has its business, so that it cannot create one. */
const onlyWarned = 'Warnings fail the run'
/** The number of characters of the output of a failed run that are shown. */
const outputCharsMax = 4_000

const { signal } = new AbortController()
const print = (line: string) => void process.stdout.write(`${line}\n`)
const dir = await mkdtemp(join(tmpdir(), 'contract-overhead-'))
const python = await prepareSchemathesis({ env: process.env, signal, print })
const operationIds = await readOperations()
const service = await startService({ signal, logFile: join(dir, 'service.log') })
try {
  const fixtures = await prepareFixtures(service, { signal })
  const env = {
    SVC_LANE: 'main',
    SVC_BASE_URL: service.baseUrl,
    SVC_API_KEY: service.accounts[0].api_key,
    ...idVariables(fixtures),
    SVC_WEBHOOK_URL: service.webhookUrl,
  }
  const credentials = { scheme: 'apiKeyHeader', setting: 'api_key', variable: 'SVC_API_KEY' } as const
  const plain: number[] = []
  const wrapped: number[] = []
  const withoutReports: number[] = []
  const own: number[] = []
  let cases = 0
  for (let round = 1; round <= rounds; round += 1) {
    const reportDir = `${dir}/wrapped-${round}/`
    await mkdir(reportDir, { recursive: true })
    const counter = createCounter('main', operationIds)
    const cpu = process.cpuUsage()
    const startedMs = performance.now()
    await runSchemathesis({
      python,
      baseUrl: service.baseUrl,
      credentials,
      seed: 1,
      examples,
      env,
      reportDir,
      counter,
      signal,
      phases: ['examples', 'coverage', 'fuzzing'],
      onProgress: () => {},
    })
    wrapped.push(performance.now() - startedMs)
    const used = process.cpuUsage(cpu)
    own.push((used.user + used.system) / 1_000)
    cases = counter.tally.cases

    const args = [
      ...[
        '-m',
        'schemathesis.cli',
        '--config-file',
        `${reportDir}schemathesis.toml`,
        'run',
        `${root}${documentFiles.rest}`,
      ],
      ...['--url', service.baseUrl, '--phases', 'examples,coverage,fuzzing', '--seed', '1'],
      ...['--max-examples', String(examples), '--workers', '1', '--no-color'],
    ]
    const reports = [
      ...['--report', 'junit,ndjson', '--report-junit-path', `${dir}/plain.xml`],
      ...['--report-ndjson-path', `${dir}/plain.ndjson`],
    ]
    for (const [times, extra] of [
      [plain, reports],
      [withoutReports, []],
    ] as const) {
      const plainStartedMs = performance.now()
      const { exitCode, stdout } = await execa(python.command, [...args, ...extra], {
        env: {
          ...python.env,
          ...env,
          SVC_HOOKS: `${schemathesisDir}hooks_rest.py`,
          PYTHONPATH: [schemathesisDir, python.env.PYTHONPATH].filter(Boolean).join(':'),
          PYTHONUNBUFFERED: '1',
          PYTHONHASHSEED: '0',
          COLUMNS: '160',
          HYPOTHESIS_STORAGE_DIRECTORY: `${schemathesisDir}.environment/hypothesis`,
        },
        reject: false,
      })
      if (exitCode !== 0 && !stdout.includes(onlyWarned))
        throw new Error(
          `Plain Schemathesis ended with exit code ${exitCode}, so the runs cannot be compared:\n${stdout.slice(-outputCharsMax)}`,
        )
      times.push(performance.now() - plainStartedMs)
    }
  }
  const best = (times: number[]) => Math.min(...times)
  const perSecond = (ms: number) => Math.round((cases / ms) * 1_000)
  const ownShare = best(own) / best(plain)
  print(`plain    ${(best(withoutReports) / 1_000).toFixed(2)} s without reports`)
  print(`plain    ${(best(plain) / 1_000).toFixed(2)} s, ${perSecond(best(plain))} cases/s`)
  print(`wrapped  ${(best(wrapped) / 1_000).toFixed(2)} s, ${perSecond(best(wrapped))} cases/s, ${cases} cases`)
  print(
    `elapsed time ${percent(best(wrapped) / best(plain) - 1)}, CPU time of the wrapper ${percent(ownShare)} of the run`,
  )
  process.exitCode = ownShare < budget ? 0 : 1
} finally {
  await service.stop()
  await rm(dir, { recursive: true, force: true })
}

function percent(share: number): string {
  return `${share >= 0 ? '+' : ''}${(share * 100).toFixed(1)} %`
}
