/** A change that breaks a guarantee, and the test that must fail with it. */
interface Mutation {
  name: string
  /** The source file, from the root of the repository. */
  file: string
  find: string
  replaceWith: string
  testFile: string
  /** Part of the test's name. */
  test: string
}

export const mutations: readonly Mutation[] = [
  {
    name: 'publishing commits the transaction of its caller',
    file: 'packages/db/src/webhooks/webhook-events.ts',
    find: `  await enqueueDeliveries(
    transaction,
    {
      name: 'publish_events',`,
    replaceWith: `  await query(transaction, { name: 'mutation', text: 'commit' }, [])
  await enqueueDeliveries(
    transaction,
    {
      name: 'publish_events',`,
    testFile: 'packages/db/test/deliveries.test.ts',
    test: 'none if the transaction is rolled back',
  },
  {
    name: 'results are not fenced by worker and attempt',
    file: 'packages/db/src/webhooks/delivery-queue.ts',
    find: `join result on result.id = queued.id and result.worker_id = queued.worker_id
      and result.attempt = queued.attempt_count`,
    replaceWith: 'join result on result.id = queued.id',
    testFile: 'packages/db/test/deliveries.test.ts',
    test: 'its late result is dropped',
  },
  {
    name: 'leases are not extended',
    file: 'apps/worker/src/deliveries.ts',
    find: 'await context.pause(leaseMs / 3)',
    replaceWith: 'await context.pause(leaseMs * 1000)',
    testFile: 'apps/worker/test/faults.test.ts',
    test: 'lease: an attempt that takes three times the lease',
  },
  {
    name: 'leases do not end',
    file: 'packages/db/src/connection/claim.ts',
    find: 'const claimable = `due_at <= current_timestamp(3) and not',
    replaceWith: 'const claimable = `due_at <= current_timestamp(3) and worker_id is null and not',
    testFile: 'apps/worker/test/deliveries.test.ts',
    test: 'kill -9 during a delivery',
  },
  {
    name: 'a claim waits for locked rows',
    file: 'packages/db/src/connection/claim.ts',
    find: 'for update skip locked',
    replaceWith: 'for update',
    testFile: 'packages/db/test/deliveries.test.ts',
    test: 'rows locked by another transaction are skipped',
  },
  {
    name: 'deliveries of an account without the API are claimed',
    file: 'packages/db/src/webhooks/delivery-queue.ts',
    find: 'where endpoint.enabled and endpoint.deleted_at is null and',
    replaceWith: 'where endpoint.enabled and endpoint.deleted_at is null or',
    testFile: 'packages/db/test/deliveries.test.ts',
    test: 'an account without the API has its deliveries held',
  },
  {
    name: 'the rate of an endpoint is not applied',
    file: 'packages/db/src/connection/claim.ts',
    find: 'coalesce(leased.leases, 0), 0), open.startable,',
    replaceWith: 'coalesce(leased.leases, 0), 0),',
    testFile: 'packages/db/test/endpoint-pace.test.ts',
    test: 'no minute has more attempts than the rate',
  },
  {
    name: 'the pace of an endpoint does not advance',
    file: 'packages/db/src/webhooks/endpoint-pace.ts',
    find: 'group by endpoint.id\n',
    replaceWith: 'where false group by endpoint.id\n',
    testFile: 'packages/db/test/endpoint-pace.test.ts',
    test: 'no minute has more attempts than the rate',
  },
  {
    name: 'a success does not begin a new count of failures',
    file: 'packages/db/src/webhooks/delivery-queue.ts',
    find: 'health.failures + excluded.failures else 0 end',
    replaceWith: 'health.failures + excluded.failures else health.failures end',
    testFile: 'packages/db/test/failing-endpoints.test.ts',
    test: 'a success begins a new count',
  },
  {
    name: 'a bad hour before days of silence disables an endpoint',
    file: 'packages/db/src/webhooks/failing-endpoints.ts',
    find: 'and health.last_failed_at >= health.failing_since +',
    replaceWith: 'and now() >= health.failing_since +',
    testFile: 'packages/db/test/failing-endpoints.test.ts',
    test: 'a bad hour before days of silence',
  },
  {
    name: 'claims of one account run at the same time',
    file: 'packages/db/src/connection/claim.ts',
    find: 'select pg_advisory_xact_lock(hashtext($1))',
    replaceWith: 'select hashtext($1)',
    testFile: 'packages/db/test/deliveries.test.ts',
    test: 'a claim sees the rows of the claim before it',
  },
  {
    name: 'an unresolved problem may exist twice',
    file: 'packages/db/src/migrations/0017-recommendation-follow-up.ts',
    find: 'create unique index recommendations_unresolved_problem',
    replaceWith: 'create index recommendations_unresolved_problem',
    testFile: 'apps/worker/test/analyses.test.ts',
    test: 'confirms a problem that still exists',
  },
  {
    name: 'a password that was confirmed long ago is enough to approve a reply',
    file: 'packages/db/src/migrations/0054-business-profile.ts',
    find: "and session.password_confirmed_at > now() - interval '10 minutes'",
    replaceWith: '',
    testFile: 'packages/db/test/profile-replies.test.ts',
    test: 'an approval by',
  },
  {
    name: 'a reply is approved with the approval of another text',
    file: 'packages/db/src/migrations/0054-business-profile.ts',
    find: 'where id = new.approval_id and reply_id = new.id and text_hash = new.text_hash',
    replaceWith: 'where id = new.approval_id',
    testFile: 'packages/db/test/profile-replies.test.ts',
    test: 'a state "approved" without an approval, and with the approval of another text',
  },
  {
    name: 'a draft is sent',
    file: 'packages/db/src/migrations/0054-business-profile.ts',
    find: "'draft approved', 'draft withdrawn'",
    replaceWith: "'draft approved', 'draft withdrawn', 'draft sending'",
    testFile: 'packages/db/test/profile-replies.test.ts',
    test: 'a reply changes along the arrows',
  },
  {
    name: 'a send is stored in any state',
    file: 'packages/db/src/migrations/0054-business-profile.ts',
    find: "where id = new.reply_id and state = 'sending' and approval_id = new.approval_id and text_hash = new.text_hash",
    replaceWith: 'where id = new.reply_id',
    testFile: 'packages/db/test/profile-replies.test.ts',
    test: 'a send without an approval, in another state than "sending"',
  },
  {
    name: 'a reply of someone else is not read before the send',
    file: 'apps/worker/src/business-profile/profile-replies.ts',
    find: 'if (visible === null) return await send(',
    replaceWith: 'if (review !== null) return await send(',
    testFile: 'apps/worker/test/profile-replies.test.ts',
    test: 'a reply that someone else has published is never replaced',
  },
  {
    name: 'a reply is sent without a record',
    file: 'apps/worker/src/business-profile/profile-replies.ts',
    find: 'if (!(await beginSend(db, claimed))) return undefined',
    replaceWith: 'void beginSend',
    testFile: 'apps/worker/test/profile-replies.test.ts',
    test: 'the reply is published once',
  },
  {
    name: 'a viewer may approve replies',
    file: 'apps/api/src/portal/caller.ts',
    find: 'viewer: []',
    replaceWith: "viewer: ['replies:publish']",
    testFile: 'apps/api/test/business-profile.test.ts',
    test: 'approves nothing',
  },
  {
    name: 'the state of a consent is not checked',
    file: 'packages/db/src/business-profile/profile-consents.ts',
    find: 'where session_id = $1 and state_hash = any ($2)',
    replaceWith: 'where session_id = $1 and state_hash is not null and $2::bytea[] is not null',
    testFile: 'apps/api/test/profile-consents.test.ts',
    test: 'with another state, and nothing is sent',
  },
  {
    name: 'a consent is finished in another session',
    file: 'packages/db/src/business-profile/profile-consents.ts',
    find: 'where session_id = $1 and state_hash = any ($2)',
    replaceWith: 'where $1::text is not null and state_hash = any ($2)',
    testFile: 'apps/api/test/profile-consents.test.ts',
    test: 'in another session of the same person',
  },
  {
    name: 'a consent does not expire',
    file: 'packages/db/src/business-profile/profile-consents.ts',
    find: 'state_hash = any ($2) and expires_at > now()',
    replaceWith: 'state_hash = any ($2)',
    testFile: 'apps/api/test/profile-consents.test.ts',
    test: 'after ten minutes',
  },
  {
    name: 'the token of a consent is used in another session',
    file: 'packages/db/src/business-profile/profile-consents.ts',
    find: 'where session_id = $1 and business_id = $2',
    replaceWith: 'where $1::text is not null and business_id = $2',
    testFile: 'apps/api/test/profile-consents.test.ts',
    test: 'is not chosen in another session',
  },
  {
    name: 'a consent without the scope is accepted',
    file: 'packages/business-profile/src/access-tokens.ts',
    find: '!granted.includes(profileScope) || refresh_token === undefined',
    replaceWith: 'granted.length === 0 || refresh_token === undefined',
    testFile: 'apps/api/test/profile-consents.test.ts',
    test: 'without the permission to manage the profile',
  },
  {
    name: 'the consent of a deleted account is not revoked',
    file: 'packages/db/src/accounts/account-erasure.ts',
    find: 'await requestRevocationsOf(transaction, accountId)',
    replaceWith: 'void requestRevocationsOf',
    testFile: 'apps/api/test/profile-consents.test.ts',
    test: 'comes with the deletion of the account',
  },
  {
    name: 'the pages and the navigation ignore the flag',
    file: 'apps/api/src/portal/sessions.ts',
    find: 'business_profile: session.profile_enabled',
    replaceWith: 'business_profile: true',
    testFile: 'apps/portal/test/profile.test.ts',
    test: 'no page exists and the navigation does not name it',
  },
]
