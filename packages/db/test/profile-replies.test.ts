import { createHash } from 'node:crypto'
import { newId } from '@svc/runtime/ids'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { setFlag } from '../src/accounts/flags.ts'
import { connectProfile, profileFlag } from '../src/business-profile/profile-connections.ts'
import {
  approveProfileReply,
  createProfileReply,
  editProfileReply,
  type ProfileReply,
} from '../src/business-profile/profile-replies.ts'
import type { Owner } from '../src/connection/records.ts'
import { insertUser, type User } from '../src/credentials/users.ts'
import { type NewReview, storeReviews } from '../src/reviews/reviews.ts'
import { openRosso } from './fixtures.ts'
import { knexOf } from './testing.ts'
import { openTestDatabase } from './testing-hooks.ts'

const database = openTestDatabase()
let owner: Owner
beforeAll(async () => {
  await setFlag(database.db, profileFlag, true)
})
beforeEach(async () => {
  await knexOf(database.db)('accounts').delete()
  owner = await openRosso(database.db)
})

const text = 'We are sorry for the wait.'
const hashOf = (reply: string) => createHash('sha256').update(reply).digest()

/** A draft of a reply to a review of the connected location. */
async function draft(): Promise<ProfileReply> {
  const review: NewReview = {
    source: 'google',
    source_id: 'g1',
    rating: 2,
    text: 'We waited an hour.',
    language: null,
    published_at: null,
    owner_replied: false,
    retain_until: null,
  }
  const refreshToken = { key_id: 'k1', ciphertext: Buffer.from('sealed') }
  return database.db.transaction(async (transaction) => {
    const [stored] = await storeReviews(transaction, owner, null, [review])
    await connectProfile(transaction, owner, { location: 'accounts/1/locations/2', title: 'Rosso', refreshToken })
    const { business_id } = owner
    const known = knexOf(database.db)('business_profile_reviews').insert({
      business_id,
      source_id: 'g1',
      scan_number: 1,
    })
    await transaction.execute({ text: known.toQuery() })
    const reply = await createProfileReply(transaction, owner, { review_id: stored?.id ?? 'rev_', text })
    if (typeof reply === 'string') throw new Error(`No draft: ${reply}.`)
    return reply
  })
}

interface MemberOptions {
  role?: User['role']
  /** The time since the password was confirmed. */
  minutes?: number
  account_id?: Owner['account_id']
  expires_at?: string
}

/** A member with a session. */
async function member(options: MemberOptions = {}) {
  const { role = 'owner', minutes = 0, account_id = owner.account_id, expires_at = '2099-01-01' } = options
  const email = `${newId('usr')}@rosso-trattoria.example`
  const user = await insertUser(database.db, account_id, { email, password_hash: 'hash', role })
  const id = newId('ses')
  const knex = knexOf(database.db)
  await knex('sessions').insert({
    id,
    id_hash: Buffer.from(id),
    user_id: user.id,
    expires_at,
    password_confirmed_at: knex.raw(`now() - interval '${minutes} minutes'`),
  })
  return { user, sessionId: id }
}

async function approve(reply: ProfileReply, person: Awaited<ReturnType<typeof member>>, seen = text) {
  const actor = { type: 'member', id: person.user.id, request_id: null } as const
  return database.db.transaction((transaction) =>
    approveProfileReply(transaction, owner, reply.id, { text: seen, approver: { actor, sessionId: person.sessionId } }),
  )
}

/** Inserts an approval by SQL, as no code of the service does. */
async function insertApproval(reply: ProfileReply, person: { user: User; sessionId: string }, approved = text) {
  const id = newId('bpa')
  const { user, sessionId } = person
  await knexOf(database.db)('business_profile_approvals').insert({
    id,
    reply_id: reply.id,
    user_id: user.id,
    session_id: sessionId,
    text_hash: hashOf(approved),
  })
  return id
}

const setState = (reply: ProfileReply, fields: object) =>
  knexOf(database.db)('business_profile_replies').where({ id: reply.id }).update(fields)

describe('the database refuses', () => {
  test('a reply that does not begin as a draft', async () => {
    const reply = await draft()
    await knexOf(database.db)('business_profile_replies').delete()
    const row = { id: newId('bpr'), ...owner, review_id: reply.review_id, source_id: 'g1', text }
    const sent = knexOf(database.db)('business_profile_replies').insert({ ...row, state: 'sent' })
    await expect(sent).rejects.toThrow('A reply begins as a draft')
  })

  test('a state "approved" without an approval, and with the approval of another text', async () => {
    const reply = await draft()
    const due_at = new Date()
    await expect(setState(reply, { state: 'approved', due_at })).rejects.toThrow('is not approved')
    const approval_id = await insertApproval(reply, await member())
    await setState(reply, { text: 'Another text.' })
    await expect(setState(reply, { state: 'approved', approval_id, due_at })).rejects.toThrow('is not approved')
  })

  test.each([
    ['a viewer', { role: 'viewer' } as const],
    ['a member whose password was confirmed too long ago', { minutes: 11 }],
    ['a member whose session has expired', { expires_at: '2026-01-01' }],
  ])('an approval by %s', async (_name, options) => {
    const reply = await draft()
    await expect(insertApproval(reply, await member(options))).rejects.toMatchObject({ code: '42501' })
  })

  test('an approval by a member of another account, with the session of another member, and of another text', async () => {
    const reply = await draft()
    const { account_id } = await openRosso(database.db)
    await expect(insertApproval(reply, await member({ account_id }))).rejects.toMatchObject({ code: '42501' })
    const [one, other] = [await member(), await member()]
    await expect(insertApproval(reply, { ...one, sessionId: other.sessionId })).rejects.toMatchObject({ code: '42501' })
    await expect(insertApproval(reply, one, 'Another text.')).rejects.toMatchObject({ code: '42501' })
  })

  test('an approval of a reply that is not a draft', async () => {
    const reply = await draft()
    const person = await member()
    const approval_id = await insertApproval(reply, person)
    await setState(reply, { state: 'approved', approval_id, due_at: new Date() })
    await expect(insertApproval(reply, person)).rejects.toMatchObject({ code: '42501' })
  })

  test('a change and a deletion of an approval', async () => {
    const reply = await draft()
    await insertApproval(reply, await member())
    const approvals = () => knexOf(database.db)('business_profile_approvals')
    await expect(approvals().update({ text_hash: hashOf('x') })).rejects.toMatchObject({ code: '42501' })
    await expect(approvals().delete()).rejects.toMatchObject({ code: '42501' })
  })

  test('a send without an approval, in another state than "sending", and of another text', async () => {
    const reply = await draft()
    const send = (fields: object) =>
      knexOf(database.db)('business_profile_sends').insert({ reply_id: reply.id, number: 1, ...fields })
    await expect(send({ text_hash: hashOf(text) })).rejects.toThrow()
    const approval_id = await insertApproval(reply, await member())
    await expect(send({ approval_id, text_hash: hashOf(text) })).rejects.toThrow('is sent only in the state')
    await setState(reply, { state: 'approved', approval_id, due_at: new Date() })
    await setState(reply, { state: 'sending' })
    await expect(send({ approval_id, text_hash: hashOf('Another text.') })).rejects.toThrow('is sent only in the state')
    await expect(send({ approval_id: newId('bpa'), text_hash: hashOf(text) })).rejects.toThrow()
    await send({ approval_id, text_hash: hashOf(text) })
  })

  test('a send without an approval, even if the trigger did not run', async () => {
    const reply = await draft()
    const sent = database.db.transaction(async (transaction) => {
      const disable = 'alter table business_profile_sends disable trigger check_business_profile_send'
      await transaction.execute({ text: disable })
      const send = `
        insert into business_profile_sends (reply_id, number, approval_id, text_hash) values ($1, 1, $2, $3)`
      await transaction.execute({ text: send, values: [reply.id, newId('bpa'), hashOf(text)] })
    })
    await expect(sent).rejects.toMatchObject({ code: '23503' })
  })

  test('a change of a send other than its outcome, and of an outcome', async () => {
    const reply = await draft()
    const person = await member()
    const [approval_id, other] = [await insertApproval(reply, person), await insertApproval(reply, person)]
    await setState(reply, { state: 'approved', approval_id, due_at: new Date() })
    await setState(reply, { state: 'sending' })
    const sends = () => knexOf(database.db)('business_profile_sends')
    await sends().insert({ reply_id: reply.id, number: 1, approval_id, text_hash: hashOf(text) })
    await expect(sends().update({ approval_id: other })).rejects.toThrow('is sent only in the state')
    await sends().update({ outcome: 'unknown', ended_at: new Date() })
    await expect(sends().update({ outcome: 'sent' })).rejects.toThrow('is sent only in the state')
  })

  test('another text once a reply is approved', async () => {
    const reply = await draft()
    const approval_id = await insertApproval(reply, await member())
    await setState(reply, { state: 'approved', approval_id, due_at: new Date() })
    await expect(setState(reply, { text: 'Another text.' })).rejects.toThrow('changed only in a draft')
  })
})

const states = ['draft', 'approved', 'sending', 'sent', 'uncertain', 'stopped', 'withdrawing', 'withdrawn'] as const
type State = (typeof states)[number]

/** The arrows of docs/operations/business-profile.md, written again so that a change of the database is noticed. */
const arrows: Readonly<Record<State, readonly State[]>> = {
  draft: ['approved', 'withdrawn'],
  approved: ['draft', 'sending', 'stopped', 'withdrawn'],
  sending: ['sent', 'approved', 'uncertain', 'stopped'],
  uncertain: ['sent', 'sending', 'stopped'],
  sent: ['withdrawing'],
  withdrawing: ['withdrawn', 'stopped'],
  stopped: ['draft', 'withdrawn'],
  withdrawn: [],
}

/** The steps that bring a reply to each state. */
const ways: Readonly<Record<State, readonly State[]>> = {
  draft: [],
  approved: ['approved'],
  sending: ['approved', 'sending'],
  sent: ['approved', 'sending', 'sent'],
  uncertain: ['approved', 'sending', 'uncertain'],
  stopped: ['approved', 'stopped'],
  withdrawing: ['approved', 'sending', 'sent', 'withdrawing'],
  withdrawn: ['withdrawn'],
}

const fieldsOf = (state: State, approval_id: string) => ({
  state,
  approval_id,
  due_at: ['approved', 'sending', 'uncertain', 'withdrawing'].includes(state) ? new Date() : null,
  stop_reason: state === 'stopped' ? 'refused' : null,
})

test.each(states)('from "%s", a reply changes along the arrows of the documentation and no other', async (from) => {
  const reply = await draft()
  const approval_id = await insertApproval(reply, await member())
  for (const state of ways[from]) await setState(reply, fieldsOf(state, approval_id))
  const reached: State[] = []
  for (const to of states.filter((state) => state !== from)) {
    const attempt = database.db.transaction(async (transaction) => {
      const update = knexOf(database.db)('business_profile_replies').where({ id: reply.id })
      await transaction.execute({ text: update.update(fieldsOf(to, approval_id)).toQuery() })
      throw new RolledBackError()
    })
    const error = await attempt.catch((thrown: unknown) => thrown)
    if (error instanceof RolledBackError) reached.push(to)
    else expect(String(error)).toContain('cannot change from')
  }
  expect(reached.sort()).toEqual([...arrows[from]].sort())
})

class RolledBackError extends Error {}

test('an approval is for the text that the person has read, and an edit takes it back', async () => {
  const reply = await draft()
  const person = await member()
  expect(await approve(reply, person, 'An older text.')).toBe('text')
  expect(await approve(reply, person)).toMatchObject({ state: 'approved', approved_at: expect.any(String) })
  const edited = await database.db.transaction((transaction) =>
    editProfileReply(transaction, owner, reply.id, { text: 'A newer text.' }),
  )
  expect(edited).toMatchObject({ state: 'draft', text: 'A newer text.', approved_at: null })
  expect(await approve(reply, person)).toBe('text')
})
