import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { setFlag } from '@svc/db/flags'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApi, type TestApi } from '../testing.ts'

// The table of OAuth paths in docs/operations/oauth.md, compared with a running service, with the flag off and on.

/** The paths of the service, then those that oidc-provider serves by default and those usual with OpenID Connect. */
const paths = [
  '/api/oauth/token',
  '/api/oauth/revoke',
  '/api/oauth/authorize',
  '/api/oauth/authorize/{uid}',
  '/oauth/consent/{uid}',
  '/.well-known/oauth-authorization-server',
  '/api/oauth',
  '/api/oauth/',
  '/api/oauth/token/',
  '/api/oauth/authorize/{uid}/abort',
  '/api/oauth/auth',
  '/api/oauth/jwks',
  '/api/oauth/me',
  '/api/oauth/userinfo',
  '/api/oauth/reg',
  '/api/oauth/register',
  '/api/oauth/request',
  '/api/oauth/par',
  '/api/oauth/introspect',
  '/api/oauth/token/introspection',
  '/api/oauth/token/revocation',
  '/api/oauth/device',
  '/api/oauth/device/auth',
  '/api/oauth/backchannel',
  '/api/oauth/challenge',
  '/api/oauth/credential',
  '/api/oauth/session/end',
  '/api/oauth/session/end/confirm',
  '/api/oauth/session/end/success',
  '/api/oauth/.well-known/openid-configuration',
  '/api/oauth/.well-known/oauth-authorization-server',
  '/.well-known/openid-configuration',
  '/.well-known/oauth-authorization-server/api/oauth',
  '/.well-known/jwks.json',
  '/jwks',
  '/session/end',
  '/session/end/confirm',
  '/interaction/{uid}',
  '/oauth/consent',
]

const methods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']

let api: TestApi
beforeAll(async () => {
  api = await startTestApi()
})
afterAll(() => api.close())

async function statuses(): Promise<number[][]> {
  const responses = paths.map((path) =>
    Promise.all(
      methods.map(async (method) => {
        const url = api.origin + path.replace('{uid}', 'x'.repeat(43))
        const { status } = await fetch(url, { method, redirect: 'manual' })
        return status
      }),
    ),
  )
  return Promise.all(responses)
}

test('docs/operations/oauth.md lists the status of every OAuth path and method, with the flag off and on', async () => {
  const { db } = api.database
  await setFlag(db, 'oauth_authcode_enabled', false)
  const off = await statuses()
  await setFlag(db, 'oauth_authcode_enabled', true)
  const on = await statuses()
  const cell = (row: number, column: number) => {
    const [before, after] = [off[row]?.[column], on[row]?.[column]]
    return before === after ? `${before}` : `${before} → ${after}`
  }
  const rows = paths.map((path, row) => [`\`${path}\``, ...methods.map((_, column) => cell(row, column))])
  const lines = [['path', ...methods], ['---', ...methods.map(() => '---')], ...rows].map(
    (cells) => `| ${cells.join(' | ')} |`,
  )
  const guide = readFileSync(fileURLToPath(new URL('../../../../docs/operations/oauth.md', import.meta.url)), 'utf8')
  const shown = (guide.split('## Every path')[1] ?? '').split('\n').filter((line) => line.startsWith('|'))
  const bare = (table: string[]) =>
    table.map((line) => line.replaceAll(/ +/g, ' ').replaceAll(/-{3,}/g, '---')).join('\n')
  expect(bare(shown.slice(0, lines.length))).toBe(bare(lines))
})
