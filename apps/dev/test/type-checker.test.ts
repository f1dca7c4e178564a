import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Finding } from '@svc/codegen/lint/findings'
import { createWorkerProcess } from '@svc/supervisor/worker-process'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { TypeCheckRequest } from '../src/type-checker.ts'

const folder = mkdtempSync(join(tmpdir(), 'types-'))
const checker = createWorkerProcess<TypeCheckRequest, Finding[]>(new URL('../src/type-checker.ts', import.meta.url))
const compilerOptions = { strict: true, noEmit: true, module: 'nodenext', target: 'es2024', types: [] }

function write(file: string, text: string): string {
  const path = join(folder, file)
  mkdirSync(join(path, '..'), { recursive: true })
  writeFileSync(path, text)
  return path
}

/** The files with errors when the generated file has this text. */
async function filesWithErrors(generated: string): Promise<string[]> {
  const changed = [write('generated/plan.ts', generated)]
  const common = { config: join(folder, 'tsconfig.json'), folder }
  const found = await checker.request({ ...common, of: 'sources', changed })
  return found.map(({ file }) => file)
}

beforeAll(() => {
  write('package.json', '{ "type": "module" }')
  write('tsconfig.json', JSON.stringify({ compilerOptions: { ...compilerOptions, allowImportingTsExtensions: true } }))
  write('src/use.ts', `import type { Plan } from '../generated/plan.ts'\n\nexport const plan: Plan = { seats: 1 }\n`)
})

afterAll(async () => {
  await checker.stop()
  rmSync(folder, { recursive: true })
})

test('a type that changes after a description, or together with one, is checked where it is used', async () => {
  const number = (description: string) => `/** ${description} */\nexport interface Plan { seats: number }\n`
  const text = (description: string) => `/** ${description} */\nexport interface Plan { seats: string }\n`
  expect(await filesWithErrors(number('One.'))).toEqual([])
  expect(await filesWithErrors(number('Two.'))).toEqual([])
  expect(await filesWithErrors(text('Two.'))).toEqual(['src/use.ts'])
  expect(await filesWithErrors(text('Three.'))).toEqual(['src/use.ts'])
  expect(await filesWithErrors(number('Four.'))).toEqual([])
})

test('a type that changes with the contract and then back with an edit of the code is checked where it is used', async () => {
  write('generated/plan.ts', 'export interface Plan { seats: number; title: string }\n')
  const inferred = (field: string) => {
    const text = `import type { Plan } from '../generated/plan.ts'\n\ndeclare const plan: Plan\n`
    return write('src/inferred.ts', `${text}export const shown = plan.${field}\n`)
  }
  const wanted = write('src/wanted.ts', `import { shown } from './inferred.ts'\n\nexport const text: string = shown\n`)
  const errorsAfter = async (...changed: string[]) => {
    const found = await checker.request({ config: join(folder, 'tsconfig.json'), folder, of: 'sources', changed })
    return found.map(({ file }) => file).filter((file) => file === 'src/wanted.ts')
  }
  expect(await errorsAfter(join(folder, 'generated/plan.ts'), inferred('seats'), wanted)).toEqual(['src/wanted.ts'])
  expect(await errorsAfter(inferred('title'))).toEqual([])
  const withNumber = 'export interface Plan { seats: string; title: number }\n'
  expect(await errorsAfter(write('generated/plan.ts', withNumber))).toEqual(['src/wanted.ts'])
  expect(await errorsAfter(inferred('seats'))).toEqual([])
})
