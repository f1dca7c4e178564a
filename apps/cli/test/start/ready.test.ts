import { expect, test } from 'vitest'
import { describeReady, panel } from '../../src/start/ready.ts'

test('where there are no demo accounts, the panel shows how one is opened, as it can be pasted', () => {
  const ready = describeReady({ publicUrl: 'https://api.example.com', mockUrl: null, accounts: [] })
  const facts = { dataDir: '/srv/.svc', database: 'PostgreSQL of DATABASE_URL', seconds: 1 }
  expect(panel(ready, { ...facts, env: {} })).toContain('Open one with "svc account create", then "svc key issue".')
  expect(panel(ready, { ...facts, env: { npm_lifecycle_event: 'start' } })).toContain(
    'Open one with "npm run -s svc -- account create", then "npm run -s svc -- key issue".',
  )
})
