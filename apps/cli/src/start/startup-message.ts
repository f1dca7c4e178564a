import { alignColumns } from '@svc/command-line/text'
import { type Ready, readyPath } from '@svc/local-service/ready-file'
import { asTyped } from '../as-typed.ts'

/** Returns the message that `svc start` prints when everything is ready. */
export function startupMessage(
  ready: Ready,
  facts: { dataDir: string; database: string; seconds: number; env: NodeJS.ProcessEnv },
): string {
  const [account] = ready.accounts
  const key = account?.api_key ?? 'svc_…'
  const lines = [
    `Competitor Review Intelligence is ready after ${facts.seconds.toFixed(1)} s. Ctrl-C stops it.`,
    '',
    alignColumns([
      ['API', ready.base_url],
      ['Portal', ready.portal_url],
      ['Docs', ready.docs_url],
      ...(ready.mock_url === null ? [] : [['Mock', ready.mock_url]]),
      ['Database', facts.database],
      ['Data', facts.dataDir],
    ]),
    '',
    ...(account
      ? [
          'Demo accounts',
          alignColumns(
            ready.accounts.map(({ name, plan, business_id, api_key }) => [name, plan, business_id, api_key]),
          ),
          '',
          'Sign in to the portal, and to its console for administrators',
          alignColumns(
            [
              ...ready.accounts.map(({ portal_user }) => ({ ...portal_user, url: ready.portal_url })),
              ...(ready.admin_user ? [{ ...ready.admin_user, url: `${ready.portal_url}/admin` }] : []),
            ].map(({ email, password, url }) => [email, password, url]),
          ),
        ]
      : [
          asTyped(
            'There are no demo accounts. Create an account with "svc account create", then "svc key issue".',
            facts.env,
          ),
        ]),
    '',
    'First call',
    `curl -H "X-API-Key: ${key}" ${ready.base_url}/businesses`,
    '',
    `These URLs and credentials are also in ${readyPath(facts.dataDir)}`,
  ]
  return `\n${lines
    .join('\n')
    .split('\n')
    .map((line) => (line === '' ? '' : `  ${line}`))
    .join('\n')}\n\n`
}
