import { spawnSync } from 'node:child_process'
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, expect, test } from 'vitest'

const workspace = fileURLToPath(new URL('..', import.meta.url))
const folder = mkdtempSync(join(tmpdir(), 'damaged-model-'))
afterAll(() => rmSync(folder, { recursive: true }))

/** Starts a process that opens a copy of the model, after `damage` changed one of its files. */
function startWith(name: string, file: string, damage: (content: string) => string) {
  const copy = join(folder, name)
  for (const part of ['src', 'model', 'vocabulary', 'package.json']) {
    cpSync(join(workspace, part), join(copy, part), { recursive: true })
  }
  symlinkSync(join(workspace, '../../node_modules'), join(copy, 'node_modules'))
  const path = join(copy, file)
  const content = readFileSync(path, 'utf8')
  const damaged = damage(content)
  writeFileSync(path, damaged)
  const program = `await import(${JSON.stringify(join(copy, 'src/labels/labels.ts'))}); process.stdout.write('started')`
  const { status, stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '--eval', program], {
    encoding: 'utf8',
  })
  return { path, changed: damaged !== content, status, stdout, stderr }
}

test('a process starts with the model as it was trained', () => {
  expect(startWith('whole', 'model/model.json', (content) => content)).toMatchObject({ status: 0, stdout: 'started' })
})

test.each([
  ['model/model.json', /"scale": 0\.(\d)/, '"scale": 0.0$1'],
  ['model/alerts.json', /"words": (\d)\./, '"words": 1$1.'],
  ['model/alert-vectors.json', /"dimensions": 100/, '"dimensions": 50'],
  ['model/valences.json', /"-39": "/, '"-39": "great '],
])('a process with a damaged %s does not start, and names the file', (file, place, other) => {
  const { path, changed, status, stdout, stderr } = startWith(file.replaceAll('/', '-'), file, (content) =>
    content.replace(place, other),
  )
  expect({ changed, stdout }).toEqual({ changed: true, stdout: '' })
  expect(status).not.toBe(0)
  expect(stderr).toContain('ModelFileError')
  expect(stderr).toContain(path)
})

test('a process whose code computes other outputs than training does not start, and counts the values that differ', () => {
  const { status, stderr } = startWith('reading', 'src/model/reader.ts', (content) =>
    content.replace('windowsPart = 0.43', 'windowsPart = 0.34'),
  )
  expect(status).not.toBe(0)
  const counts =
    /model\.json .*: (\d+) of (\d+) values of aspects differ, the first at index \d+ \(\S+ instead of \S+\)/.exec(
      stderr,
    )
  const [, different, all] = (counts ?? []).map(Number)
  expect(different).toBeGreaterThan(0)
  expect(different).toBeLessThan(all ?? 0)
})
