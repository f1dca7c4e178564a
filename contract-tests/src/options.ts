import { parseArgs } from 'node:util'
import { CannotRunError, messageOf } from './cannot-run-error.ts'
import { lanes } from './lanes.ts'

export const help = `Tests a running service against its contract, spec/openapi.yaml and spec/oauth.yaml.

usage: npm run contract -- [OPTIONS]

How much
  (nothing)            everything, with a service started for it: more than 20,000 cases
  --fast               what npm test runs: a small part of every lane, about a minute
  --nightly            many more cases, with a new seed each time

What
  --lane NAME          only this lane; may be repeated (--list shows them)
  --operation NAME     only this operation, by its operationId; may be repeated
  --changed-since REF  only operations that changed since that commit; all if the code of the service changed
  --shard K/N          the K-th of N parts, to split a run over N machines
  --replay CASE        the name of a failure in the report, such as main/getWebhook/not_a_server_error:
                       runs that operation in that lane again and reports whether it still fails

Which cases
  --seed N             the same seed sends the same cases
  --examples N         cases per operation while fuzzing

Against a deployed service
  --base-url URL       its URL with the base path: https://reviews.example.com/api/public/v1
                       SVC_API_KEY and SVC_API_KEY_2 are keys of two accounts reserved for the tests.
                       SVC_CLIENT_ID and SVC_CLIENT_SECRET, an OAuth client of the first one, add the lanes oauth and tokens.
                       SVC_WEBHOOK_URL is the origin of webhooks that tests register; https://example.com by default.
                       Lanes that have to operate the service are skipped.
  --safe               no request that counts against a quota; created endpoints are deleted and listed

  --list               list the lanes
  --help               show this help

Exit codes: 0 no failures · 1 failures · 2 the tests could not run (see the message) · 130 stopped.

Reports, always in the same place, also after exit code 2:
  reports/contract/index.html          what was tested, what was not, each failure with the command to reproduce it
  reports/contract/junit.xml           the same for continuous integration
  reports/contract/summary.json        the same for programs
  reports/contract/LANE/cases.txt      every case that was sent
  $GITHUB_STEP_SUMMARY                 a job summary, if set

contract-tests/baseline.json lists known failures, each with a ticket and an expiry date.
contract-tests/uncovered.json lists documented statuses that no lane reaches, each with its reason.
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

/** Reads the command line. Throws CannotRunError if it is invalid. */
export function readOptions(args: readonly string[]): Options {
  const values = parse(args)
  const replay = values.replay?.split('/')
  if (replay && replay.length < 3)
    throw new CannotRunError(
      `--replay takes lane/operation/check, the name of a failure in the report, not "${values.replay}".`,
    )
  const chosen = replay ? [replay[0] ?? ''] : values.lane
  const unknown = chosen?.find((name) => !lanes.some((lane) => lane.name === name))
  if (unknown !== undefined)
    throw new CannotRunError(`Unknown lane "${unknown}". Available: ${lanes.map(({ name }) => name).join(', ')}.`)
  if (values.safe && values['base-url'] === undefined) throw new CannotRunError('--safe requires --base-url.')
  if (values.fast && values.nightly) throw new CannotRunError('--fast and --nightly exclude each other.')
  return {
    mode: modeOf(values),
    lanes: chosen,
    operations: values.operation,
    changedSince: values['changed-since'],
    shard: readShard(values.shard),
    replay: values.replay,
    seed: readNumber('seed', values.seed),
    examples: readNumber('examples', values.examples),
    baseUrl: values['base-url'] === undefined ? undefined : readUrl(values['base-url']),
    safe: values.safe ?? false,
    wants: wantOf(values),
  }
}

function modeOf({ fast, nightly }: { fast?: boolean; nightly?: boolean }): Options['mode'] {
  if (fast) return 'fast'
  return nightly ? 'nightly' : 'full'
}

function wantOf({ help, list }: { help?: boolean; list?: boolean }): Options['wants'] {
  if (help) return 'help'
  return list ? 'list' : 'run'
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
    throw new CannotRunError(`${messageOf(error)}\n"npm run contract -- --help" lists the options.`)
  }
}

function readNumber(name: string, text: string | undefined): number | undefined {
  if (text === undefined) return undefined
  if (!/^[1-9][0-9]{0,9}$/.test(text)) throw new CannotRunError(`--${name} must be a positive integer, not "${text}".`)
  return Number(text)
}

function readShard(text: string | undefined): Options['shard'] {
  if (text === undefined) return undefined
  const [, part, of] = /^(\d{1,3})\/(\d{1,3})$/.exec(text) ?? []
  if (!part || !of || Number(part) < 1 || Number(part) > Number(of))
    throw new CannotRunError(`--shard must have the form K/N, such as 1/4, not "${text}".`)
  return { part: Number(part), of: Number(of) }
}

function readUrl(text: string): string {
  if (!URL.canParse(text) || !/^https?:$/.test(new URL(text).protocol))
    throw new CannotRunError(
      `--base-url must be a URL such as https://reviews.example.com/api/public/v1, not "${text}".`,
    )
  return text.replace(/\/+$/, '')
}
