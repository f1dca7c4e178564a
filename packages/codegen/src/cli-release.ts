import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { UnusableWaivers } from './diff/waivers.ts'
import { BrokenSpec } from './lint/findings.ts'
import { announce, type Override, prepareRelease, Refused, type Release, writeRelease } from './release/release.ts'
import { UnreadableDocument } from './source/document.ts'

const help = `Releases a version of the contract: its bundle in spec/releases/ and its entry in CHANGELOG.md.

  npm run spec:release                      the version that spec/openapi.yaml says
  npm run spec:release VERSION              the same, named: a draft such as 1.0.0-demo is released only so
  npm run spec:release -- --dry-run         says what would be released and writes nothing
  npm run spec:release -- --announce        adds the breaking changes to the announcements of CHANGELOG.md

Options (after --)
  --override WHY --by WHO   release without the 30 days' notice; both go into the changelog and the bundle
  --folder DIR              another repository with spec/openapi.yaml
  --help

spec/RELEASING.md tells the whole way. Exit code 0 when it is done, 1 when it is refused, 2 for a wrong option.
`

const repository = resolve(import.meta.dirname, '../../..')

async function main(args: string[]): Promise<number> {
  try {
    const { values, positionals } = parseArgs({
      args,
      allowPositionals: true,
      options: {
        'dry-run': { type: 'boolean', default: false },
        announce: { type: 'boolean', default: false },
        override: { type: 'string' },
        by: { type: 'string' },
        folder: { type: 'string' },
        help: { type: 'boolean', short: 'h', default: false },
      },
    })
    if (values.help) {
      print(help)
      return 0
    }
    const [version, ...others] = positionals
    if (others.length > 0) return refuse('Name at most one version.', 2)
    if ((values.override === undefined) !== (values.by === undefined))
      return refuse(
        '--override WHY and --by WHO belong together: an exception has a reason and somebody who answers for it.',
        2,
      )
    const folder = resolve(values.folder ?? repository)
    const today = new Date().toISOString().slice(0, 10)
    if (values.announce) return await runAnnounce(folder, today)
    const override: Override | undefined =
      values.override && values.by ? { reason: values.override, by: values.by } : undefined
    const release = await prepareRelease({ folder, today, ...(version && { version }), ...(override && { override }) })
    if (!values['dry-run']) await writeRelease(folder, release)
    print(tell(release, values['dry-run']))
    return 0
  } catch (error) {
    const isTold = [Refused, BrokenSpec, UnreadableDocument, UnusableWaivers].some((kind) => error instanceof kind)
    if (isTold) return refuse((error as Error).message, 1)
    if (error instanceof TypeError && 'code' in error) return refuse(error.message, 2)
    throw error
  }
}

async function runAnnounce(folder: string, today: string): Promise<number> {
  const lines = await announce(folder, today)
  if (lines.length === 0)
    print('There is nothing to announce: no breaking change to a stable operation that is not announced already.\n')
  else
    print(
      `${lines.join('\n')}\n\nAdded to CHANGELOG.md. Say in the last part of each line, in your words, what people have to do; then commit it.\n`,
    )
  return 0
}

function tell({ version, previous, step, clientVersion, changes, files }: Release, isTrial: boolean): string {
  const count = (verdict: string) => changes.filter((change) => change.verdict === verdict).length
  const since =
    previous === undefined
      ? 'the first release'
      : `${step} since ${previous}: ${count('breaking')} breaking, ${count('risky')} risky, ${count('safe')} safe`
  const client = clientVersion === undefined ? '' : `The client that belongs to it is ${clientVersion}.\n`
  const written = [...files.keys()].map((path) => `  ${path}`).join('\n')
  return `${version}: ${since}.\n${client}${isTrial ? 'Would write' : 'Written; edit the entry into prose before you commit'}:\n${written}\n`
}

function refuse(sentence: string, code: number): number {
  process.stderr.write(`${sentence}\n`)
  return code
}

function print(text: string): void {
  process.stdout.write(text)
}

process.exitCode = await main(process.argv.slice(2))
