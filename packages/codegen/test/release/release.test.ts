import { execFileSync } from 'node:child_process'
import { cp, mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { changelogPage } from '../../src/docs-site/changelog-feed.ts'
import { releaseSourceIn } from '../../src/our-contract.ts'
import {
  announce,
  type Override,
  prepareRelease,
  ReleaseRefusedError,
  writeRelease,
} from '../../src/release/release.ts'
import { fixtures, temporaryFolder } from '../helpers.ts'

const today = '2026-11-21'
const fieldRemoved = (spec: string) =>
  spec.replace('comment: { type: string, maxLength: 200, description: What was said. }', '')
const fieldAdded = (spec: string) =>
  spec.replace(
    'title: { type: string, maxLength: 100 }',
    'title: { type: string, maxLength: 100 }\n        shelf: { type: string }',
  )
const raisedTo = (version: string) => (spec: string) => spec.replace(/version: \d\S*/, `version: ${version}`)

const templates = { fresh: '', released: '' }

beforeAll(async () => {
  templates.fresh = await temporaryFolder(afterAll)
  const { folder, git, commit } = at(templates.fresh)
  await mkdir(join(folder, 'spec'))
  await mkdir(join(folder, 'packages/sdk'), { recursive: true })
  await cp(join(fixtures, 'lending.yaml'), join(folder, 'spec/openapi.yaml'))
  await writeFile(join(folder, 'packages/sdk/package.json'), '{ "version": "0.4.2" }\n')
  await writeFile(join(folder, 'CHANGELOG.md'), '# Changelog\n\nWhat changed.\n')
  git(['init', '--quiet'], '2026-06-01')
  await commit('2026-06-01')

  templates.released = await temporaryFolder(afterAll)
  await cp(folder, templates.released, { recursive: true })
  await writeRelease(
    templates.released,
    await prepareRelease({ source: releaseSourceIn(templates.released), today: '2026-06-01' }),
  )
  await at(templates.released).commit('2026-06-01')
})

test('the first release writes the bundle and an entry, and a bundle is never changed', async () => {
  const { folder } = await repository()
  const release = await prepareRelease({ source: releaseSourceIn(folder), today })
  expect(await readdir(folder)).not.toContain('spec/releases')
  await writeRelease(folder, release)
  expect(await readFile(join(folder, 'spec/releases/1.0.0.yaml'), 'utf8')).toMatch(
    /^# Version 1\.0\.0 .*2026-11-21.*\n# SHA-256 .*\nopenapi: 3\.1\.0/,
  )
  expect(await changelogIn(folder)).toContain('## 1.0.0 (2026-11-21)\n\nThe first released version')
  await expect(prepareRelease({ source: releaseSourceIn(folder), today })).rejects.toThrow('1.0.0 is already released')
})

test('a draft is released only when it is named', async () => {
  const { folder, edit } = await repository()
  await edit(raisedTo('1.0.0-demo'))
  await expect(prepareRelease({ source: releaseSourceIn(folder), today })).rejects.toThrow(
    '1.0.0-demo is a draft. To release it on purpose',
  )
  await expect(prepareRelease({ source: releaseSourceIn(folder), today, version: '1.0.0' })).rejects.toThrow(
    'has `version: 1.0.0-demo`, not 1.0.0',
  )
  expect((await prepareRelease({ source: releaseSourceIn(folder), today, version: '1.0.0-demo' })).version).toBe(
    '1.0.0-demo',
  )
})

test('an additive change requires a minor version and is listed', async () => {
  const { folder, edit } = await released()
  await edit(fieldAdded)
  await expect(prepareRelease({ source: releaseSourceIn(folder), today })).rejects.toThrow('1.0.0 is already released')
  await edit(raisedTo('1.0.1'))
  await expect(prepareRelease({ source: releaseSourceIn(folder), today })).rejects.toThrow(
    'has to be at least 1.1.0; it is 1.0.1',
  )
  await edit(raisedTo('1.1.0'))
  const { files, step, clientVersion } = await prepareRelease({ source: releaseSourceIn(folder), today })
  expect([step, clientVersion]).toEqual(['additive', '0.6.0'])
  expect(files.get('CHANGELOG.md')).toMatch(/## 1\.1\.0 \(2026-11-21\)[^#]*### New and improved\n\n- `shelf` is new/)
})

test('every release has a version of the client of its own, until the client itself is at a later one', async () => {
  const { folder, edit } = await released()
  const next = async (version: string, change: (spec: string) => string) => {
    await edit((spec) => raisedTo(version)(change(spec)))
    const release = await prepareRelease({ source: releaseSourceIn(folder), today })
    await writeRelease(folder, release)
    return [release.step, release.clientVersion]
  }
  const lengthOfNotes = (from: number, to: number) => (spec: string) =>
    spec.replace(`note: { type: string, maxLength: ${from} }`, `note: { type: string, maxLength: ${to} }`)
  expect(await readFile(join(folder, 'spec/releases/1.0.0.yaml'), 'utf8')).toContain(' for the client 0.5.0. ')
  expect(await next('1.1.0', fieldAdded)).toEqual(['additive', '0.6.0'])
  expect(await next('2.0.0', lengthOfNotes(500, 50))).toEqual(['breaking', '0.7.0'])
  await writeFile(join(folder, 'packages/sdk/package.json'), '{ "version": "1.2.0" }\n')
  expect(await next('3.0.0', lengthOfNotes(50, 40))).toEqual(['breaking', '2.0.0'])
})

test('the page of the changelog has each release with its date and a link, and marks what breaks', async () => {
  const { folder, edit } = await released()
  await edit((spec) => raisedTo('1.1.0')(fieldAdded(spec)))
  await writeRelease(folder, await prepareRelease({ source: releaseSourceIn(folder), today: '2026-10-05' }))
  await edit((spec) =>
    raisedTo('2.0.0')(spec.replace('note: { type: string, maxLength: 500 }', 'note: { type: string, maxLength: 50 }')),
  )
  await writeRelease(folder, await prepareRelease({ source: releaseSourceIn(folder), today }))
  const { body } = changelogPage(await changelogIn(folder), '2.0.0').page
  const headings = [...body.matchAll(/<h2 id="([^"]+)"><a class="anchor" href="#([^"]+)">(.*?)<\/a><\/h2>/g)]
  expect(headings.map(([, id, link, heading]) => [id === link, heading])).toEqual([
    [
      true,
      'Version 2.0.0, <time datetime="2026-11-21">November 21, 2026</time> <span class="status bad">breaking changes</span>',
    ],
    [true, 'Version 1.1.0, <time datetime="2026-10-05">October 5, 2026</time>'],
    [true, 'Version 1.0.0, <time datetime="2026-06-01">June 1, 2026</time>'],
  ])
  expect(body).toContain('The current version is <strong>2.0.0</strong>, released on ')
})

test('a version without changes is refused', async () => {
  const { folder, edit } = await released()
  await edit((spec) => spec.replace('title: Lending', 'title: Lending '))
  await expect(prepareRelease({ source: releaseSourceIn(folder), today })).rejects.toThrow(ReleaseRefusedError)
})

test('a breaking change to a stable webhook is refused until it was announced for thirty days', async () => {
  const { folder, edit, commit } = await released()
  await edit((spec) => raisedTo('2.0.0')(fieldRemoved(spec)))
  await expect(prepareRelease({ source: releaseSourceIn(folder), today })).rejects.toThrow(
    /`loan\.comment` was removed: receivers of `loan\.returned`[\s\S]*It was not announced \(loan\.returned\)/,
  )

  const [line] = await announce(releaseSourceIn(folder), today)
  expect(line).toMatch(/^- 2026-11-21 · loan\.returned · property-removed · body\.loan\.comment — /)
  expect(await announce(releaseSourceIn(folder), today)).toEqual([])
  await commit(today)

  await expect(prepareRelease({ source: releaseSourceIn(folder), today: '2026-12-20' })).rejects.toThrow(
    'it may be released from 2026-12-21 on',
  )
  const { files, step } = await prepareRelease({ source: releaseSourceIn(folder), today: '2026-12-21' })
  expect(step).toBe('breaking')
  const entry = files.get('CHANGELOG.md') ?? ''
  expect(entry).toMatch(/### Breaking changes\n\n- `loan\.comment` was removed/)
  expect(entry).not.toContain('## Announced')
})

test('a date before the commit of its line does not count', async () => {
  const { folder, edit, commit } = await released()
  await edit((spec) => raisedTo('2.0.0')(fieldRemoved(spec)))
  await announce(releaseSourceIn(folder), '2026-09-01')
  await commit(today)
  await expect(prepareRelease({ source: releaseSourceIn(folder), today })).rejects.toThrow(
    'it may be released from 2026-12-21 on',
  )
})

test('an announcement that is not committed counts from today, and its prose may be edited afterwards', async () => {
  const { folder, edit, commit } = await released()
  await edit((spec) => raisedTo('2.0.0')(fieldRemoved(spec)))
  await announce(releaseSourceIn(folder), '2026-09-01')
  await expect(prepareRelease({ source: releaseSourceIn(folder), today })).rejects.toThrow(
    'it may be released from 2026-12-21 on',
  )
  await commit('2026-09-01')
  const changelog = join(folder, 'CHANGELOG.md')
  await writeFile(
    changelog,
    (await readFile(changelog, 'utf8')).replace(/— .*/, '— Read the comment with getLoan instead.'),
  )
  await commit(today)
  expect((await prepareRelease({ source: releaseSourceIn(folder), today })).version).toBe('2.0.0')
})

test('an announcement of one operation does not cover another', async () => {
  const { folder, edit, commit } = await released()
  const gone = (spec: string) => spec.replace('title: { type: string, maxLength: 100 }', '')
  await edit((spec) => raisedTo('2.0.0')(gone(spec)))
  const [line = ''] = await announce(releaseSourceIn(folder), '2026-09-01')
  expect(line).toContain('listLoans, createLoan, getLoan, changeLoan')
  const changelog = join(folder, 'CHANGELOG.md')
  await writeFile(changelog, (await readFile(changelog, 'utf8')).replace('listLoans, createLoan', 'listLoans'))
  await commit('2026-09-01')
  await expect(prepareRelease({ source: releaseSourceIn(folder), today })).rejects.toThrow(
    'It was not announced (createLoan).',
  )
})

test('a breaking change to an operation that is not stable needs a major version and no notice', async () => {
  const { folder, edit } = await released()
  const narrower = (spec: string) =>
    spec.replace('note: { type: string, maxLength: 500 }', 'note: { type: string, maxLength: 50 }')
  await edit((spec) => raisedTo('1.1.0')(narrower(spec)))
  await expect(prepareRelease({ source: releaseSourceIn(folder), today })).rejects.toThrow('has to be at least 2.0.0')
  await edit(raisedTo('2.0.0'))
  expect((await prepareRelease({ source: releaseSourceIn(folder), today })).step).toBe('breaking')
})

test('a stable operation is removed after the last day that a release states, and not before', async () => {
  const { folder, edit, commit } = await released()
  const withoutCreateLoan = (spec: string) =>
    spec.replace(/ {4}post:\n {6}operationId: createLoan[\s\S]*?(?= {2}\/loans\/)/, '')
  const prepare = (on: string) => prepareRelease({ source: releaseSourceIn(folder), today: on })
  const marked = (spec: string) =>
    spec.replace(
      'operationId: createLoan',
      'operationId: createLoan\n      deprecated: true\n      x-sunset: "2026-12-31"',
    )

  await edit((spec) => raisedTo('2.0.0')(withoutCreateLoan(spec)))
  await announce(releaseSourceIn(folder), '2026-09-01')
  await commit('2026-09-01')
  await expect(prepare(today)).rejects.toThrow('createLoan is not marked in 1.0.0. Keep it for one release')

  await cp(join(templates.released, 'spec/openapi.yaml'), join(folder, 'spec/openapi.yaml'))
  await edit((spec) => raisedTo('1.1.0')(marked(spec)))
  await writeRelease(folder, await prepare(today))
  await edit((spec) => raisedTo('2.0.0')(withoutCreateLoan(spec)))
  await announce(releaseSourceIn(folder), today)
  await commit(today)
  await expect(prepare('2026-12-31')).rejects.toThrow(
    'createLoan works until 2026-12-31: it may be removed from 2027-01-01 on.',
  )
  expect((await prepare('2027-01-01')).step).toBe('breaking')
})

test('the next release is refused if the file of the last one was edited', async () => {
  const { folder, edit } = await released()
  const file = join(folder, 'spec/releases/1.0.0.yaml')
  const text = await readFile(file, 'utf8')
  await edit((spec) => raisedTo('1.1.0')(fieldAdded(spec)))
  for (const edited of [text.replace('maxLength: 500', 'maxLength: 600'), text.replace(/^# SHA-256.*\n/m, '')]) {
    expect(edited).not.toBe(text)
    await writeFile(file, edited)
    await expect(prepareRelease({ source: releaseSourceIn(folder), today })).rejects.toThrow(
      'spec/releases/1.0.0.yaml is not the file that was released',
    )
  }
  await writeFile(file, text)
  expect((await prepareRelease({ source: releaseSourceIn(folder), today })).version).toBe('1.1.0')
})

test('an emergency override releases immediately and records its reason and who decided', async () => {
  const { folder, edit } = await released()
  await edit((spec) => raisedTo('2.0.0')(fieldRemoved(spec)))
  const override: Override = { reason: 'The comment leaked personal data.', by: 'Ada Jansen' }
  const { files } = await prepareRelease({ source: releaseSourceIn(folder), today, override })
  expect(files.get('CHANGELOG.md')).toContain(
    "**Released without 30 days' notice.** The comment leaked personal data. Decided by Ada Jansen.",
  )
  expect(files.get('spec/releases/2.0.0.yaml')).toContain(
    '# Released without notice by Ada Jansen: The comment leaked personal data.',
  )
})

test('a document that does not lint clean is not released', async () => {
  const { folder, edit } = await repository()
  await edit((spec) => spec.replace('schemas/Loan"', 'schemas/Lone"'))
  await expect(prepareRelease({ source: releaseSourceIn(folder), today })).rejects.toThrow('no-unresolved-refs')
})

/** A git repository with a contract and a client, and nothing released. */
async function repository() {
  const state = at(await temporaryFolder())
  await cp(templates.fresh, state.folder, { recursive: true })
  return state
}

/** The same after its first release, of which everything is committed. */
async function released() {
  const state = at(await temporaryFolder())
  await cp(templates.released, state.folder, { recursive: true })
  return state
}

/** The actions of a test in a repository. */
function at(folder: string) {
  const git = (args: string[], date: string) => {
    const identity = ['-c', 'user.name=Ada', '-c', 'user.email=ada@library.example', '-c', 'commit.gpgsign=false']
    const env = { ...process.env, GIT_COMMITTER_DATE: `${date}T12:00:00Z`, GIT_AUTHOR_DATE: `${date}T12:00:00Z` }
    execFileSync('git', [...identity, ...args], { cwd: folder, env, stdio: 'pipe' })
  }
  const commit = async (date: string) => {
    git(['add', '--all'], date)
    git(['commit', '--quiet', '--message', 'A step'], date)
  }
  const edit = async (change: (spec: string) => string) => {
    const path = join(folder, 'spec/openapi.yaml')
    const before = await readFile(path, 'utf8')
    const after = change(before)
    expect(after).not.toBe(before)
    await writeFile(path, after)
  }
  return { folder, git, commit, edit }
}

function changelogIn(folder: string): Promise<string> {
  return readFile(join(folder, 'CHANGELOG.md'), 'utf8')
}
