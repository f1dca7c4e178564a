import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { filesWithErrorTables } from '../../src/generate/error-tables.ts'
import type { ContractFiles } from '../../src/source/contract-files.ts'
import { temporaryFolder } from '../helpers.ts'

const schemas = `# Shared schemas.
ErrorCode:
  description: |-
    Each code has one status.

    - \`unavailable\` (503): the service is not ready; wait for \`Retry-After\`
    - \`not_found\` (404): the ID is unknown; correct the ID
  type: string
  enum: [unavailable, not_found]
`

const guide = `# Errors

<!-- error codes -->
| an old table |
<!-- end of error codes -->

More text.
`

const spec = `info:
  description: |
    ## Errors

    <!-- error codes -->
    <!-- end of error codes -->
`

async function contractOf(texts: { schemas?: string; guide?: string }): Promise<ContractFiles> {
  const folder = await temporaryFolder()
  await writeFile(join(folder, 'schemas.yaml'), texts.schemas ?? schemas)
  await writeFile(join(folder, 'guide.md'), texts.guide ?? guide)
  await writeFile(join(folder, 'openapi.yaml'), spec)
  return {
    folder,
    spec: 'openapi.yaml',
    companions: [],
    rules: 'redocly.yaml',
    errorTables: { file: 'schemas.yaml', schema: 'ErrorCode', documents: ['openapi.yaml', 'guide.md'] },
  }
}

test('every marked document gets the table of the described codes, by status, in its own indentation', async () => {
  const files = await filesWithErrorTables(await contractOf({}))
  expect(files.get('guide.md')).toBe(`# Errors

<!-- error codes -->

| \`error.code\`  | status | meaning                   | what to do              |
| ------------- | ------ | ------------------------- | ----------------------- |
| \`not_found\`   | 404    | The ID is unknown.        | Correct the ID.         |
| \`unavailable\` | 503    | The service is not ready. | Wait for \`Retry-After\`. |

<!-- end of error codes -->

More text.
`)
  expect(files.get('openapi.yaml')).toContain(`
    <!-- error codes -->

    | \`error.code\`  | status | meaning                   | what to do              |
    | ------------- |`)
})

test('a document with its table is left unchanged', async () => {
  const first = await filesWithErrorTables(await contractOf({}))
  const written = first.get('guide.md') ?? ''
  const second = await filesWithErrorTables(await contractOf({ guide: written }))
  expect(second.get('guide.md')).toBe(written)
})

test('a code without a status, a meaning and an advice is an error that shows the line to add', async () => {
  const contract = await contractOf({ schemas: schemas.replace('; correct the ID', '') })
  await expect(filesWithErrorTables(contract)).rejects.toThrow(
    /schemas\.yaml:3:3 .*\n .*lacks not_found\. Add a line "- `not_found` \(STATUS\): MEANING; WHAT TO DO"/,
  )
})

test('a document without the marks is an error that names them', async () => {
  const contract = await contractOf({ guide: '# Errors\n' })
  await expect(filesWithErrorTables(contract)).rejects.toThrow(/guide\.md:1:1 .*\n .*<!-- error codes -->/)
})
