import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { brokenLibrary, contents, houseRules, runSpec, temporaryFolder } from '../helpers.ts'

const mistakes = [
  {
    kind: 'bad YAML in the root document',
    file: 'openapi.yaml',
    text: 'title: Town Library',
    replacement: 'title: Town: Library',
    says: [/^openapi\.yaml:3:14 {2}yaml-syntax\n {2}This is not valid YAML: bad indentation of a mapping entry\. /m],
  },
  {
    kind: 'bad YAML in a file it refers to',
    file: 'components/schemas.yaml',
    text: 'enum: [fiction, history, children]',
    replacement: 'enum: [fiction, history, children',
    says: [/^components\/schemas\.yaml:\d+:\d+ {2}yaml-syntax\n {2}This is not valid YAML: /m, /1 finding in the spec/],
  },
  {
    kind: 'a $ref to a name that does not exist',
    file: 'paths/books.yaml',
    text: 'schemas.yaml#/Shelf',
    replacement: 'schemas.yaml#/Shelv',
    says: [
      /^paths\/books\.yaml:12:43 {2}no-unresolved-refs\n/m,
      /`\.\.\/components\/schemas\.yaml#\/Shelv` points to nothing: `.*` has no `Shelv`\. Did you mean `Shelf`\?/,
    ],
  },
  {
    kind: 'a $ref to a file that does not exist',
    file: 'openapi.yaml',
    text: 'paths/books.yaml#/collection',
    replacement: 'paths/boeks.yaml#/collection',
    says: [/^openapi\.yaml:16:11 {2}no-unresolved-refs\n/m, /no file `paths\/boeks\.yaml` at this path/],
  },
  {
    kind: 'a duplicate operationId',
    file: 'paths/loans.yaml',
    text: 'operationId: getLoan\n    summary',
    replacement: 'operationId: getBook\n    summary',
    says: [
      /^paths\/loans\.yaml:40:5 {2}operation-operationId-unique\n/m,
      /The operationId `getBook` is used twice\. It names the handler, .* rename one of them\./,
    ],
  },
  {
    kind: 'a scope that no security scheme defines',
    file: 'paths/loans.yaml',
    text: "- oauth2: ['loans:write']",
    replacement: "- oauth2: ['loans:wriet']",
    says: [
      /^paths\/loans\.yaml:14:18 {2}security-scopes-defined\n/m,
      /The "loans:wriet" scope is not defined .* Did you mean `loans:write`\?/,
    ],
  },
  {
    kind: 'a security scheme that is not defined',
    file: 'paths/loans.yaml',
    text: '- readerCard: []',
    replacement: '- readCard: []',
    says: [/^paths\/loans\.yaml:13:9 {2}security-defined\n {2}There is no `readCard` security scheme defined\./m],
  },
  {
    kind: 'an example that does not match its schema',
    file: 'paths/books.yaml',
    text: 'title: Max Havelaar,',
    replacement: 'title: 1860,',
    says: [
      /^paths\/books\.yaml:37:44 {2}no-invalid-media-type-examples\n/m,
      /This example does not match its schema: `title` property type must be string\. Correct the example, or the schema/,
    ],
  },
  {
    kind: 'a version that cannot be read',
    file: 'openapi.yaml',
    text: 'openapi: 3.1.0',
    replacement: 'openapi: 3.9.0',
    says: [/^openapi\.yaml:1:1 {2}document\n {2}Unsupported OpenAPI version: 3\.9\.0\./m],
  },
]

test.for(mistakes)(
  '$kind stops generation with its place and a sentence, and what was generated before is left alone',
  async ({ file, text, replacement, says }) => {
    const folder = await brokenLibrary(file, text, replacement)
    await mkdir(join(folder, 'generated'))
    await writeFile(join(folder, 'generated/MANIFEST'), 'Written by an earlier run.')
    const before = await contents(folder)

    const { code, output } = await runSpec(
      folder,
      'generate',
      '--spec',
      'openapi.yaml',
      '--rules',
      houseRules,
      '--out',
      'generated',
    )

    for (const sentence of says) expect(output).toMatch(sentence)
    expect(output).toContain('Nothing was written')
    expect(code).toBe(1)
    expect(await contents(folder)).toEqual(before)
  },
)

test('lint prints the findings and writes nothing', async () => {
  const folder = await brokenLibrary('paths/books.yaml', 'title: Max Havelaar,', 'title: 1860,')
  const { code, output } = await runSpec(folder, 'lint', '--spec', 'openapi.yaml', '--rules', houseRules)
  expect(output).toMatch(/^paths\/books\.yaml:37:44 {2}no-invalid-media-type-examples\n/)
  expect(output).toMatch(/^openapi\.yaml: 1 finding \(/m)
  expect(code).toBe(1)
})

test('an invalid option is reported with exit code 2', async () => {
  const folder = await temporaryFolder()
  expect(await runSpec(folder, 'generate', '--chekc')).toEqual({
    code: 2,
    output: expect.stringContaining('Unknown option "--chekc". Did you mean --check?'),
  })
  expect(await runSpec(folder, 'generate', '--spec', 'a.yaml')).toEqual({
    code: 2,
    output: expect.stringContaining('--out'),
  })
})

test('a document that does not exist is reported', async () => {
  const folder = await temporaryFolder()
  const { code, output } = await runSpec(folder, 'generate', '--spec', 'nowhere.yaml', '--out', 'out')
  expect(output).toContain('nowhere.yaml:1:1  document\n  No such file.')
  expect(code).toBe(1)
})
