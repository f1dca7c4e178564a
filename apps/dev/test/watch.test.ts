import { mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { watchFiles } from '../src/watch.ts'

let folder: string
let unwatch: () => void
let told: (path: string) => void

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'watch-'))
  mkdirSync(join(folder, 'inside'))
  writeFileSync(join(folder, 'inside/a.yaml'), '1')
  unwatch = watchFiles([{ folder, matters: (path) => path.endsWith('.yaml') }], (path) => told(path))
})

afterEach(() => {
  unwatch()
  rmSync(folder, { recursive: true })
})

/** The first path that is told of after a save. */
function toldAfter(save: () => void): Promise<string> {
  return new Promise((resolve) => {
    told = resolve
    save()
  })
}

test('a file is told of at every save, also when the editor puts another file in its place each time', async () => {
  const file = join(folder, 'inside/a.yaml')
  for (const text of ['2', '3', '4']) {
    const path = await toldAfter(() => {
      writeFileSync(join(folder, 'inside/.a.yaml.draft'), text)
      renameSync(join(folder, 'inside/.a.yaml.draft'), file)
    })
    expect(path).toBe(file)
  }
})

test('files of a folder that is made later are told of, those from before it was noticed too', async () => {
  const file = join(folder, 'later/deep/b.yaml')
  const path = await toldAfter(() => {
    mkdirSync(join(folder, 'later/deep'), { recursive: true })
    writeFileSync(file, '1')
  })
  expect(path).toBe(file)
  expect(await toldAfter(() => writeFileSync(file, '2'))).toBe(file)
})

test('what does not matter is not told of', async () => {
  const matters = join(folder, 'inside/a.yaml')
  const path = await toldAfter(() => {
    for (const name of ['notes.txt', 'a.yaml~', '.hidden.yaml']) writeFileSync(join(folder, 'inside', name), '1')
    writeFileSync(matters, '2')
  })
  expect(path).toBe(matters)
})
