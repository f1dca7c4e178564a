import { describeReady } from '@svc/local-service/ready-file'
import { expect, test } from 'vitest'
import { startupMessage } from '../../src/start/startup-message.ts'

test('without demo accounts, the message shows how to create an account, ready to be pasted', () => {
  const origins = { service: 'https://api.example.com', mock: null, metrics: null }
  const ready = describeReady(origins, { accounts: [], administrator: null })
  const facts = { dataDir: '/srv/.svc', database: 'PostgreSQL of DATABASE_URL', seconds: 1 }
  expect(startupMessage(ready, { ...facts, env: {} })).toContain(
    'Create an account with "svc account create", then "svc key issue".',
  )
  expect(startupMessage(ready, { ...facts, env: { npm_lifecycle_event: 'start' } })).toContain(
    'Create an account with "npm run -s svc -- account create", then "npm run -s svc -- key issue".',
  )
})
