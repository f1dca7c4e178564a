import document from '@generated/portal/portal.json' with { type: 'json' }
import { knexOf, lockIsAwaited } from '@svc/db/testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestApi, type TestApi } from '../testing.ts'
import { openPortal, type PortalPage, signIn } from './portal-client.ts'

let api: TestApi
beforeAll(async () => {
  api = await startTestApi()
})
afterAll(() => api.close())

const knex = () => knexOf(api.database.db)

describe('members', () => {
  test('get another role, and their sessions end', async () => {
    const tenant = await api.open()
    const owner = await openPortal(api, tenant)
    const developer = await openPortal(api, tenant, 'developer')
    const changed = await owner.call('PATCH', `/members/${developer.user.id}`, { body: { role: 'viewer' } })
    expect(changed.data).toMatchObject({ id: developer.user.id, role: 'viewer', last_active_at: null })
    expect((await developer.call('GET', '/session')).status).toBe(401)
    const { data } = await owner.call('GET', '/members')
    expect(data.map((one) => one.role)).toEqual(['owner', 'viewer'])
  })

  test('are removed with their sessions', async () => {
    const tenant = await api.open()
    const owner = await openPortal(api, tenant)
    const viewer = await openPortal(api, tenant, 'viewer')
    expect((await owner.call('DELETE', `/members/${viewer.user.id}`)).status).toBe(200)
    expect((await viewer.call('GET', '/session')).status).toBe(401)
    expect((await signIn(api, { email: viewer.user.email, password: viewer.password })).status).toBe(401)
  })

  test('always include an owner, even when two owners demote each other at the same moment', async () => {
    const tenant = await api.open()
    const [one, two] = [await openPortal(api, tenant), await openPortal(api, tenant)]
    const demote = (by: PortalPage, whom: PortalPage) =>
      by.call('PATCH', `/members/${whom.user.id}`, { body: { role: 'viewer' } })
    // Both requests pass the check of their session before either role changes.
    const requests = await knex().transaction(async (transaction) => {
      await transaction('users').where({ account_id: tenant.owner.account_id }).forUpdate()
      const begun = [demote(one, two), demote(two, one)]
      await lockIsAwaited(api.database.db, begun.length)
      return begun
    })
    const statuses = (await Promise.all(requests)).map(({ status }) => status)
    expect(statuses.sort()).toEqual([200, 409])
    const roles = await knex()('users').where({ account_id: tenant.owner.account_id }).pluck('role')
    expect(roles.sort()).toEqual(['owner', 'viewer'])

    const alone = await api.open()
    const last = await openPortal(api, alone)
    for (const method of ['PATCH', 'DELETE']) {
      const refused = await last.call(method, `/members/${last.user.id}`, {
        ...(method === 'PATCH' && { body: { role: 'developer' } }),
      })
      expect([refused.status, refused.error]).toEqual([409, document.components.examples.LastOwnerExample.value.error])
    }
  })
})
