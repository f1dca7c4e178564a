import { cp, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import schema from '@microsoft/jest-sarif/lib/schemas/sarif-2.1.0-rtm.5.json' with { type: 'json' }
import Ajv from 'ajv-draft-04'
import addFormats from 'ajv-formats'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { excerptOf, sideBySide } from '../../src/diff/formats/side-by-side.ts'
import { formatComparison, formats } from '../../src/diff/report.ts'
import { fixtures, runSpec, temporaryFolder } from '../helpers.ts'
import { compare } from './edits.ts'

const edits = [
  // Breaking for the receivers of the webhook, and waived.
  ['maximum: 365', 'maximum: 400'],
  ['        - { name: sort, in: query, schema: { type: string, enum: [due, title] } }\n', ''],
  // Risky.
  ['default: 25', 'default: 50'],
  ['description: Lent.', 'description: Lent <b>now</b>.'],
] as const

const accepted = { operation: 'loan.overdue', at: 'body.days', owner: 'Team Loans', reason: 'No loan is that late.' }
const waivers = [
  { ...accepted, rule: 'maximum-changed', expires: '2999-12-31' },
  { ...accepted, rule: 'maximum-changed', expires: '2020-01-01' },
  { ...accepted, rule: 'property-removed', expires: '2999-12-31' },
]

let folder = ''

beforeAll(async () => {
  folder = await temporaryFolder(afterAll)
  const text = await readFile(join(fixtures, 'lending.yaml'), 'utf8')
  await cp(join(fixtures, 'lending.yaml'), join(folder, 'old.yaml'))
  const edited = edits.reduce((result, [from, to]) => {
    expect(result).toContain(from)
    return result.replace(from, to)
  }, text)
  await writeFile(join(folder, 'now.yaml'), edited)
  await writeFile(join(folder, 'waivers.json'), JSON.stringify(waivers, null, 2))
})

async function render(format: (typeof formats)[number]): Promise<string> {
  const { code, output } = await runSpec(
    folder,
    'diff',
    'old.yaml',
    'now.yaml',
    '--format',
    format,
    '--waivers',
    'waivers.json',
  )
  expect(code).toBe(1)
  return output
}

test.for(formats)(
  '%s shows open and waived changes, the terms of the waiver, and waivers without effect',
  async (format) => {
    const output = await render(format)
    expect(output).toContain('sort')
    expect(output).toMatch(/was removed/)
    expect(output).toMatch(/at most 400/)
    expect(output).toContain('Team Loans')
    expect(output).toContain('2999-12-31')
    expect(output).toContain('No loan is that late.')
    expect(output).toContain('2020-01-01')
    expect(output).toContain('property-removed')
  },
)

test('a change that is waived in a JSON file does not fail the command', async () => {
  const onlyWaived = (await readFile(join(folder, 'old.yaml'), 'utf8')).replace(...edits[0])
  await writeFile(join(folder, 'only-waived.yaml'), onlyWaived)
  const run = (...more: string[]) => runSpec(folder, 'diff', 'old.yaml', 'only-waived.yaml', ...more)
  expect((await run()).code).toBe(1)
  const { code, output } = await run('--waivers', 'waivers.json')
  expect(output).toMatch(/0 breaking, 0 risky, 0 safe, 1 waived\.\n$/)
  expect(code).toBe(0)
})

describe('SARIF', () => {
  test('is valid by the schema of SARIF 2.1.0', async () => {
    const ajv = addFormats.default(new Ajv.default({ strict: false, allErrors: true, unicodeRegExp: false }))
    const isValid = ajv.compile(schema)
    isValid(JSON.parse(await render('sarif')))
    expect(isValid.errors).toBeNull()
  })

  test('has a result for each change with its level, its lines in both documents, and the waiver as a suppression', async () => {
    const { runs } = JSON.parse(await render('sarif'))
    const [{ results, tool, invocations }] = runs
    const resultOf = (rule: string) => results.find(({ ruleId }: { ruleId: string }) => ruleId === rule)
    const waived = resultOf('maximum-changed')
    expect(waived).toMatchObject({
      level: 'error',
      suppressions: [{ kind: 'external', status: 'accepted' }],
      relatedLocations: [{ physicalLocation: { artifactLocation: { uri: 'old.yaml' } } }],
    })
    expect(tool.driver.rules[waived.ruleIndex].id).toBe('maximum-changed')
    expect(resultOf('parameter-removed')).toMatchObject({ level: 'error' })
    expect(resultOf('parameter-removed').suppressions).toBeUndefined()
    expect(resultOf('default-changed')).toMatchObject({ level: 'warning' })
    expect(resultOf('description-changed')).toMatchObject({ level: 'note' })
    expect(invocations[0].toolConfigurationNotifications).toHaveLength(2)
  })
})

describe('HTML', () => {
  test('is one page without scripts and without other files', async () => {
    const page = await render('html')
    expect(page).not.toMatch(/<script|<link|<img|\bsrc=|url\(|href="(?!#)/)
  })

  test('shows the old and the new lines of a change, and escapes the text of the documents', async () => {
    const page = await render('html')
    expect(page).toMatch(/<tr class="old"><td>\d+<\/td><td>.*maximum: <mark>365<\/mark>/)
    expect(page).toMatch(/<tr class="now"><td>\d+<\/td><td>.*maximum: <mark>400<\/mark>/)
    expect(page).toContain('description: Lent<mark> &lt;b&gt;now&lt;/b&gt;</mark>.')
    expect(page).toContain('No longer in the new document')
  })

  test('places the lines that stayed the same next to each other', () => {
    const place = { file: 'a.yaml', line: 2, column: 3, pointer: '#/a' }
    const old = excerptOf(['top:', '  a:', '    one: 1', '    two: 2', '    three: 3', '  b: 1', ''], place)
    const now = excerptOf(['top:', '  a:', '    one: 1', '    three: 3', '    four: 4', '  b: 1', ''], place)
    const texts = sideBySide(old, now).map((row) => [row.old?.text.trim(), row.now?.text.trim(), row.kind])
    expect(texts).toEqual([
      ['top:', 'top:', 'same'],
      ['a:', 'a:', 'same'],
      ['one: 1', 'one: 1', 'same'],
      ['two: 2', undefined, 'changed'],
      ['three: 3', 'three: 3', 'same'],
      [undefined, 'four: 4', 'changed'],
      ['b: 1', 'b: 1', 'same'],
      ['', '', 'same'],
    ])
  })
})

test('a change of a shared schema lists some of the affected operations in HTML, and counts the others', async () => {
  const documentWith = (maximum: number) => ({
    openapi: '3.1.0',
    info: { title: 'Shared', version: '1.0.0' },
    paths: Object.fromEntries(
      Array.from({ length: 300 }, (_, index) => {
        const content = { 'application/json': { schema: { $ref: '#/components/schemas/Shared' } } }
        const responses = { 200: { description: 'Fine.', content } }
        return [`/a${index}`, { get: { operationId: `get${index}`, responses } }]
      }),
    ),
    components: { schemas: { Shared: { type: 'integer', maximum } } },
  })
  const open = await compare(documentWith(5), documentWith(9))
  const result = { open, covered: [], expired: [], unused: [], old: 'old', now: 'now', texts: new Map() }
  const page = formatComparison(result, 'html')
  expect(page).toContain('<code>get11</code> and 288 more')
  expect(page).not.toContain('<code>get12</code>')
})

test('a comment in Markdown about thousands of changes is shorter than GitHub allows, and counts the rest', async () => {
  const names = Array.from({ length: 3_000 }, (_, index) => `a_rather_long_name_of_a_parameter_${index}`)
  const documentWith = (parameters: readonly string[]) => ({
    openapi: '3.1.0',
    info: { title: 'Large', version: '1.0.0' },
    paths: {
      '/a': {
        get: {
          operationId: 'getA',
          parameters: parameters.map((name) => ({ name, in: 'query', schema: { type: 'string' } })),
          responses: { 204: { description: 'None.' } },
        },
      },
    },
  })
  const open = await compare(documentWith(names), documentWith([]))
  const result = { open, covered: [], expired: [], unused: [], old: 'old', now: 'now', texts: new Map() }
  const comment = formatComparison(result, 'markdown')
  expect(comment.length).toBeLessThan(65_536)
  expect(comment).toContain('… and 2900 more')
})
