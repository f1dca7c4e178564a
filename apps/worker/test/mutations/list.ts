/** Something that a guarantee rests on, taken away, and the test that notices. */
export interface Mutation {
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
    name: 'publishing leaves the transaction of its cause',
    file: 'packages/db/src/webhook-events.ts',
    find: `  const [made] = await named<{ deliveries: number }>(
    transaction,
    {
      name: 'publish_events',`,
    replaceWith: `  await named(transaction, { name: 'mutation', text: 'commit' }, [])
  const [made] = await named<{ deliveries: number }>(
    transaction,
    {
      name: 'publish_events',`,
    testFile: 'packages/db/test/deliveries.test.ts',
    test: 'none where the transaction is rolled back',
  },
  {
    name: 'results are not fenced by worker and attempt',
    file: 'packages/db/src/delivery-queue.ts',
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
    test: 'lease: an attempt that takes three leases',
  },
  {
    name: 'leases do not end',
    file: 'packages/db/src/claim.ts',
    find: 'return `due_at <= current_timestamp(3) and not',
    replaceWith: 'return `due_at <= current_timestamp(3) and worker_id is null and not',
    testFile: 'apps/worker/test/deliveries.test.ts',
    test: 'by kill -9 in the middle of a delivery',
  },
  {
    name: 'a claim waits for locked rows',
    file: 'packages/db/src/claim.ts',
    find: 'for update skip locked',
    replaceWith: 'for update',
    testFile: 'packages/db/test/deliveries.test.ts',
    test: 'a claim waits for nobody',
  },
  {
    name: 'claims do not take turns',
    file: 'packages/db/src/claim.ts',
    find: 'select pg_advisory_xact_lock(hashtext($1))',
    replaceWith: 'select hashtext($1)',
    testFile: 'packages/db/test/deliveries.test.ts',
    test: 'a claim sees what the claim before it took',
  },
  {
    name: 'an open problem may be there twice',
    file: 'packages/db/src/migrations/0001-first-tables.ts',
    find: 'create unique index recommendations_open_problem',
    replaceWith: 'create index recommendations_open_problem',
    testFile: 'apps/worker/test/analyses.test.ts',
    test: 'confirms a problem that is still there',
  },
]
