import { newId } from '@svc/runtime/ids'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestApi, type TestApi } from '../testing.ts'

let api: TestApi

beforeAll(async () => {
  api = await startTestApi()
})
afterAll(() => api.close())

describe('GET /events', () => {
  test('shows the method, path template, key name and address of each request', async () => {
    const account = await api.open()
    const started = await account.call('POST', `/businesses/${account.owner.business_id}/analyses`)
    await api.api.usage.flush()
    const { data } = await account.call('GET', '/events')
    expect(data[0]).toMatchObject({
      request_id: started.headers.get('x-request-id'),
      method: 'POST',
      path: '/businesses/{id}/analyses',
      actor_name: expect.any(String),
      client_ip: '127.0.0.1',
    })
  })

  test('filters by operation, status class and caller', async () => {
    const account = await api.open()
    const other = await account.issue()
    await account.call('GET', '/businesses')
    await account.call('GET', `/analyses/${newId('ana')}`)
    await other.call('GET', '/businesses')
    await api.api.usage.flush()
    const seen = async (query: string) => {
      const { status, data } = await account.call('GET', `/events?${query}`)
      expect(status).toBe(200)
      return data.map((event) => event.operation_id)
    }
    expect(await seen('operation_id=listBusinesses')).toEqual(['listBusinesses', 'listBusinesses'])
    expect(await seen('status=4xx')).toEqual(['getAnalysis'])
    expect(await seen('status=5xx')).toEqual([])
    expect(await seen(`caller=${other.id}`)).toEqual(['listBusinesses'])
    expect(await seen(`caller=${other.id}&status=4xx`)).toEqual([])
    expect(await seen('operation_id=listBusinesses&status=2xx&limit=1')).toEqual(['listBusinesses'])
  })
})
