import { expect, test } from 'vitest'
import { type Edit, fields, judge, operation, remove, schemas } from './edits.ts'

// Agents are clients too: what changes a tool says that agents are affected (docs/decisions/0045).

/** The gravest change of an edit of our own contract, as its verdict, its rule and its sentence. */
async function changeBy(edit: Edit['edit']): Promise<string> {
  const [change] = await judge({ of: 'ours', edit })
  return change ? `${change.verdict} ${change.rule} ${change.sentence}` : 'no change'
}

test.each<[string, Edit['edit'], RegExp]>([
  [
    'a renamed tool',
    (d) => (operation(d, '/reviews/{id}', 'get')['x-mcp-tool'].name = 'read_review'),
    /^breaking tool-renamed The tool `get_review` is now `read_review`: agents and prompts that know the old name get an error\.$/,
  ],
  [
    'a removed tool',
    (d) => delete operation(d, '/reviews/{id}', 'get')['x-mcp-tool'],
    /^breaking tool-removed The tool `get_review` was removed: agents that call it get an error\.$/,
  ],
  [
    'a removed operation that was a tool',
    (d) => delete d.paths['/reviews/{id}'].get,
    /^breaking operation-removed .*: callers of `getReview`, and agents with the tool `get_review`, get 405\.$/,
  ],
  [
    'a removed field of a result',
    (d) => {
      delete fields(d, 'Review').owner_replied
      remove(schemas(d).Review.required, 'owner_replied')
    },
    /^breaking property-removed .*and agents with the tools `list_reviews` and `get_review`, no longer find it\.$/,
  ],
  [
    'a narrowed argument',
    (d) => (d.components.parameters.ReviewRatingParam.schema.maximum = 4),
    /^breaking maximum-changed .*and agents with the tool `list_reviews`, who send what was allowed before are refused\.$/,
  ],
  [
    'another name of the schema of an id, which names the argument',
    (d) => {
      schemas(d).PlaceId = schemas(d).BusinessId
      const shared = d.components.parameters.BusinessIdParam
      shared.schema = { $ref: '#/components/schemas/PlaceId' }
    },
    /^breaking tool-argument-renamed The argument `business_id` of the tool `get_business` is now `place_id`: agents that send the old one are refused\.$/,
  ],
  [
    'other texts of a tool',
    (d) => (operation(d, '/reviews/{id}', 'get')['x-mcp-tool'].description = 'One review, read aloud.'),
    /^safe tool-wording-changed The texts of the tool `get_review` changed: it takes and returns the same\.$/,
  ],
  [
    'a new tool',
    (d) =>
      (operation(d, '/webhooks', 'get')['x-mcp-tool'] = {
        name: 'list_webhooks',
        title: 'x',
        description: 'The webhooks.',
      }),
    /^safe tool-added `listWebhooks` is now the tool `list_webhooks`: no agent uses it yet\.$/,
  ],
])('%s is judged as a change for agents', async (_what, edit, expected) => {
  expect(await changeBy(edit)).toMatch(expected)
})

test('agents are not affected by what a tool does not show', async () => {
  const [change] = await judge({
    of: 'ours',
    edit: (d) => delete operation(d, '/businesses/{id}', 'get').responses['200'].headers.ETag,
  })
  expect(change?.sentence).not.toContain('agents')
  expect(change?.affects).toEqual([{ kind: 'operation', name: 'getBusiness', stability: 'stable' }])
})

test('a program reads which tool is affected', async () => {
  const changes = await judge({ of: 'ours', edit: (d) => delete d.paths['/reviews/{id}'].get })
  expect(changes[0]?.affects).toMatchObject([{ name: 'getReview', tool: 'get_review' }])
})
