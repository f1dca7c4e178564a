import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { parse, stringify } from 'yaml'
import { compareDocuments } from '../diff/compare.ts'
import type { Change } from '../diff/findings.ts'
import { laterOf, latestOf, parseVersion } from '../diff/versions.ts'
import { applyWaivers, readWaivers } from '../diff/waivers.ts'
import { sha256 } from '../generate/output.ts'
import { withoutPrivate } from '../generate/public-document.ts'
import { BrokenSpecError, inOrder } from '../lint/findings.ts'
import { bundle, lint } from '../lint/redocly.ts'
import { child, loadDocument } from '../source/document.ts'
import { ifMissing } from '../source/if-missing.ts'
import type { OpenApi } from '../source/openapi.ts'
import { isFarEnough, nextClientVersion, nextVersion, type Step, stepOf, steps } from './bump.ts'
import {
  addTo,
  announced,
  announcementLine,
  announcementsIn,
  announces,
  breakingTitle,
  type Changelog,
  formatChangelog,
  operationsOf,
  parseChangelog,
  unreleased,
} from './changelog.ts'
import { noticeDays, plusDays, publishedInGit, removedTooEarly, stableOperations, unannounced } from './notice.ts'

/** The files that a release reads and writes. Paths are relative to `folder`. */
export interface ReleaseSource {
  folder: string
  /** The root document of the contract. */
  spec: string
  /** The Redocly configuration with the lint rules. */
  rules: string
  /** The folder of the released bundles, one file for each version. */
  releases: string
  changelog: string
  waivers: string
  /** The package.json of the client, which may not exist. */
  client: string
}

/** The release is not allowed. The message states why and what to do. */
export class ReleaseRefusedError extends Error {
  override readonly name = 'ReleaseRefusedError'
}

/** An exception from the notice, with the person responsible. */
export interface Override {
  reason: string
  by: string
}

interface ReleaseRequest {
  source: ReleaseSource
  /** As `2026-11-21`. */
  today: string
  /**
   * The version to release, which must equal the version of the document. Default: the version of the document, unless
   * it is a draft.
   */
  version?: string
  override?: Override
}

/** A release that is allowed, with the files that it writes. */
export interface Release {
  version: string
  previous: string | undefined
  step: Step
  /** The corresponding version of the client. Undefined if the repository has no client. */
  clientVersion: string | undefined
  changes: Change[]
  /** Path within the repository to text. */
  files: Map<string, string>
}

/**
 * Prepares a release of the contract without writing files.
 *
 * @throws ReleaseRefusedError if the version does not match the changes, a breaking change was not announced in time, a
 * stable operation was removed without its end, or the file of the last release was edited
 *
 * @throws BrokenSpecError if the document has lint findings
 */
export async function prepareRelease(request: ReleaseRequest): Promise<Release> {
  const { source, today, override } = request
  const { folder, spec, releases } = source
  await assertClean(source)
  const now = await loadDocument(spec, { folder })
  const version = String(child(child(now.root, 'info'), 'version')?.value)
  assertOnPurpose(spec, version, request.version)
  const { previous, last, changes } = await changesSinceRelease(source, today)
  if (existsSync(join(folder, releases, `${version}.yaml`)))
    throw new ReleaseRefusedError(
      `${version} is already released, and a release is never changed. Raise \`info.version\` in ${spec}.`,
    )

  const step = stepOf(changes)
  if (previous !== undefined) assertVersion(spec, version, previous, step)
  const changelog = await readChangelog(source)
  const late = unannounced(changes, changelog, today, publishedInGit(folder, source.changelog, today))
  const early = last === undefined ? [] : removedTooEarly(changes, last, today)
  if (late.length > 0 && override === undefined)
    throw new ReleaseRefusedError(explainNotice(source.changelog, late, today))
  if (early.length > 0 && override === undefined)
    throw new ReleaseRefusedError(
      `Stable operations were removed too early.\n\n  ${early.join('\n  ')}\n\n${emergency}`,
    )

  const clientVersion = await clientVersionAfter(source, previous, previous === undefined ? 'additive' : step)
  const entry = {
    version,
    today,
    step,
    changes,
    clientVersion,
    override: late.length + early.length > 0 ? override : undefined,
  }
  const files = new Map([
    [`${releases}/${version}.yaml`, await releaseBundle(source, entry)],
    [source.changelog, formatChangelog(withEntry(changelog, { ...entry, isFirst: previous === undefined }))],
  ])
  return { version, previous, step, clientVersion, changes, files }
}

/** Writes the files below the folder, and creates folders that are missing. */
export async function writeRelease(folder: string, { files }: Release): Promise<void> {
  for (const [path, text] of files) {
    await mkdir(dirname(join(folder, path)), { recursive: true })
    await writeFile(join(folder, path), text)
  }
}

/**
 * Adds every breaking change to a stable operation that is not in the changelog yet to its announcements, dated today.
 *
 * @returns the lines that were added
 */
export async function announce(source: ReleaseSource, today: string): Promise<string[]> {
  const { changes } = await changesSinceRelease(source, today)
  const changelog = await readChangelog(source)
  const known = announcementsIn(changelog)
  const lines = changes
    .filter((change) => change.verdict === 'breaking')
    .filter((change) => stableOperations(change).some((name) => !known.some((one) => announces(one, change, name))))
    .map((change) => announcementLine(change, today))
  if (lines.length > 0)
    await writeFile(join(source.folder, source.changelog), formatChangelog(addTo(changelog, announced, lines)))
  return lines
}

/** The changes since the last release, without those that a waiver covers. */
async function changesSinceRelease(
  { folder, spec, releases, waivers: waiverFile }: ReleaseSource,
  today: string,
): Promise<{ previous: string | undefined; last: OpenApi | undefined; changes: Change[] }> {
  const previous = latestOf(await readdir(join(folder, releases)).catch(ifMissing([])))
  if (previous === undefined) return { previous, last: undefined, changes: [] }
  const last = await readRelease(folder, `${releases}/${previous}.yaml`)
  const [old, now] = await Promise.all(
    [`${releases}/${previous}.yaml`, spec].map((path) => loadDocument(path, { folder })),
  )
  if (!old || !now) throw new Error('One of the two documents is missing.')
  const waivers = await readWaivers(join(folder, waiverFile), waiverFile)
  return { previous, last, changes: applyWaivers(compareDocuments(old, now), waivers, today).open }
}

/** Reads the document of a release. Throws a ReleaseRefusedError if it is not what was released. */
async function readRelease(folder: string, file: string): Promise<OpenApi> {
  const text = await readFile(join(folder, file), 'utf8')
  const [, stated] = digestInHead.exec(text) ?? []
  if (stated !== sha256(withoutComments(text)))
    throw new ReleaseRefusedError(
      `${file} is not the file that was released: its text does not have the SHA-256 in its head. Restore it, for ` +
        `example with \`git checkout COMMIT -- ${file}\` from the commit of the release.`,
    )
  return parse(text)
}

/** The line in the head of a released bundle that shows that it was edited. */
const digestInHead = /^# SHA-256 of the document below: ([0-9a-f]{64})$/m

/** The document of a released bundle, without the comments in its head. */
function withoutComments(text: string): string {
  return text.replace(/^(?:#.*\n)*/, '')
}

async function assertClean({ folder, spec, rules }: ReleaseSource): Promise<void> {
  const findings = inOrder(await lint(spec, rules, folder))
  if (findings.some(({ severity }) => severity === 'error')) throw new BrokenSpecError(findings)
}

/** A draft such as `1.0.0-demo` is released only when it is named. */
function assertOnPurpose(spec: string, version: string, named: string | undefined): void {
  const parsed = parseVersion(version)
  if (!parsed)
    throw new ReleaseRefusedError(
      `\`info.version: ${version}\` in ${spec} is not a semantic version. Write it as 1.2.0.`,
    )
  if (named !== undefined && named !== version)
    throw new ReleaseRefusedError(`${spec} has \`version: ${version}\`, not ${named}. Correct one of them.`)
  if (named === undefined && parsed.label !== '')
    throw new ReleaseRefusedError(
      `${version} is a draft. To release it on purpose, name it: npm run spec:release ${version}`,
    )
}

function assertVersion(spec: string, version: string, previous: string, step: Step): void {
  if (step === 'runtime')
    throw new ReleaseRefusedError(
      `Nothing changed since ${previous}. A fix of the client alone is released separately, with a patch version.`,
    )
  if (isFarEnough(version, previous, step)) return
  const next = nextVersion(previous, steps[step].contract)
  throw new ReleaseRefusedError(
    `The changes since ${previous} are ${step} (${steps[step].what}), so \`info.version\` in ${spec} has to be at least ${next}; it is ${version}.`,
  )
}

const emergency = 'In an emergency: --override "why it cannot wait" --by "who decided".'

function explainNotice(changelog: string, late: ReturnType<typeof unannounced>, today: string): string {
  const items = late.map(({ change, operations, from }) => {
    const notice =
      from === undefined
        ? 'It was not announced'
        : `It was announced less than ${noticeDays} days ago: it may be released from ${from} on`
    return `  ${change.sentence}\n  ${change.place.file}:${change.place.line}  ${change.rule}\n  ${notice} (${operations.join(', ')}).`
  })
  return [
    `A breaking change to a stable operation must be announced in ${changelog} at least ${noticeDays} days before. These were not:`,
    ...items,
    `Announce them with \`npm run spec:release -- --announce\`, commit ${changelog}, and release from ${plusDays(today, noticeDays)} on. ` +
      emergency,
  ].join('\n\n')
}

async function readChangelog({ folder, changelog }: ReleaseSource): Promise<Changelog> {
  const text = await readFile(join(folder, changelog), 'utf8').catch(ifMissing('# Changelog\n'))
  return parseChangelog(text)
}

/**
 * Returns the next version of the client: after that of its package, or after the one that the previous release of the
 * contract names if the client was not released since. The client's own release sets it.
 */
async function clientVersionAfter(
  { folder, client, releases }: ReleaseSource,
  previous: string | undefined,
  step: Step,
): Promise<string | undefined> {
  const text = await readFile(join(folder, client), 'utf8').catch(ifMissing(undefined))
  if (text === undefined) return undefined
  const own = String(JSON.parse(text).version)
  const bundle = previous === undefined ? '' : await readFile(join(folder, releases, `${previous}.yaml`), 'utf8')
  const [, named = own] = clientInHead.exec(bundle) ?? []
  return nextClientVersion(laterOf(own, named), step)
}

/** The version of the client in the first line of a released bundle. */
const clientInHead = /^# Version .* for the client (\S+)\. /

interface Entry {
  version: string
  today: string
  step: Step
  changes: readonly Change[]
  clientVersion: string | undefined
  override: Override | undefined
}

async function releaseBundle(
  { folder, spec, rules }: ReleaseSource,
  { version, today, clientVersion, override }: Entry,
): Promise<string> {
  const scratch = await mkdtemp(join(tmpdir(), 'release-'))
  try {
    const document = withoutPrivate(await bundle(spec, rules, folder, scratch))
    const exception = override ? [`# Released without notice by ${override.by}: ${oneLine(override.reason)}`] : []
    const client = clientVersion === undefined ? '' : ` for the client ${clientVersion}`
    const text = stringify(document, { aliasDuplicateObjects: false, lineWidth: 120 })
    const head = [
      `# Version ${version} of the contract, released on ${today}${client}. Never edited: the next one is another file.`,
      ...exception,
      `# SHA-256 of the document below: ${sha256(text)}`,
    ]
    return `${head.join('\n')}\n${text}`
  } finally {
    await rm(scratch, { recursive: true, force: true })
  }
}

/** The entry is a draft: the sentences of the comparison, for a person to turn into prose before they commit it. */
function withEntry(changelog: Changelog, entry: Entry & { isFirst: boolean }): Changelog {
  const { version, today, changes, clientVersion, override, isFirst } = entry
  const pending = changelog.sections.find(({ title }) => title === unreleased)?.text ?? ''
  const list = (title: string, verdict: (change: Change) => boolean) => {
    const items = changes.filter(verdict).map(({ sentence }) => `- ${sentence}`)
    return items.length > 0 ? [`### ${title}\n\n${items.join('\n')}`] : []
  }
  const text = [
    ...(pending === '' ? [] : [pending]),
    ...(isFirst ? ['The first released version of the contract.'] : []),
    ...(override
      ? [`**Released without ${noticeDays} days' notice.** ${oneLine(override.reason)} Decided by ${override.by}.`]
      : []),
    ...list(breakingTitle, ({ verdict }) => verdict === 'breaking'),
    ...list('Risky changes', ({ verdict }) => verdict === 'risky'),
    ...list('New and improved', (change) => change.verdict === 'safe' && stepOf([change]) === 'additive'),
    ...list('Documentation', (change) => change.verdict === 'safe' && stepOf([change]) === 'wording'),
    ...(clientVersion === undefined ? [] : [`The client version for it is ${clientVersion}.`]),
  ].join('\n\n')
  const keys = announcementsIn(changelog)
    .filter((one) => changes.some((change) => operationsOf(change).some((name) => announces(one, change, name))))
    .map(({ key }) => key)
  const sections = changelog.sections
    .filter(({ title }) => title !== unreleased)
    .map((section) => (section.title === announced ? { ...section, text: without(section.text, keys) } : section))
    .filter(({ title, text: left }) => title !== announced || left !== '')
  const above = sections.filter(({ title }) => title === announced)
  const below = sections.filter(({ title }) => title !== announced)
  return { ...changelog, sections: [...above, { title: `${version} (${today})`, text }, ...below] }
}

/** Removes the announcements of changes that are now released, because the entry of the release describes them. */
function without(text: string, keys: readonly string[]): string {
  return text
    .split('\n')
    .filter((one) => !keys.some((key) => one.startsWith(key)))
    .join('\n')
    .trim()
}

function oneLine(text: string): string {
  return text.replaceAll(/\s+/g, ' ').trim()
}
