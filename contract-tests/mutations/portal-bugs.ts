import type { SourceBug } from './source-bug.ts'

// Bugs in the operations of the portal.

const stores = 'packages/db/src/'
const overviews = `${stores}accounts/account-overviews.ts`
const auditLog = `${stores}platform/audit-log.ts`
const clients = `${stores}credentials/oauth-clients.ts`
const keys = `${stores}credentials/api-keys.ts`
const sessions = `${stores}credentials/sessions.ts`
const users = `${stores}credentials/users.ts`
const changes = 'packages/credentials/src/credential-changes.ts'

const listBugs: readonly SourceBug[] = [
  {
    name: 'a page of the audit log skips an entry',
    file: auditLog,
    find: `.where('entry.id', '<', after?.id ?? beyondEveryId)`,
    replaceWith: `.where('entry.id', '<', after?.id ?? beyondEveryId).offset(after ? 1 : 0)`,
    operations: ['listAuditLog'],
  },
  {
    name: 'the keys of an account end after their second page',
    file: 'apps/api/src/portal/administration.ts',
    find: `listAccountKeys(db, path.id, pageRequest(query, 'key'))
      return pageResult({ items: items.map(shown), next })`,
    replaceWith: `listAccountKeys(db, path.id, pageRequest(query, 'key'))
      return pageResult({ items: items.map(shown), next: query.cursor ? null : next })`,
    operations: ['listAccountKeys'],
  },
  {
    name: 'the actor of the audit log filters nothing',
    file: auditLog,
    find: `if (actor !== undefined) rows.where('entry.actor_type', actor)`,
    replaceWith: '',
    operations: ['listAccountAuditLog'],
  },
  {
    name: 'the account of the audit log filters nothing for administrators',
    file: 'apps/api/src/portal/administration.ts',
    find: `{ ...pageRequest(query, 'aud'), action, actor, account_id }`,
    replaceWith: `{ ...pageRequest(query, 'aud'), action, actor, account_id: action && account_id }`,
    operations: ['listAuditLog'],
  },
  {
    name: 'the plan of accounts filters nothing',
    file: overviews,
    find: 'if (plan !== undefined) found.where({ plan })',
    replaceWith: '',
    operations: ['listAccounts'],
  },
  {
    name: 'the search for accounts is case-sensitive',
    file: overviews,
    find: 'position(lower(?) in lower(name)) > 0',
    replaceWith: 'position(? in name) > 0',
    operations: ['listAccounts'],
  },
  {
    name: 'OAuth clients are listed oldest first',
    file: clients,
    find: 'account_id = $1 and deleted_at is null order by id desc',
    replaceWith: 'account_id = $1 and deleted_at is null order by id',
    operations: ['listClients'],
  },
  {
    name: 'members are listed newest first',
    file: users,
    find: 'invited_at is null order by id limit 500',
    replaceWith: 'invited_at is null order by id desc limit 500',
    operations: ['listMembers'],
  },
  {
    name: 'administrators do not see revoked keys',
    file: overviews,
    find: '.where({ account_id: accountId })',
    replaceWith: `.where({ account_id: accountId }).whereNull('revoked_at')`,
    operations: ['listAccountKeys', 'listKeys', 'revokeKey', 'revokeAccountKey'],
  },
]

const recordBugs: readonly SourceBug[] = [
  {
    name: 'a new name of a client removes its redirect URIs',
    file: clients,
    find: 'else coalesce($4::text[], redirect_uris) end',
    replaceWith: `else coalesce($4::text[], redirect_uris[1:0]) end`,
    operations: ['updateClient'],
  },
  {
    name: 'a change of the plan removes the entitlement',
    file: 'apps/api/src/portal/administration.ts',
    find: 'changeAccount(transaction, administratorActor(context), path.id, body)',
    replaceWith: 'changeAccount(transaction, administratorActor(context), path.id, { api_demo: false, ...body })',
    operations: ['changeAccount'],
  },
  {
    name: 'the scopes of a new key are not stored',
    file: 'apps/api/src/portal/credentials.ts',
    find: `const wanted = { ...body, kind: 'test' } as const`,
    replaceWith: `const { scopes: _, ...rest } = body\n        const wanted = { ...rest, kind: 'test' } as const`,
    operations: ['createKey'],
  },
  {
    name: 'the rate limit of an account is stored once',
    file: `${stores}accounts/limit-settings.ts`,
    find: 'update accounts set rate_limit = $2 where',
    replaceWith: 'update accounts set rate_limit = coalesce(rate_limit, $2) where',
    operations: ['setAccountRateLimit'],
  },
  {
    name: 'a deleted client is still listed',
    file: clients,
    find: 'where account_id = $1 and deleted_at is null order by id desc',
    replaceWith: 'where account_id = $1 order by id desc',
    operations: ['deleteClient', 'listClients'],
  },
  {
    name: 'the withdrawal of an invitation withdraws all',
    file: users,
    find: 'and users.id = $2 returning users.id',
    replaceWith: 'and $2::text is not null returning users.id',
    operations: ['withdrawInvitation', 'inviteMember', 'listInvitations'],
  },
  {
    name: 'a key that is revoked again is revoked later',
    file: keys,
    find: 'set revoked_at = coalesce(revoked_at, now())',
    replaceWith: 'set revoked_at = now()',
    operations: ['revokeKey'],
  },
  {
    name: 'the count of keys includes revoked ones',
    file: overviews,
    find: 'where account_id = accounts.id and revoked_at is null) as key_count',
    replaceWith: 'where account_id = accounts.id) as key_count',
    operations: ['getAccountDetails', 'revokeKey'],
  },
  {
    name: 'the contents of an account count deleted clients',
    file: `${stores}accounts/account-contents.ts`,
    find: 'oauth_clients where account_id = $1 and deleted_at is null',
    replaceWith: 'oauth_clients where account_id = $1',
    operations: ['getAccountContents', 'deleteClient'],
  },
]

const sessionBugs: readonly SourceBug[] = [
  {
    name: 'a new password ends no other session',
    file: users,
    find: 'delete from sessions where user_id in (select id from changed)',
    replaceWith: 'delete from sessions where user_id in (select id from changed) and false',
    operations: ['changePassword', 'useSignInLink'],
  },
  {
    name: 'the end of one session ends all others',
    file: sessions,
    find: 'delete from sessions where user_id = $1 and id = $2 and',
    replaceWith: 'delete from sessions where user_id = $1 and id >= $2 and',
    operations: ['endSession', 'signOut'],
  },
  {
    name: 'a removed authenticator app ends no other session',
    file: sessions,
    find: 'delete from sessions where user_id = $1 and id is distinct from $2',
    replaceWith: 'delete from sessions where user_id = $1 and id is distinct from $2 and false',
    operations: ['removeAuthenticator', 'confirmAuthenticator'],
  },
  {
    name: 'every session is listed as the current one',
    file: 'apps/api/src/portal/sessions.ts',
    find: 'current: one.id === session.id',
    replaceWith: 'current: one.id !== undefined',
    operations: ['listSessions', 'signIn'],
  },
  {
    name: 'passkeys are listed oldest first',
    file: `${stores}credentials/passkeys.ts`,
    find: 'from passkeys where user_id = $1 order by id desc',
    replaceWith: 'from passkeys where user_id = $1 order by id',
    operations: ['listPasskeys', 'addPasskey'],
  },
]

const auditBugs: readonly SourceBug[] = [
  {
    name: 'a rotated secret leaves no entry in the audit log',
    file: changes,
    find: `  if (rotated)\n    await recordChange`,
    replaceWith: `  if (rotated && accountId === undefined)\n    await recordChange`,
    operations: ['rotateClientSecret', 'listAccountAuditLog'],
  },
  {
    name: 'the entry of a removed member names who removed it',
    file: users,
    find: `action: 'member.removed', account_id: accountId, subject_id: id }`,
    replaceWith: `action: 'member.removed', account_id: accountId, subject_id: actor.id ?? id }`,
    operations: ['removeMember', 'listAccountAuditLog'],
  },
  {
    name: 'the durations of requests total the points and one more',
    file: `${stores}accounts/request-durations.ts`,
    find: 'return { interval, from, to, requests, p50_ms, p95_ms, points }',
    replaceWith: 'return { interval, from, to, requests: Number(requests) + 1, p50_ms, p95_ms, points }',
    operations: ['getRequestDurations'],
  },
]

export const portalBugs: readonly SourceBug[] = [...listBugs, ...recordBugs, ...sessionBugs, ...auditBugs]
