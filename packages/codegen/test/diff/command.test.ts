import { execFileSync } from 'node:child_process'
import { cp, mkdir, readFile, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { parse } from 'yaml'
import { fixtures, runSpec, temporaryFolder } from '../helpers.ts'

let folder = ''

/**
 * A repository whose main branch holds the library's contract of several files, and whose working copy lost a field of
 * it.
 */
beforeAll(async () => {
  folder = await temporaryFolder(afterAll)
  await mkdir(join(folder, 'spec'))
  await cp(join(fixtures, 'library'), join(folder, 'spec'), { recursive: true })
  const git = (...args: string[]) =>
    execFileSync('git', ['-c', 'user.name=Ada', '-c', 'user.email=ada@library.example', ...args], { cwd: folder })
  git('init', '--quiet', '--initial-branch=main')
  git('add', '--all')
  git('commit', '--quiet', '--message', 'The contract')
  const schemas = join(folder, 'spec/components/schemas.yaml')
  const text = await readFile(schemas, 'utf8')
  expect(text).toContain('enum: [fiction, history, children]')
  await writeFile(schemas, text.replace('enum: [fiction, history, children]', 'enum: [fiction, history]'))
  await cp(join(fixtures, 'lending.yaml'), join(folder, 'lending.yaml'))
})

test('a git reference is compared with the working folder, across files, and the line that changed is named', async () => {
  const { code, output } = await compare('main', 'spec/openapi.yaml')
  expect(output).toMatch(/can no longer be `children`: callers of `\w+`/)
  expect(output).toMatch(/^ {2}spec\/components\/schemas\.yaml:\d+:\d+ {2}enum-value-removed/m)
  expect(output).toMatch(/main → spec\/openapi\.yaml: \d+ breaking, \d+ risky, \d+ safe\.\n$/)
  expect(code).toBe(1)
  expect((await compare('main:spec/openapi.yaml', 'HEAD:spec/openapi.yaml')).code).toBe(0)
})

test('a URL is compared with a file', async () => {
  const text = await readFile(join(folder, 'lending.yaml'), 'utf8')
  const server = createServer((_, response) => response.end(text)).listen(0, '127.0.0.1')
  await new Promise((done) => server.once('listening', done))
  const { port } = server.address() as AddressInfo
  const { code, output } = await compare(`http://127.0.0.1:${port}/openapi.yaml`, 'lending.yaml')
  server.close()
  expect(output).toContain('lending.yaml: no difference.')
  expect(code).toBe(0)
})

test('documents in JSON get the same findings as in YAML, each with its line in the JSON', async () => {
  const yaml = await readFile(join(folder, 'lending.yaml'), 'utf8')
  const json = JSON.stringify(parse(yaml), null, 2)
  await writeFile(join(folder, 'lending.json'), json)
  const lines = json.split('\n')
  const at = lines.findIndex((line) => line.includes('"maxLength"'))
  expect(at).toBeGreaterThan(0)
  await writeFile(join(folder, 'shorter.json'), lines.with(at, (lines[at] ?? '').replace(/\d+/, '1')).join('\n'))
  const { output } = await compare('lending.yaml', 'shorter.json')
  expect(output).toMatch(new RegExp(`^ {2}shorter\\.json:${at + 1}:\\d+ {2}maxLength-changed `, 'm'))
  expect((await compare('lending.yaml', 'lending.json')).code).toBe(0)
})

test('a program can read every change with its verdict, rule, place and affected operations', async () => {
  const { output } = await compare('main', 'spec/openapi.yaml', '--format', 'json')
  const { changes, summary } = JSON.parse(output)
  const [first] = changes
  expect(summary.breaking).toBe(changes.filter(({ verdict }: { verdict: string }) => verdict === 'breaking').length)
  expect(first).toMatchObject({
    verdict: 'breaking',
    rule: 'enum-value-removed',
    place: { file: 'spec/components/schemas.yaml' },
  })
  expect(first.place.pointer).toMatch(/^#\/.+/)
  expect(first.was.file).toBe('main:spec/components/schemas.yaml')
  expect(first.affects[0]).toMatchObject({ kind: 'operation', name: expect.any(String) })
})

test('for a pull request and for the log of a workflow', async () => {
  const markdown = await compare('main', 'spec/openapi.yaml', '--format', 'markdown')
  expect(markdown.output).toMatch(/^## Changes of the contract\n\n[\s\S]*### Breaking/)
  const annotations = await compare('main', 'spec/openapi.yaml', '--format', 'annotations')
  expect(annotations.output).toMatch(
    /^::error file=spec\/components\/schemas\.yaml,line=\d+,col=\d+,title=breaking%3A enum-value-removed::/,
  )
})

const unusable = [
  {
    what: 'a name that is neither file nor reference',
    args: ['nowhere', 'lending.yaml'],
    says: /^nowhere: no such file or git reference\./,
  },
  {
    what: 'a file that the reference does not hold',
    args: ['main:nothing.yaml', 'lending.yaml'],
    says: /^main:nothing\.yaml: no such document\./,
  },
  {
    what: 'an older version of OpenAPI',
    args: ['old.yaml', 'lending.yaml'],
    says: /^old\.yaml: this is OpenAPI 3\.0\.3\. Only OpenAPI 3\.1 is compared, because/,
  },
  { what: 'broken YAML', args: ['broken.yaml', 'lending.yaml'], says: /^broken\.yaml:\d+:\d+: this is not valid YAML/ },
  {
    what: 'a reference to nothing',
    args: ['dangling.yaml', 'lending.yaml'],
    says: /^dangling\.yaml:\d+:\d+: the \$ref `#\/components\/schemas\/Nobody` points to nothing\./,
  },
  {
    what: 'an unknown format',
    args: ['lending.yaml', 'lending.yaml', '--format', 'xml'],
    says: /^--format must be text, json, markdown, html, annotations, or sarif, not "xml"\./,
  },
  { what: 'an unknown option', args: ['--strict'], says: /^Unknown option "--strict"/ },
  {
    what: 'a server that does not respond',
    args: ['http://127.0.0.1:1/openapi.yaml', 'lending.yaml'],
    says: /^http:\/\/127\.0\.0\.1:1\/openapi\.yaml cannot be fetched: /,
  },
]

test.for(unusable)('$what is reported in a sentence, with exit code 2', async ({ args, says }) => {
  await writeFile(join(folder, 'old.yaml'), 'openapi: 3.0.3\ninfo: { title: Old, version: 1.0.0 }\npaths: {}\n')
  await writeFile(join(folder, 'broken.yaml'), 'openapi: 3.1.0\ninfo:\n  title: [Broken\npaths: {}\n')
  const text = await readFile(join(folder, 'lending.yaml'), 'utf8')
  await writeFile(
    join(folder, 'dangling.yaml'),
    text.replace('#/components/schemas/MemberId', '#/components/schemas/Nobody'),
  )
  const { code, output } = await compare(...args)
  expect(output).toMatch(says)
  expect(code).toBe(2)
})

test('a reviewed waiver accepts a breaking change; one without effect or past its date is reported', async () => {
  const { output } = await compare('main', 'spec/openapi.yaml', '--format', 'json')
  const breaking = JSON.parse(output).changes.filter(({ verdict }: { verdict: string }) => verdict === 'breaking')
  const entries = breaking.flatMap(({ rule, at, affects }: { rule: string; at: string; affects: { name: string }[] }) =>
    affects.map(({ name }) => ({
      rule,
      operation: name,
      at,
      reason: 'Never worked.',
      owner: 'Ada',
      expires: '2999-12-31',
    })),
  )
  const stale = {
    rule: 'header-removed',
    operation: 'getBook',
    reason: 'Gone.',
    owner: 'Ada',
    expires: '2999-12-31',
  }
  const past = { ...entries[0], expires: '2020-01-01' }
  await writeFile(join(folder, 'waivers.yaml'), JSON.stringify([...entries, stale, past]))
  const waived = await compare('main', 'spec/openapi.yaml', '--waivers', 'waivers.yaml')
  expect(waived.output).toContain('accepted by Ada until 2999-12-31: Never worked.')
  expect(waived.output).toMatch(
    /waivers\.yaml:1: the waiver of header-removed in getBook no longer covers anything\. Remove it\./,
  )
  expect(waived.output).toMatch(/the waiver of enum-value-removed in \w+ expired on 2020-01-01 and no longer counts\./)
  expect(waived.code).toBe(0)

  await writeFile(join(folder, 'waivers.yaml'), JSON.stringify([past]))
  expect((await compare('main', 'spec/openapi.yaml', '--waivers', 'waivers.yaml')).code).toBe(1)
})

test('a waiver without an owner is refused', async () => {
  await writeFile(
    join(folder, 'waivers.yaml'),
    '- rule: property-removed\n  operation: getBook\n  reason: Why not.\n  expires: 2999-12-31\n',
  )
  const { code, output } = await compare('main', 'spec/openapi.yaml', '--waivers', 'waivers.yaml')
  expect(output).toMatch(/^waivers\.yaml:1: the waiver lacks `owner`\.\n/)
  expect(code).toBe(2)
})

function compare(...args: string[]) {
  return runSpec(folder, 'diff', ...args)
}
