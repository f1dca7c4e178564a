import { mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { watchFiles } from '../src/watch.ts'

let folder: string
let unwatch: () => void
let onChange: (path: string) => void

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'watch-'))
  mkdirSync(join(folder, 'inside'))
  writeFileSync(join(folder, 'inside/a.yaml'), '1')
  unwatch = watchFiles([{ folder, matters: (path) => path.endsWith('.yaml') }], (path) => onChange(path))
})

afterEach(() => {
  unwatch()
  rmSync(folder, { recursive: true })
})

/** The first path that is reported after a save. */
function changedAfter(save: () => void): Promise<string> {
  return new Promise((resolve) => {
    onChange = resolve
    save()
  })
}

test('a file is reported at every save, also when the editor replaces it', async () => {
  const file = join(folder, 'inside/a.yaml')
  for (const text of ['2', '3', '4']) {
    const path = await changedAfter(() => {
      writeFileSync(join(folder, 'inside/.a.yaml.draft'), text)
      renameSync(join(folder, 'inside/.a.yaml.draft'), file)
    })
    expect(path).toBe(file)
  }
})

test('files of a new folder are reported, also those written before it was watched', async () => {
  const file = join(folder, 'later/deep/b.yaml')
  const path = await changedAfter(() => {
    mkdirSync(join(folder, 'later/deep'), { recursive: true })
    writeFileSync(file, '1')
  })
  expect(path).toBe(file)
  expect(await changedAfter(() => writeFileSync(file, '2'))).toBe(file)
})

test('other files are not reported', async () => {
  const matters = join(folder, 'inside/a.yaml')
  const path = await changedAfter(() => {
    for (const name of ['notes.txt', 'a.yaml~', '.hidden.yaml']) writeFileSync(join(folder, 'inside', name), '1')
    writeFileSync(matters, '2')
  })
  expect(path).toBe(matters)
})
