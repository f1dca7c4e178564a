import { appendFile, cp, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { inputsOf } from '../../src/generate/inputs.ts'
import { publish, sha256, withManifest } from '../../src/generate/output.ts'
import { contents, fixtures, runSpec, temporaryFolder, validityRules } from '../helpers.ts'

const spec = join(fixtures, 'library/openapi.yaml')

test('--check names each missing, stale and changed file, and generating again restores the same bytes', async () => {
  const folder = await temporaryFolder()
  const out = join(folder, 'out')
  const library = ['generate', '--spec', spec, '--out', 'out']
  expect(await runSpec(folder, ...library)).toMatchObject({ code: 0 })
  const written = await contents(out)

  await rm(join(out, 'contract/webhooks.ts'))
  await mkdir(join(out, 'notes'))
  await writeFile(join(out, 'notes/mine.md'), 'Remember the milk.')
  const operations = await readFile(join(out, 'contract/operations.ts'), 'utf8')
  await writeFile(join(out, 'contract/operations.ts'), operations.replace("path: '/books'", "path: '/boeks'"))
  const damaged = await contents(out)

  const { code, output } = await runSpec(folder, ...library, '--check')
  expect(output).toContain('missing  contract/webhooks.ts')
  expect(output).toContain('stale    notes/mine.md')
  expect(output).toMatch(
    /changed {2}contract\/operations\.ts:\d+\n +found +path: '\/boeks',\n +expected +path: '\/books',/,
  )
  expect(output).toContain('3 differences')
  expect(code).toBe(1)
  expect(await contents(out)).toEqual(damaged)

  expect(await runSpec(folder, ...library)).toMatchObject({ code: 0 })
  expect(await contents(out)).toEqual(written)

  // From another folder, with the spec named by another path: the contract is the same, so the bytes are.
  expect(await runSpec(fixtures, 'generate', '--spec', 'library/openapi.yaml', '--out', out, '--check')).toMatchObject({
    code: 0,
    output: expect.stringContaining('matches the contract'),
  })
}, 240_000)

test('a folder with files that were not generated is refused and left unchanged', async () => {
  const folder = await temporaryFolder()
  await writeFile(join(folder, 'thesis.txt'), 'Four years of work.')
  const { code, output } = await runSpec(fixtures, 'generate', '--spec', spec, '--out', folder)
  expect(output).toContain('has files that the generator did not write')
  expect(code).toBe(2)
  expect(await contents(folder)).toEqual({ 'thesis.txt': 'Four years of work.' })
})

test('generating again does nothing, but --check always generates, also if the manifest has the hashes of the edited files', async () => {
  const folder = await temporaryFolder()
  await cp(join(fixtures, 'library'), folder, { recursive: true })
  const library = ['generate', '--spec', 'openapi.yaml', '--out', 'out']
  expect(await runSpec(folder, ...library)).toMatchObject({ code: 0, output: expect.stringContaining('lint') })
  const again = await runSpec(folder, ...library)
  expect(again).toMatchObject({
    code: 0,
    output: expect.stringMatching(/^out\/ is unchanged: \d+ files \([\d.]+ s\)\n$/),
  })

  const source = { folder, spec: 'openapi.yaml', companions: [], rules: validityRules }
  const document = await readFile(join(folder, 'openapi.yaml'), 'utf8')
  await writeFile(join(folder, 'openapi.yaml'), document.replace(/title: .*/, 'title: Another title'))
  await appendFile(join(folder, 'out/contract/webhooks.ts'), '// Edited.\n')
  const manifest = await readFile(join(folder, 'out/MANIFEST'), 'utf8')
  const names = manifest.split('\n').flatMap((line) => line.split('  ')[1] ?? [])
  const paths = names.filter((name) => !/^(input |contract$|MANIFEST$)/.test(name))
  const texts = await Promise.all(paths.map((path) => readFile(join(folder, 'out', path), 'utf8')))
  const edited = new Map(paths.map((path, index) => [path, texts[index] ?? '']))
  await publish(join(folder, 'out'), withManifest(edited, sha256(''), await inputsOf(source)))
  expect(await runSpec(folder, ...library)).toMatchObject({ output: expect.stringContaining('unchanged') })

  const { code, output } = await runSpec(folder, ...library, '--check')
  expect(output).toContain('changed  contract/webhooks.ts')
  expect(output).toContain('changed  contract/openapi.strict.json')
  expect(code).toBe(1)
}, 240_000)
