import { parseArgs } from 'node:util'
import { lanes } from './lanes.ts'
import { CannotRun } from './problem.ts'

export const help = `Tests a running service against its contract, spec/openapi.yaml and spec/oauth.yaml.

usage: npm run contract -- [OPTIONS]

How much
  (nothing)            everything, with a service started for it: more than 20,000 cases
  --fast               what npm test runs: every lane in small, about a minute
  --nightly            many more cases, with a new seed each time

What
  --lane NAME          only this lane; may be repeated (--list shows them)
  --operation NAME     only this operation, by its operationId; may be repeated
  --changed-since REF  only operations that changed since that commit; all of them where the code of the service did
  --shard K/N          the K-th of N parts, for N machines at once
  --replay CASE        what a failure is called in the report, such as main/getWebhook/not_a_server_error:
                       runs that operation in that lane again, and says whether it still fails

Which cases
  --seed N             the same seed sends the same cases
  --examples N         cases per operation while fuzzing

Against a deployed service
  --base-url URL       its address with the base path: https://reviews.example.com/api/public/v1
                       SVC_API_KEY and SVC_API_KEY_2 are keys of two accounts that nobody needs for anything else.
                       SVC_CLIENT_ID and SVC_CLIENT_SECRET, an OAuth client of the first one, add the lanes oauth and tokens.
                       SVC_WEBHOOK_URL is where the webhooks go that tests register; https://example.com unless told.
                       Lanes that need the operator's hand on the service are left out.
  --safe               no call that counts against a quota; endpoints that were made are deleted and named

  --list               list the lanes
  --help               this text

Exit codes: 0 no failure · 1 failures were found · 2 it could not run, and the message says why · 130 it was stopped.

Reports, always in the same place, also after exit code 2:
  reports/contract/index.html          what was tested, what was not, each failure with the command to see it again
  reports/contract/junit.xml           the same for continuous integration
  reports/contract/summary.json        the same for programs
  reports/contract/LANE/cases.txt      every case that was sent
  $GITHUB_STEP_SUMMARY                 a job summary, where that is set

contract-tests/baseline.json holds failures that are known, each with a ticket and the day on which it has to be gone.
contract-tests/uncovered.json holds documented statuses that no lane reaches, each with its reason.
`

export interface Options {
  mode: 'fast' | 'full' | 'nightly'
  lanes: readonly string[] | undefined
  operations: readonly string[] | undefined
  changedSince: string | undefined
  shard: { part: number; of: number } | undefined
  replay: string | undefined
  seed: number | undefined
  examples: number | undefined
  baseUrl: string | undefined
  safe: boolean
  wants: 'run' | 'help' | 'list'
}

/** Reads the command line. Throws CannotRun with what is wrong in it. */
export function readOptions(args: readonly string[]): Options {
  const values = parse(args)
  const replay = values.replay?.split('/')
  if (replay && replay.length < 3)
    throw new CannotRun(`--replay takes lane/operation/check, as the report names a failure, not "${values.replay}".`)
  const chosen = replay ? [replay[0] ?? ''] : values.lane
  const unknown = chosen?.find((name) => !lanes.some((lane) => lane.name === name))
  if (unknown !== undefined)
    throw new CannotRun(`There is no lane "${unknown}". There are ${lanes.map(({ name }) => name).join(', ')}.`)
  if (values.safe && values['base-url'] === undefined)
    throw new CannotRun('--safe is for a deployed service: name it with --base-url.')
  if (values.fast && values.nightly) throw new CannotRun('--fast and --nightly are opposites: choose one.')
  return {
    mode: values.fast ? 'fast' : values.nightly ? 'nightly' : 'full',
    lanes: chosen,
    operations: values.operation,
    changedSince: values['changed-since'],
    shard: readShard(values.shard),
    replay: values.replay,
    seed: readNumber('seed', values.seed),
    examples: readNumber('examples', values.examples),
    baseUrl: values['base-url'] === undefined ? undefined : readUrl(values['base-url']),
    safe: values.safe ?? false,
    wants: values.help ? 'help' : values.list ? 'list' : 'run',
  }
}

function parse(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      options: {
        fast: { type: 'boolean' },
        nightly: { type: 'boolean' },
        lane: { type: 'string', multiple: true },
        operation: { type: 'string', multiple: true },
        'changed-since': { type: 'string' },
        shard: { type: 'string' },
        replay: { type: 'string' },
        seed: { type: 'string' },
        examples: { type: 'string' },
        'base-url': { type: 'string' },
        safe: { type: 'boolean' },
        list: { type: 'boolean' },
        help: { type: 'boolean', short: 'h' },
      },
    }).values
  } catch (error) {
    throw new CannotRun(`${(error as Error).message}\n"npm run contract -- --help" shows what there is.`)
  }
}

function readNumber(name: string, text: string | undefined): number | undefined {
  if (text === undefined) return undefined
  if (!/^[1-9][0-9]{0,9}$/.test(text)) throw new CannotRun(`--${name} is a whole number above 0, not "${text}".`)
  return Number(text)
}

function readShard(text: string | undefined): Options['shard'] {
  if (text === undefined) return undefined
  const [, part, of] = /^(\d{1,3})\/(\d{1,3})$/.exec(text) ?? []
  if (!part || !of || Number(part) < 1 || Number(part) > Number(of))
    throw new CannotRun(`--shard is written K/N, such as 1/4, not "${text}".`)
  return { part: Number(part), of: Number(of) }
}

function readUrl(text: string): string {
  if (!URL.canParse(text) || !/^https?:$/.test(new URL(text).protocol))
    throw new CannotRun(`--base-url is an address such as https://reviews.example.com/api/public/v1, not "${text}".`)
  return text.replace(/\/+$/, '')
}
