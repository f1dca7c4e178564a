import { expect, test } from 'vitest'
import { type Edit, fields, judge, operation, remove, schemas, webhook } from './edits.ts'

// Running workflows are clients too: what changes a trigger or an action says that they are affected
// (docs/decisions/0055).

async function changeBy(edit: Edit['edit']): Promise<string> {
  const [change] = await judge({ of: 'ours', edit })
  return change ? `${change.verdict} ${change.rule} ${change.sentence}` : 'no change'
}

test.each<[string, Edit['edit'], RegExp]>([
  [
    'a renamed trigger',
    (d) => (webhook(d, 'analysis.completed')['x-workflow'].name = 'analysis_done'),
    /^breaking workflow-step-renamed The trigger `new_analysis` is now the trigger `analysis_done`: running workflows with it stop\.$/,
  ],
  [
    'a removed action',
    (d) => delete operation(d, '/review-replies', 'post')['x-workflow'],
    /^breaking workflow-step-removed The action `draft_reply` was removed: running workflows with it stop\.$/,
  ],
  [
    'a removed event',
    (d) => delete d.webhooks['analysis.completed'],
    /^breaking webhook-removed .*and running workflows with the trigger `new_analysis`, no longer receive it\.$/,
  ],
  [
    'a removed field of the output of an action',
    (d) => {
      delete fields(d, 'ReplyDraft').warnings
      remove(schemas(d).ReplyDraft.required, 'warnings')
    },
    /^breaking property-removed .*and running workflows with the action `draft_reply`, no longer find it\.$/,
  ],
  [
    'a narrowed input of an action',
    (d) => (fields(d, 'DraftReviewReplyRequest').variants.maximum = 2),
    /^breaking maximum-changed .*and running workflows with the action `draft_reply`, who send what was allowed before are refused\.$/,
  ],
  [
    'other texts of a trigger',
    (d) => (webhook(d, 'analysis.completed')['x-workflow'].title = 'Analysis finished'),
    /^safe workflow-wording-changed The texts of the trigger `new_analysis` changed: it takes and returns the same\.$/,
  ],
  [
    'a new action',
    (d) =>
      (operation(d, '/businesses/{id}/analyses', 'post')['x-workflow'] = {
        kind: 'action',
        name: 'start_analysis',
        title: 'Start analysis',
        description: 'Starts an analysis of the business.',
      }),
    /^safe workflow-step-added `startAnalysis` is now the action `start_analysis` of workflows: no workflow uses it yet\.$/,
  ],
])('%s is judged as a change for workflows', async (_what, edit, expected) => {
  expect(await changeBy(edit)).toMatch(expected)
})

test('a removed field of a payload is judged as a change for the workflows that it starts', async () => {
  const changes = await judge({
    of: 'ours',
    edit(d) {
      const { data } = fields(d, 'AnalysisCompletedEvent')
      const target = data.$ref ? schemas(d)[data.$ref.split('/').at(-1)] : data
      delete target.properties.competitors_analyzed
      remove(target.required, 'competitors_analyzed')
    },
  })
  expect(changes.map(({ sentence }) => sentence)).toContain(
    '`data.competitors_analyzed` was removed: receivers of `analysis.completed`, and running workflows with the trigger `new_analysis`, no longer find it.',
  )
})

test('workflows are not affected by a header that no step reads', async () => {
  const [change] = await judge({
    of: 'ours',
    edit: (d) => delete operation(d, '/review-replies', 'post').responses['200'].headers['Idempotency-Replayed'],
  })
  expect(change?.sentence).not.toContain('workflows')
})
