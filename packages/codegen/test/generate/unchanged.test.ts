import { cp, readFile, rm, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { hashesOf, inputsOf } from '../../src/generate/inputs.ts'
import { compareOutputs, countIfUnchanged, publish, sha256, withManifest } from '../../src/generate/output.ts'
import { contractIn } from '../../src/our-contract.ts'
import type { ContractFiles } from '../../src/source/contract-files.ts'
import { fixtures, temporaryFolder, validityRules } from '../helpers.ts'

const outputs = new Map([
  ['a.txt', 'a\n'],
  ['b/c.txt', 'c\n'],
])

/** A copy of the library's contract, with files in `out` as if they were generated from it. */
async function generated(): Promise<{ source: ContractFiles; out: string }> {
  const folder = await temporaryFolder()
  await cp(join(fixtures, 'library'), folder, { recursive: true })
  const source = { folder, spec: 'openapi.yaml', companions: [], rules: validityRules }
  const out = join(folder, 'out')
  await publish(out, withManifest(outputs, sha256(''), await inputsOf(source)))
  return { source, out }
}

function unchanged({ source, out }: { source: ContractFiles; out: string }): Promise<number | undefined> {
  return countIfUnchanged(out, (names) => hashesOf(source, names))
}

async function replace(file: string, pattern: RegExp, replacement: string): Promise<void> {
  const text = await readFile(file, 'utf8')
  expect(text).toMatch(pattern)
  await writeFile(file, text.replace(pattern, replacement))
}

describe('generated files are unchanged', () => {
  test('at any modification time of the files and of the inputs, and from any working folder', async () => {
    const made = await generated()
    const { source, out } = made
    for (const file of ['openapi.yaml', 'out/a.txt', 'out/MANIFEST'])
      await utimes(join(source.folder, file), new Date(0), new Date(0))
    expect(await unchanged(made)).toBe(3)
    const elsewhere = { ...source, folder: fixtures, spec: join(source.folder, 'openapi.yaml') }
    expect(await unchanged({ source: elsewhere, out })).toBe(3)
  })

  test('unless the root document or a file that it refers to was edited', async () => {
    for (const file of ['openapi.yaml', 'components/schemas.yaml']) {
      const made = await generated()
      await replace(join(made.source.folder, file), /^/, '# Edited.\n')
      expect(await unchanged(made), file).toBeUndefined()
    }
  })

  test('unless a file that only an example refers to was edited, which a bundle includes', async () => {
    const folder = await temporaryFolder()
    const source = { folder, spec: 'api.yaml', companions: [], rules: validityRules }
    await writeFile(
      join(folder, 'api.yaml'),
      'components: { schemas: { A: { example: { $ref: one%20example.json } } } }\n',
    )
    await writeFile(join(folder, 'one example.json'), '{}')
    await publish(join(folder, 'out'), withManifest(outputs, sha256(''), await inputsOf(source)))
    const made = { source, out: join(folder, 'out') }
    expect(await unchanged(made)).toBe(3)
    await writeFile(join(folder, 'one example.json'), '{ }')
    expect(await unchanged(made)).toBeUndefined()
  })

  test('unless there are other documents, other rules or another generator', async () => {
    const made = await generated()
    const { source, out } = made
    expect(await unchanged({ source: { ...source, companions: ['openapi.yaml'] }, out })).toBeUndefined()
    const rules = join(source.folder, 'rules.yaml')
    await writeFile(rules, 'extends: [minimal]\n')
    expect(await unchanged({ source: { ...source, rules }, out })).toBeUndefined()
    await publish(out, withManifest(outputs, sha256(''), new Map([['generator', sha256('an older one')]])))
    expect(await unchanged(made)).toBeUndefined()
  })

  test('unless a file was edited, added or removed, or the manifest was edited', async () => {
    const edits: ((out: string) => Promise<void>)[] = [
      (out) => writeFile(join(out, 'a.txt'), 'b\n'),
      (out) => writeFile(join(out, 'new.txt'), ''),
      (out) => rm(join(out, 'b/c.txt')),
      (out) => rm(join(out, 'MANIFEST')),
      (out) => replace(join(out, 'MANIFEST'), /^.* {2}input file components\/.*\n/m, ''),
    ]
    for (const [index, edit] of edits.entries()) {
      const made = await generated()
      await edit(made.out)
      expect(await unchanged(made), `edit ${index}`).toBeUndefined()
    }
  })
})

describe('the inputs are unknown', () => {
  test('of rules with plugins or other files, which may read anything', async () => {
    const { source } = await generated()
    const rules = join(source.folder, 'rules.yaml')
    const inputs = async (text: string) => {
      await writeFile(rules, text)
      return inputsOf({ ...source, rules })
    }
    expect(await inputs('extends: [spec]\nrules: { struct: error }\n')).toBeDefined()
    expect(await inputs('extends: [spec]\nplugins: [./plugin.mjs]\n')).toBeUndefined()
    expect(await inputs('extends: [./base.yaml]\n')).toBeUndefined()
  })

  test('of a document that refers to a URL, and of a contract with guides, which turbo caches', async () => {
    const { source } = await generated()
    await replace(join(source.folder, 'openapi.yaml'), /$/, 'x-elsewhere: { $ref: "http://127.0.0.1/a.yaml" }\n')
    expect(await inputsOf(source)).toBeUndefined()
    expect(await inputsOf(contractIn(fixtures))).toBeUndefined()
  })
})

test('a comparison ignores the inputs in the manifest, and nothing else of it', async () => {
  const { source, out } = await generated()
  const others = withManifest(outputs, sha256(''), new Map([['generator', sha256('another one')]]))
  expect(await compareOutputs(out, others)).toEqual([])
  const files = withManifest(outputs, sha256('another contract'), await inputsOf(source))
  expect((await compareOutputs(out, files)).map(({ path }) => path)).toEqual(['MANIFEST'])
})
