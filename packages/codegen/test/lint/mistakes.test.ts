import { cp, mkdtemp, readFile, symlink, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, describe, test } from 'vitest'
import { type Finding, formatFindings } from '../../src/lint/findings.ts'
import { lintContract } from '../../src/lint/lint-contract.ts'
import { temporaryFolder } from '../helpers.ts'

const repository = resolve(import.meta.dirname, '../../../..')
const contract = { spec: 'spec/openapi.yaml', companions: ['spec/oauth.yaml'] }

/** A replacement in a file of our contract, and the one message that it causes. */
interface Mistake {
  mistake: string
  file: string
  text: string
  replacement: string
  says: RegExp
  /**
   * The run of the linter, if not the common one. Findings that may follow from another are not reported, and mistakes
   * in the same place cannot be distinguished.
   */
  run?: string
}

/** Mistakes that designers make in our own contract. */
const mistakes: readonly Mistake[] = [
  {
    mistake: 'a wrong indentation',
    run: 'syntax',
    file: 'paths/webhooks.yaml',
    text: '    tags: [Webhooks]\n    summary: List',
    replacement: '      tags: [Webhooks]\n    summary: List',
    says: /^spec\/paths\/webhooks\.yaml:6:11 {2}yaml-syntax\n {2}This is not valid YAML: .* Check for .* a wrong indentation, here or just above\./,
  },
  {
    mistake: 'a wrong $ref',
    run: 'references',
    file: 'paths/webhooks.yaml',
    text: 'webhook.yaml#/WebhookListResponse',
    replacement: 'webhook.yaml#/WebhookListRespose',
    says: /^spec\/paths\/webhooks\.yaml:34:21 {2}no-unresolved-refs\n.*has no `WebhookListRespose`\. Did you mean `WebhookListResponse`\?/,
  },
  {
    mistake: 'an operationId that another operation has',
    file: 'paths/reports.yaml',
    text: '    operationId: getReport\n    tags',
    replacement: '    operationId: getAnalysis\n    tags',
    says: /^spec\/paths\/reports\.yaml:LINE:5 {2}operation-operationId-unique\n.*rename one of them\./,
  },
  {
    mistake: 'a misspelled value of a list',
    file: 'paths/webhooks.yaml',
    text: 'x-stability: stable',
    replacement: 'x-stability: stabel',
    says: /^spec\/paths\/webhooks\.yaml:11:5 {2}house\/extension-fields\n {2}`x-stability` is invalid: .*\(stable, beta\)/,
  },
  {
    mistake: 'an error code that the contract does not have',
    file: 'paths/reports.yaml',
    text: 'forbidden, not_found,',
    replacement: 'forbidden, not_found, gone,',
    says: /^spec\/paths\/reports\.yaml:LINE-1:5 {2}house\/extension-fields\n {2}`x-error-codes` is invalid: .*\(unauthorized, .*not_found/,
  },
  {
    mistake: 'a list of event types without room for all of them',
    file: 'components/schemas/webhook-delivery.yaml',
    text: 'maxItems: 5',
    replacement: 'maxItems: 4',
    says: /^spec\/components\/schemas\/webhook-delivery\.yaml:LINE:17 {2}house\/values-of-enum\n {2}EventType has 5 values\. Set `maxItems: 5`\./,
  },
  {
    mistake: 'an event type that is missing from the default, which says that it is all of them',
    file: 'components/schemas/webhook.yaml',
    text: 'default: [analysis.completed, analysis.failed,',
    replacement: 'default: [analysis.completed,',
    says: /^spec\/components\/schemas\/webhook\.yaml:20:16 {2}house\/values-of-enum\n {2}The default is every value of EventType, as the description says\. Add `analysis\.failed`\./,
  },
  {
    mistake: 'an event type without a webhook, because of a misspelled one',
    run: 'events',
    file: 'openapi.yaml',
    text: '  report.generated: {',
    replacement: '  report.generatd: {',
    says: /^spec\/openapi\.yaml:\d+:1 {2}house\/event-webhooks\n {2}The event type `report\.generated` has no webhook\. /,
  },
  {
    mistake: 'a webhook that is not an event type',
    run: 'events',
    file: 'openapi.yaml',
    text: '  recommendation.created: {',
    replacement: '  recommendation.created: {',
    says: /^spec\/openapi\.yaml:LINE-1:3 {2}house\/event-webhooks\n {2}The webhook `report\.generatd` is not an event type\. Add it to EventType/,
  },
  {
    mistake: 'a deprecated operation without its end',
    file: 'paths/competitors.yaml',
    text: '    operationId: listCompetitors\n',
    replacement: '    operationId: listCompetitors\n    deprecated: true\n',
    says: /^spec\/paths\/competitors\.yaml:LINE+1:5 {2}house\/retirement\n {2}listCompetitors is deprecated\. Add `x-sunset`/,
  },
  {
    mistake: 'the end of an operation that is not deprecated',
    run: 'events',
    file: 'paths/recommendations.yaml',
    text: '    operationId: listRecommendations\n',
    replacement: '    operationId: listRecommendations\n    x-sunset: "2027-01-31"\n',
    says: /^spec\/paths\/recommendations\.yaml:LINE+1:5 {2}house\/retirement\n {2}listRecommendations has `x-sunset` but is not deprecated\./,
  },
  {
    mistake: 'a default of a field that its description contradicts',
    run: 'events',
    file: 'components/schemas/analysis-schedule.yaml',
    text: 'such weekday of the month.\n      $ref: "#/Weekday"\n      default: monday',
    replacement:
      'such weekday of the month, which defaults to `sunday`.\n      $ref: "#/Weekday"\n      default: monday',
    says: /^spec\/components\/schemas\/analysis-schedule\.yaml:LINE:20 {2}house\/default-in-prose\n {2}The default is monday, and the description says sunday\./,
  },
  {
    mistake: 'a default of a parameter that its description contradicts',
    file: 'components/parameters.yaml',
    text: 'description: Maximum number of items per page.',
    replacement: 'description: "Maximum number of items per page. Default: 20."',
    says: /^spec\/components\/parameters\.yaml:LINE:16 {2}house\/default-in-prose\n {2}The default is 25, and the description says 20\./,
  },
  {
    mistake: 'an operation that needs a confirmed password without saying so',
    file: 'paths/events.yaml',
    text: '    operationId: listEvents\n',
    replacement: '    operationId: listEvents\n    x-confirmed-password: true\n',
    says: /^spec\/paths\/events\.yaml:LINE+1:5 {2}house\/confirmed-password\n {2}listEvents has `x-confirmed-password`\. Add /,
  },
  {
    mistake: 'a tool that changes something',
    file: 'paths/review-replies.yaml',
    text: '    operationId: draftReviewReply\n',
    replacement:
      '    operationId: draftReviewReply\n    x-mcp-tool: { name: draft_reply, title: Draft a reply, description: Drafts a reply to a review. }\n',
    says: /^spec\/paths\/review-replies\.yaml:\d+:5 {2}house\/tool-reads\n {2}draftReviewReply changes state .* Remove `x-mcp-tool`\./,
  },
  {
    mistake: 'two tools of one name',
    file: 'paths/competitors.yaml',
    text: 'name: get_competitor',
    replacement: 'name: list_competitors',
    says: /^spec\/paths\/competitors\.yaml:\d+:5 {2}house\/tool-reads\n {2}listCompetitors is the tool `list_competitors` already\./,
  },
  {
    mistake: 'a misspelled type',
    run: 'types',
    file: 'components/schemas/webhook-event.yaml',
    text: 'type: integer',
    replacement: 'type: interger',
    says: /^spec\/components\/schemas\/webhook-event\.yaml:20:13 {2}struct\n.*Did you mean `integer`\?/,
  },
  {
    mistake: 'a value without an example',
    file: 'components/schemas/webhook-event.yaml',
    text: '      maximum: 50\n      examples: [5]',
    replacement: '      maximum: 50',
    says: /^spec\/components\/schemas\/webhook-event\.yaml:50:5 {2}house\/scalar-example\n.*Add `examples: \[\.\.\.\]`/,
  },
  {
    mistake: 'a body without an example',
    file: 'paths/webhooks.yaml',
    text: '            examples:\n              rossoTrattoria: { $ref: "../components/examples/webhook.yaml#/WebhookListExample" }\n',
    replacement: '',
    says: /^spec\/paths\/webhooks\.yaml:33:11 {2}house\/body-example\n.*Add `examples`/,
  },
  {
    mistake: 'an unknown scope',
    file: 'paths/webhooks.yaml',
    text: '"webhooks:manage"',
    replacement: '"webhooks:manag"',
    says: /^spec\/paths\/webhooks\.yaml:18:18 {2}security-scopes-defined\n.*Did you mean `webhooks:manage`\?/,
  },
  {
    mistake: 'a parameter misspelled in a path',
    file: 'openapi.yaml',
    text: '/reports/{id}:',
    replacement: '/reports/{idd}:',
    says: /^spec\/openapi\.yaml:\d+:3 {2}path-parameters-defined\n {2}The path has `idd` but its parameter is named `id` .*Use one name for both\./,
  },
  {
    mistake: 'a path parameter misspelled where it is described, for several paths',
    file: 'components/parameters.yaml',
    text: 'name: id',
    replacement: 'name: idd',
    says: /^spec\/components\/parameters\.yaml:5:9 {2}path-parameters-defined\n.*Rename it to `id`\./,
  },
  {
    mistake: 'an example of the wrong type',
    run: 'second',
    file: 'components/schemas/webhook-event.yaml',
    text: 'examples: [5]',
    replacement: 'examples: [five]',
    says: /^spec\/components\/schemas\/webhook-event\.yaml:55:18 {2}no-invalid-schema-examples\n.*type must be integer\. Correct the example/,
  },
  {
    mistake: 'a wrong value in an example that has five alternatives',
    file: 'components/examples/webhook-event.yaml',
    text: '            competitors_analyzed: 5',
    replacement: '            competitors_analyzed: five',
    says: /^spec\/components\/examples\/webhook-event\.yaml:LINE:35 {2}no-invalid-media-type-examples\n.*`competitors_analyzed` property type must be integer\. Correct the example/,
  },
  {
    mistake: 'a field that is missing from an example that has five alternatives',
    run: 'second',
    file: 'components/examples/webhook-event.yaml',
    text: '            competitors_analyzed: 5\n',
    replacement: '',
    says: /^spec\/components\/examples\/webhook-event\.yaml:LINE-2:13 {2}no-invalid-media-type-examples\n.*must have required property 'competitors_analyzed'\. Correct the example/,
  },
  {
    mistake: 'a misspelled name of the alternative in an example',
    run: 'third',
    file: 'components/examples/webhook-event.yaml',
    text: '          type: analysis.completed',
    replacement: '          type: analysis.complete',
    says: /^spec\/components\/examples\/webhook-event\.yaml:LINE:17 {2}no-invalid-media-type-examples\n.*`type` property must be equal to constant\. Correct the example/,
  },
  {
    mistake: 'an unused component in its own file',
    run: 'unused parts',
    file: 'components/schemas/common.yaml',
    text: 'Timestamp:',
    replacement: 'Spare:\n  description: Nobody uses it.\n  type: boolean\n  examples: [true]\n\nTimestamp:',
    says: /^spec\/components\/schemas\/common\.yaml:\d+:1 {2}unused-part\n {2}Nothing refers to `Spare`\. Refer to it with `\$ref`, or remove it\./,
  },
  {
    mistake: 'a component of the root document that nothing uses',
    run: 'unused parts',
    file: 'openapi.yaml',
    text: 'components:\n',
    replacement:
      'components:\n  schemas:\n    Spare:\n      description: Nobody uses it.\n      type: boolean\n      examples: [true]\n',
    says: /^spec\/openapi\.yaml:\d+:5 {2}no-unused-components\n.*"Spare" is never used\. Refer to it with `\$ref`, or remove it\./,
  },
  {
    mistake: 'a missing status',
    run: 'second',
    file: 'paths/reports.yaml',
    text: '      "404": { $ref: "../components/responses.yaml#/NotFound" }\n',
    replacement: '',
    says: /^spec\/paths\/reports\.yaml:\d+:5 {2}house\/error-codes\n {2}listReports can return `not_found` but does not document its status 404\. Document it/,
  },
  {
    mistake: 'a missing status that every operation must document',
    run: 'second',
    file: 'paths/reports.yaml',
    text: '      "403": { $ref: "../components/responses.yaml#/Forbidden" }\n',
    replacement: '',
    says: /^spec\/paths\/reports\.yaml:\d+:5 {2}house\/error-codes\n {2}listReports does not document 403/,
  },
  {
    mistake: 'a misspelled tag',
    file: 'paths/recommendations.yaml',
    text: 'tags: [Recommendations]',
    replacement: 'tags: [Recomendations]',
    says: /^spec\/paths\/recommendations\.yaml:8:12 {2}house\/known-tag\n {2}The tag `Recomendations` is not among .*Recommendations/,
  },
  {
    mistake: 'a list of unique objects',
    file: 'components/schemas/review-reply.yaml',
    text: '      maxItems: 3\n      items:\n        $ref: "#/ReplyVariant"',
    replacement: '      maxItems: 3\n      uniqueItems: true\n      items:\n        $ref: "#/ReplyVariant"',
    says: /^spec\/components\/schemas\/review-reply\.yaml:\d+:\d+ {2}linear-validation\n.*Remove `uniqueItems`/,
  },
  {
    mistake: 'a pattern with two repetitions that take the same characters',
    file: 'components/schemas/common.yaml',
    text: '"^[0-9A-Za-z.+-]{1,20}$"',
    replacement: '"^([0-9A-Za-z.+-]+)+$"',
    says: /^spec\/components\/schemas\/common\.yaml:\d+:\d+ {2}linear-validation\n {2}Pattern .* has two repetitions/,
  },
  {
    mistake: 'an older version of OpenAPI',
    run: 'version',
    file: 'openapi.yaml',
    text: 'openapi: 3.1.0',
    replacement: 'openapi: 3.0.3',
    says: /^spec\/openapi\.yaml:1:1 {2}openapi-version\n {2}This document is OpenAPI 3\.0\.3; OpenAPI 3\.1 is required .*Convert it: npm run spec:upgrade/,
  },
]

/** `LINE` stands for the line of the mistake, `LINE-2` for two lines above it. */
function withLine({ source }: RegExp, line: number): RegExp {
  return new RegExp(source.replace(/LINE([+-]\d+)?/, (_, offset = '0') => String(line + Number(offset))))
}

/** One run of the linter takes several seconds of processor time. */
const runs = Map.groupBy(mistakes, ({ run = 'common' }) => run)

const folderOfRuns = await temporaryFolder(afterAll)

/** The findings of the linter in a copy of our contract with these mistakes, and the files without them. */
async function lintWith(run: readonly Mistake[]): Promise<{ findings: Finding[]; originals: Map<string, string> }> {
  const folder = await mkdtemp(join(folderOfRuns, 'run-'))
  for (const path of ['spec', 'redocly.yaml']) await cp(join(repository, path), join(folder, path), { recursive: true })
  await symlink(join(repository, 'node_modules'), join(folder, 'node_modules'))
  const originals = new Map<string, string>()
  for (const { file, text, replacement } of run) {
    const path = join(folder, 'spec', file)
    const before = await readFile(path, 'utf8')
    if (!before.includes(text)) throw new Error(`${file} does not contain the text to be replaced: ${text}`)
    if (!originals.has(file)) originals.set(file, before)
    await writeFile(path, before.replace(text, replacement))
  }
  return { findings: await lintContract({ ...contract, folder, rules: join(folder, 'redocly.yaml') }), originals }
}

describe.concurrent.for([...runs])('run "%s" of the linter', ([, run]) => {
  let linted: Awaited<ReturnType<typeof lintWith>>
  beforeAll(async () => {
    linted = await lintWith(run)
  })

  test.for(run)('$mistake gives one finding with its file and line', ({ file, text, says }, { expect }) => {
    const original = linted.originals.get(file) ?? ''
    const line = original.slice(0, original.indexOf(text)).split('\n').length
    const findings = linted.findings
      .filter((finding) => finding.file === `spec/${file}`)
      .map((one) => formatFindings([one]))
    expect(
      findings.filter((finding) => withLine(says, line).test(finding)),
      findings.join('\n\n'),
    ).toHaveLength(1)
    expect(findings, findings.join('\n\n')).toHaveLength(run.filter((mistake) => mistake.file === file).length)
  })

  test('lint finds nothing in any other file', ({ expect }) => {
    const files = new Set(run.map(({ file }) => `spec/${file}`))
    expect(linted.findings.filter(({ file }) => !files.has(file))).toEqual([])
  })
})
