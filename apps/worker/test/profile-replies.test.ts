import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import type { Fault } from '@svc/business-profile/testing'
import { listAuditLogOf } from '@svc/db/audit-log'
import { recordConnectionProblem } from '@svc/db/profile-connections'
import { editProfileReply, withdrawProfileReply } from '@svc/db/profile-replies'
import { knexOf } from '@svc/db/testing'
import { endConnectionProblems, storedSends } from '@svc/db/testing-profile'
import type { Id } from '@svc/runtime/ids'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { eventually } from './harness.ts'
import { type Profile, type ProfileHarness, startProfileHarness, storedReviews } from './profile-harness.ts'

let harness: ProfileHarness
beforeAll(async () => {
  harness = await startProfileHarness()
})
afterEach(() => harness.reset())
afterAll(() => harness.close())

const text = 'We are sorry for the wait.'

/** A connected account whose review `g0` has been read, and a worker. */
async function connected(count = 1): Promise<Profile> {
  for (let n = 0; n < count; n++) harness.upstream.addReview(`g${n}`)
  const profile = await harness.connect()
  harness.work(harness.profileEnvironment)
  await profile.synchronized()
  return profile
}

const replyOf = (id: string) => harness.upstream.reviews.get(id)?.reviewReply?.comment

const puts = () => harness.upstream.requests.filter(({ method }) => method === 'PUT').length

/** The number of visible changes since the call. */
function countChanges(id: string): () => number {
  const before = harness.upstream.visibleChanges(id)
  return () => harness.upstream.visibleChanges(id) - before
}

/** One fault of the first PUT. */
function failFirstPut(fault: Fault): void {
  let isFirst = true
  harness.upstream.fault = ({ method }) => {
    if (method !== 'PUT' || !isFirst) return undefined
    isFirst = false
    return fault
  }
}

const outcomes = async (id: string) => (await storedSends(harness.database.db, id)).map(({ outcome }) => outcome)

test('approved → sending → sent: the reply is published once, and the audit log names who approved it', async () => {
  const profile = await connected()
  const changes = countChanges('g0')
  const id = await profile.approve('g0', text)
  expect(await profile.inState(id, 'sent')).toMatchObject({ visible_text: text, sent_at: expect.any(String) })
  expect(replyOf('g0')).toBe(text)
  expect([changes(), puts(), await outcomes(id)]).toEqual([1, 1, ['sent']])
  const log = await listAuditLogOf(harness.database.db, profile.owner.account_id, { limit: 10 })
  const items = log.items.filter(({ action }) => action.startsWith('reply.'))
  expect(items.map(({ action, actor, subject_id }) => [action, actor.type, subject_id])).toEqual([
    ['reply.sent', 'member', id],
    ['reply.approved', 'member', id],
  ])
  expect(items[0]?.actor.id).toBe(items[1]?.actor.id)
})

test('approved → stopped: a reply that someone else has published is never replaced', async () => {
  const profile = await connected()
  harness.upstream.setReply('g0', 'Thank you!')
  const id = await profile.approve('g0', text)
  expect(await profile.inState(id, 'stopped')).toMatchObject({ stop_reason: 'foreign_reply' })
  expect([replyOf('g0'), puts(), await outcomes(id)]).toEqual(['Thank you!', 0, []])
})

test('approved → stopped: the review no longer exists', async () => {
  const profile = await connected()
  harness.upstream.reviews.delete('g0')
  const id = await profile.approve('g0', text)
  expect(await profile.inState(id, 'stopped')).toMatchObject({ stop_reason: 'review_gone' })
})

test.each([
  ['429 with Retry-After', { status: 429, retryAfterSeconds: 0 }],
  ['a rejected access token', { status: 401 }],
] as const)('sending → approved → sent: %s had no effect, and the reply is sent again', async (_name, fault) => {
  const profile = await connected()
  failFirstPut(fault)
  const changes = countChanges('g0')
  const id = await profile.approve('g0', text)
  await eventually('the first send to end', async () => (await outcomes(id))[0] === 'not_sent')
  await knexOf(harness.database.db)('business_profile_replies')
    .where({ id, state: 'approved' })
    .whereNull('worker_id')
    .update({ due_at: new Date() })
  await profile.inState(id, 'sent')
  expect([changes(), puts(), await outcomes(id)]).toEqual([1, 2, ['not_sent', 'sent']])
})

test('sending → stopped: a reply that the upstream service refuses is not sent again', async () => {
  const profile = await connected()
  failFirstPut({ status: 400 })
  const id = await profile.approve('g0', text)
  expect(await profile.inState(id, 'stopped')).toMatchObject({ stop_reason: 'refused' })
  expect([replyOf('g0'), puts(), await outcomes(id)]).toEqual([undefined, 1, ['not_sent']])
})

test.each(['unanswered', 'truncated'] as const)(
  'sending → uncertain → sent: the result of a request is "%s", and the reply is found',
  async (fault) => {
    const profile = await connected()
    failFirstPut(fault)
    const changes = countChanges('g0')
    const id = await profile.approve('g0', text)
    await profile.inState(id, 'sent')
    expect([replyOf('g0'), changes(), puts(), await outcomes(id)]).toEqual([text, 1, 1, ['unknown']])
  },
)

test.each([
  ['the connection broke', 'lost'],
  ['503', { status: 503 }],
] as const)(
  'uncertain → sending → sent: %s before the effect, and the same approval is used again',
  async (_name, fault) => {
    const profile = await connected()
    failFirstPut(fault)
    const changes = countChanges('g0')
    const id = await profile.approve('g0', text)
    await profile.inState(id, 'sent')
    expect([replyOf('g0'), changes(), puts(), await outcomes(id)]).toEqual([text, 1, 2, ['unknown', 'sent']])
    const sends = await storedSends(harness.database.db, id)
    expect(new Set(sends.map(({ approval_id }) => approval_id)).size).toBe(1)
  },
)

test('uncertain → stopped: the reply that is found is not ours, and a person decides', async () => {
  const profile = await connected()
  failFirstPut('lost')
  harness.upstream.observe = ({ method }, moment) => {
    if (method === 'PUT' && moment === 'after') harness.upstream.setReply('g0', 'Thank you!')
  }
  const id = await profile.approve('g0', text)
  expect(await profile.inState(id, 'stopped')).toMatchObject({ stop_reason: 'foreign_reply' })
  expect([replyOf('g0'), puts()]).toEqual(['Thank you!', 1])
})

test('an effect that comes after the reply was sent again changes nothing visible', async () => {
  const profile = await connected()
  const applied = Promise.withResolvers<void>()
  failFirstPut({ lateMs: 6_000 })
  let finished = 0
  harness.upstream.observe = ({ method }, moment) => {
    if (method === 'PUT' && moment === 'after') finished += 1
    if (finished === 2) applied.resolve()
  }
  const changes = countChanges('g0')
  const id = await profile.approve('g0', text)
  await profile.inState(id, 'sent')
  await applied.promise
  expect([replyOf('g0'), changes(), puts()]).toEqual([text, 1, 2])
})

test('sent → withdrawing → withdrawn: the reply is removed upstream', async () => {
  const profile = await connected()
  const id = await profile.approve('g0', text)
  await profile.inState(id, 'sent')
  await withdraw(profile, id)
  expect(await profile.inState(id, 'withdrawn')).toMatchObject({ visible_text: null })
  expect(replyOf('g0')).toBeUndefined()
})

test('withdrawing → stopped: a reply that was changed upstream is not removed', async () => {
  const profile = await connected()
  const id = await profile.approve('g0', text)
  await profile.inState(id, 'sent')
  harness.upstream.setReply('g0', 'Changed elsewhere.')
  await withdraw(profile, id)
  expect(await profile.inState(id, 'stopped')).toMatchObject({ stop_reason: 'foreign_reply' })
  expect(replyOf('g0')).toBe('Changed elsewhere.')
})

test('a later change at the upstream service is shown', async () => {
  const profile = await connected()
  const id = await profile.approve('g0', text)
  await profile.inState(id, 'sent')
  harness.upstream.setReply('g0', 'Changed elsewhere.')
  await profile.synchronized()
  expect(await profile.reply(id)).toMatchObject({ state: 'sent', text, visible_text: 'Changed elsewhere.' })
})

describe('the moderation of a published reply', () => {
  const lookUps = () => harness.upstream.requests.filter(({ method, path }) => method === 'GET' && path.endsWith('/g0'))

  test('is read again with each scan until it is decided', async () => {
    // The first page of a later scan lacks the oldest review.
    const profile = await connected(60)
    harness.upstream.newReplyState = 'PENDING'
    const id = await profile.approve('g0', text)
    const pending = { state: 'pending', policy_violation: null }
    expect(await profile.inState(id, 'sent')).toMatchObject({ visible_text: text, moderation: pending })
    const sent = lookUps().length
    await profile.synchronized()
    expect(lookUps()).toHaveLength(sent + 1)
    expect(await profile.reply(id)).toMatchObject({ state: 'sent', moderation: pending })

    harness.upstream.moderate('g0', 'APPROVED')
    await profile.synchronized()
    const approved = { state: 'approved', policy_violation: null }
    expect(await profile.reply(id)).toMatchObject({ state: 'sent', moderation: approved })
    await profile.synchronized()
    expect(lookUps()).toHaveLength(sent + 2)
  })

  test('names the policy that a rejected reply violates; the review counts as not replied to', async () => {
    const profile = await connected()
    harness.upstream.newReplyState = 'PENDING'
    const id = await profile.approve('g0', text)
    await profile.inState(id, 'sent')
    const isReplied = async () => (await storedReviews(harness, profile.owner)).get('g0')?.owner_replied
    expect(await isReplied()).toBe(true)
    harness.upstream.moderate('g0', 'REJECTED', 'OFF_TOPIC')
    await profile.synchronized()
    const rejected = { state: 'rejected', policy_violation: 'OFF_TOPIC' }
    expect(await profile.reply(id)).toMatchObject({ state: 'sent', visible_text: text, moderation: rejected })
    expect(await isReplied()).toBe(false)

    harness.upstream.newReplyState = 'APPROVED'
    await withdraw(profile, id)
    expect(await profile.inState(id, 'withdrawn')).toMatchObject({ visible_text: null, moderation: null })
    const again = await profile.approve('g0', 'Thank you for telling us.')
    const approved = { state: 'approved', policy_violation: null }
    expect(await profile.inState(again, 'sent')).toMatchObject({ moderation: approved })
    expect(await isReplied()).toBe(true)
  })

  test('is known although the response to the send was lost, and a state that is not known is none', async () => {
    const profile = await connected(2)
    failFirstPut('unanswered')
    harness.upstream.newReplyState = 'REJECTED'
    const found = await profile.approve('g0', text)
    const rejected = { state: 'rejected', policy_violation: null }
    expect(await profile.inState(found, 'sent')).toMatchObject({ moderation: rejected })
    harness.upstream.newReplyState = 'REVIEW_REPLY_STATE_UNSPECIFIED'
    const unknown = await profile.approve('g1', text)
    expect(await profile.inState(unknown, 'sent')).toMatchObject({ moderation: null })
  })
})

test('an edit between the approval and the send wins: the old text is never sent', async () => {
  const profile = await connected()
  const edited = Promise.withResolvers<void>()
  let id: Id<'bpr'> | undefined
  harness.upstream.observe = async ({ method, path }, moment) => {
    if (method !== 'GET' || !path.endsWith('/g0') || moment !== 'before' || id === undefined) return
    const { db } = harness.database
    const reply = id
    await db.transaction((transaction) =>
      editProfileReply(transaction, profile.owner, reply, { text: 'Another text.' }),
    )
    edited.resolve()
  }
  // The worker reads the review as soon as the reply is approved: it waits for the id.
  await recordConnectionProblem(harness.database.db, profile.owner, 'access_lost')
  id = await profile.approve('g0', text)
  await endConnectionProblems(harness.database.db)
  await edited.promise
  expect(await profile.inState(id, 'draft')).toMatchObject({ text: 'Another text.' })
  await profile.synchronized()
  expect([replyOf('g0'), puts()]).toEqual([undefined, 0])
})

async function withdraw({ owner }: Profile, id: Id<'bpr'>): Promise<void> {
  const actor = { type: 'operator', id: null, request_id: null } as const
  await harness.database.db.transaction((transaction) => withdrawProfileReply(transaction, owner, id, actor))
}

/** The moments of a send at which the double sees the worker. */
const moments = [
  ['GET', 'before'],
  ['GET', 'after'],
  ['PUT', 'before'],
  ['PUT', 'after'],
] as const

const killed = Number(process.env.PROFILE_KILLED_SENDS ?? 4)

test(
  `kill -9 at each step of ${killed} sends: nothing is published twice, and nothing is lost`,
  async () => {
    for (let n = 0; n < killed; n++) harness.upstream.addReview(`g${n}`)
    const profile = await harness.connect()
    const reader = harness.work(harness.profileEnvironment)
    await profile.synchronized()
    await reader.stop()

    const leaseMs = 400
    let worker: ChildProcess | undefined
    const start = async () => {
      worker = fork(join(import.meta.dirname, 'worker-process.ts'), [String(leaseMs)], {
        env: { ...process.env, ...harness.environment, ...harness.profileEnvironment },
      })
      await once(worker, 'message')
    }
    // Each reply is interrupted once, at the next of the moments.
    const interrupted = new Set<string>()
    let killing: Promise<void> | undefined
    harness.upstream.observe = ({ method, path }, moment) => {
      const review = /\/reviews\/(g\d+)/.exec(path)?.[1]
      const [wantedMethod, wantedMoment] = moments[interrupted.size % moments.length] ?? moments[0]
      if (!review || killing || interrupted.has(review) || method !== wantedMethod || moment !== wantedMoment) return
      interrupted.add(review)
      worker?.kill('SIGKILL')
      killing = restart().finally(() => {
        killing = undefined
      })
    }
    const restart = async () => {
      if (worker) await once(worker, 'exit')
      await start()
    }
    const ids = new Map<string, string>()
    const changes = new Map([...harness.upstream.reviews.keys()].map((review) => [review, countChanges(review)]))
    for (let n = 0; n < killed; n++) ids.set(`g${n}`, await profile.approve(`g${n}`, `${text} (${n})`))
    try {
      await start()
      for (const id of ids.values()) await profile.inState(id, 'sent', 120_000 + killed * 30_000)
    } finally {
      harness.upstream.observe = () => {}
      await killing
      worker?.kill('SIGKILL')
      if (worker && worker.exitCode === null && worker.signalCode === null) await once(worker, 'exit')
    }
    expect(interrupted.size).toBe(killed)
    for (const [review, id] of ids) {
      expect(harness.upstream.reviews.get(review)?.reviewReply?.comment).toBe((await profile.reply(id)).text)
      expect(changes.get(review)?.()).toBe(1)
    }
  },
  150_000 + killed * 35_000,
)
