import { join, resolve } from 'node:path'
import { defineCommand } from '@svc/command-line/command'
import { CommandError, UsageError } from '@svc/command-line/errors'
import { InvalidWaiversError } from '../diff/waivers.ts'
import { generate } from '../generate/generate.ts'
import { compareOutputs, formatDifferences } from '../generate/output.ts'
import { BrokenSpecError } from '../lint/findings.ts'
import { contractIn, releaseSourceIn, repository } from '../our-contract.ts'
import { announce, prepareRelease, type Release, ReleaseRefusedError, writeRelease } from '../release/release.ts'
import { UnreadableDocumentError } from '../source/document.ts'

export const releaseCommand = defineCommand({
  name: 'release',
  summary: 'Release a version of the contract: its bundle in spec/releases/ and its entry in CHANGELOG.md',
  description: `Releases the version in spec/openapi.yaml. A draft such as 1.0.0-demo is released only when VERSION names it.

  spec/RELEASING.md describes the whole process. Exit code 1 when the release is refused.`,
  arguments: [{ name: 'VERSION', description: 'The version in spec/openapi.yaml', optional: true }],
  options: {
    'dry-run': { flag: true, description: 'Print what would be released and write nothing' },
    announce: { flag: true, description: 'Add the breaking changes to the announcements in CHANGELOG.md' },
    override: {
      value: 'REASON',
      description: "Release without the 30 days' notice; recorded in the changelog and the bundle",
    },
    by: { value: 'NAME', description: 'Who decided the override' },
    folder: { value: 'DIR', description: 'Another repository with spec/openapi.yaml' },
  },
  async run({ options, arguments: [version] }, { workingDirectory }) {
    const { override: reason, by } = options
    if ((reason === undefined) !== (by === undefined))
      throw new UsageError('--override and --by belong together: an exception has a reason and a person responsible.')
    const folder = options.folder === undefined ? repository : resolve(workingDirectory, options.folder)
    const source = releaseSourceIn(folder)
    const today = new Date().toISOString().slice(0, 10)
    try {
      if (options.announce) return announced(await announce(source, today))
      const override = reason && by ? { reason, by } : undefined
      const release = await prepareRelease({
        source,
        today,
        ...(version && { version }),
        ...(override && { override }),
      })
      if (options.folder === undefined) await assertGenerated()
      if (!options['dry-run']) await writeRelease(folder, release)
      const { files, ...data } = release
      return { data: { ...data, files: [...files.keys()] }, text: describe(release, options['dry-run']) }
    } catch (error) {
      const expected = [ReleaseRefusedError, BrokenSpecError, UnreadableDocumentError, InvalidWaiversError]
      const isExpected = error instanceof Error && expected.some((kind) => error instanceof kind)
      throw isExpected ? new CommandError(error.message) : error
    }
  },
})

/** Throws a ReleaseRefusedError if the generated files of this repository do not match its contract. */
async function assertGenerated(): Promise<void> {
  const { files } = await generate(contractIn(repository), () => {})
  const differences = await compareOutputs(join(repository, 'generated'), files)
  if (differences.length > 0)
    throw new ReleaseRefusedError(
      `${formatDifferences(differences)}\n\ngenerated/ does not match the contract. Run \`npm run generate\`, commit the result, and release again.`,
    )
}

function announced(lines: readonly string[]) {
  const text =
    lines.length === 0
      ? 'Nothing to announce: every breaking change to a stable operation is announced already.'
      : `${lines.join('\n')}\n\nAdded to CHANGELOG.md. Write in the last part of each line what users have to do, then commit it.`
  return { data: { announcements: lines }, text }
}

function describe(release: Release, isDryRun: boolean): string {
  const { version, previous, step, clientVersion, changes, files } = release
  const count = (verdict: string) => changes.filter((change) => change.verdict === verdict).length
  const since =
    previous === undefined
      ? 'the first release'
      : `${step} since ${previous}: ${count('breaking')} breaking, ${count('risky')} risky, ${count('safe')} safe`
  const client = clientVersion === undefined ? '' : `The client version for it is ${clientVersion}.\n`
  const written = [...files.keys()].map((path) => `  ${path}`).join('\n')
  const heading = isDryRun ? 'Would write' : 'Written; edit the entry into prose before you commit'
  return `${version}: ${since}.\n${client}${heading}:\n${written}`
}
