import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

// Comments and documents cite the interface, decisions and guides. A citation of something that does not exist is worse
// than none.

const root = fileURLToPath(new URL('..', import.meta.url))
const tracked = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
  cwd: root,
  encoding: 'utf8',
})
  .split('\n')
  .filter((path) => path !== '' && existsSync(join(root, path)))
const written = tracked.filter(
  (path) =>
    /\.(ts|mts|js|mjs|py|md|ya?ml|toml)$/.test(path) &&
    !/^generated\/|\/fixtures\/|\/corpus\/|^test\/citations\.test\.ts$/.test(path),
)

interface Citation {
  path: string
  line: number
  match: RegExpMatchArray
}

/** Every place that matches, in comments of programs and anywhere in documents. */
function cited(pattern: RegExp): Citation[] {
  return written.flatMap((path) =>
    readFileSync(join(root, path), 'utf8')
      .split('\n')
      .flatMap((text, index) =>
        path.endsWith('.md') || /^\s*(\/\/|\/?\*|#|--)|\/\/ /.test(text)
          ? [...text.matchAll(pattern)].map((match) => ({ path, line: index + 1, match }))
          : [],
      ),
  )
}

const describe = ({ path, line, match }: Citation) => `${path}:${line} ${match[0]}`

test('every decision that is cited has a page', () => {
  const pages = tracked.flatMap((path) => /^docs\/decisions\/((\d{4})-[a-z0-9-]+)\.md$/.exec(path)?.slice(1) ?? [])
  const missing = cited(/\bdecisions?[/ ](\d{4}(?:-[a-z0-9-]+)?)\b/g).filter(
    ({ match }) => !pages.includes(match[1] ?? ''),
  )
  expect(missing.map(describe)).toEqual([])
})

test('every section of the interface that is cited exists', () => {
  const sections = [...readFileSync(join(root, 'spec/INTERFACE.md'), 'utf8').matchAll(/^## (\d+)\. /gm)].map(
    (match) => match[1],
  )
  const missing = cited(/INTERFACE\.md (?:§|section )(\d+)/g).filter(({ match }) => !sections.includes(match[1]))
  expect(missing.map(describe)).toEqual([])
})

test('no comment or document cites notes from outside the repository', () => {
  const dead = [
    /\b(?:design|records)\.md\b/gi,
    /\bdesign decisions? \d+/gi,
    /\b[Dd]ecisions? (?!\d{4}\b)\d+/g,
    /\bdesign,? section \d+/gi,
    /\binterface,? section \d+/gi,
    /\bR-\d{2}\b/g,
  ]
  expect(dead.flatMap(cited).map(describe)).toEqual([])
})

test('every document that is named exists', () => {
  const missing = cited(/[\w@./-]*[\w-]+\.md\b/g).filter(({ match: [name] }) => !isTracked(name))
  expect(missing.map(describe)).toEqual([])
})

test('every source file that a document names exists', () => {
  const documents =
    /^(README|CONTRIBUTING|SECURITY)\.md$|^docs\/(operations\/)?[^/]+\.md$|^docs\/decisions\/|^(packages|apps)\/[^/]+\/README\.md$/
  const missing = cited(/(?<=[`( ])[a-z][a-z/-]*\.ts\b/g)
    .filter(({ path }) => documents.test(path))
    .filter(({ match: [name] }) => !isTracked(name))
  expect(missing.map(describe)).toEqual([])
})

/** Whether a file of the repository has this path, or a path that ends with it. */
function isTracked(name: string): boolean {
  const ending = normalize(`/${name.replace(/^(\.+\/)+/, '')}`)
  return name.startsWith('//') || tracked.some((path) => `/${path}`.endsWith(ending))
}

test('every relative link of a document is the path of a file', () => {
  const missing = cited(/\]\((?!https?:|#|\/)([^)#\s]+)/g)
    .filter(({ path }) => path.endsWith('.md'))
    .filter(({ path, match }) => !existsSync(join(root, dirname(path), match[1] ?? '')))
  expect(missing.map(describe)).toEqual([])
})

/** Names in comments that belong to other programs, or that an example makes up. */
const namesFromOutside = new Set(['ETIMEOUT', 'FOUR', 'SVC_ID_WEBHOOK_DELIVERIES', 'getBooksById', 'getaddrinfo'])

test('every name in backticks in a comment of a program stands in code', () => {
  const programs = tracked.filter((path) => /\.tsx?$/.test(path) && !path.startsWith('generated/'))
  const comments = /\/\*[\s\S]*?\*\/|^\s*\/\/.*/gm
  const code = tracked
    .filter((path) => /\.(tsx?|mjs|py|ya?ml|css)$/.test(path))
    .map((path) => readFileSync(join(root, path), 'utf8').replace(comments, ''))
  const known = new Set(code.flatMap((text) => text.match(/[A-Za-z_$][\w$]*/g) ?? []))
  const missing = programs.flatMap((path) =>
    [...readFileSync(join(root, path), 'utf8').matchAll(comments)]
      .flatMap(([comment]) => [...comment.matchAll(/`([A-Za-z_$][\w$]{3,})`/g)].map((match) => match[1] ?? ''))
      .filter((name) => !known.has(name) && !namesFromOutside.has(name))
      .map((name) => `${path}: ${name}`),
  )
  expect(missing).toEqual([])
})
