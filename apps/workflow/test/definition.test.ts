import { actions, connectionTest, dropdowns, hooks, triggers } from '@generated/workflow/definition'
import { describe, expect, test } from 'vitest'
import { bodyOf } from '../src/values.ts'

describe('the app of our contract', () => {
  test('has its triggers and actions, a dropdown of businesses, and the operations of hooks', () => {
    expect(triggers.map(({ key, eventType }) => [key, eventType])).toEqual([
      ['new_analysis', 'analysis.completed'],
      ['new_recommendation', 'recommendation.created'],
      ['webhook_event', null],
    ])
    expect(actions.map(({ key, call }) => [key, call.operationId, call.private])).toEqual([
      ['create_business', 'createBusiness', true],
      ['draft_reply', 'draftReviewReply', false],
    ])
    expect(dropdowns.map(({ key, call }) => [key, call.operationId])).toEqual([['business', 'listBusinesses']])
    expect(connectionTest.path).toBe('/businesses')
    expect(Object.values(hooks).map(({ operationId }) => operationId)).toEqual([
      'createWebhook',
      'deleteWebhook',
      'listWebhookEvents',
    ])
  })

  test('every field of a person has a help text, and every trigger and action a sample with its output', () => {
    for (const step of [...triggers, ...actions]) {
      for (const { key, help } of step.fields) expect(`${step.key} ${key} ${help}`).toMatch(/\.$/)
      const required = step.output.filter((field) => field.required && !field.key.includes('.'))
      for (const { key } of required) expect(step.sample, `${step.key} ${key}`).toHaveProperty(key)
    }
  })
})

describe('the body of a request', () => {
  const [, draft] = actions
  const fields = draft?.fields ?? []

  test('has the values by their paths, in the type of their fields, without empty ones', () => {
    const values = { 'review.rating': '2', 'review.text': 'Cold.', tone: '', variants: '2', facts: 'One.\nTwo.\n' }
    expect(bodyOf(fields, values)).toEqual({
      review: { rating: 2, text: 'Cold.' },
      variants: 2,
      facts: ['One.', 'Two.'],
    })
  })

  test.each([
    [{}, '"Review rating" is required.'],
    [{ 'review.rating': 'two' }, '"Review rating" must be a number, not "two".'],
  ])('%j is refused with the label of the field', (values, message) => {
    expect(() => bodyOf(fields, values)).toThrow(new RangeError(message))
  })
})
