import { setTimeout as sleep } from 'node:timers/promises'
import { gunzipSync } from 'node:zlib'
import { isRecord } from '@svc/runtime/json'
import { operatorOf, type ScriptContext } from '../lane.ts'
import { signInByLink } from '../portal-browser.ts'
import type { Relation, RelationContext } from '../relations/relation.ts'
import { createMember, newLinkToken } from './portal-members.ts'
import { differingField, type Findings, recordOf, relationsOf, senderOf, untilFailure } from './portal-scenario.ts'
import { password } from './portal-sign-in.ts'

const shown = 'shown_in_console'
const exported = 'export_complete'

/** Relations of an account that is created and deleted for this, and of an export of the account `accountName`. */
export function accountRelations(context: ScriptContext, accountName: string): Relation[] {
  return [
    ...relationsOf(
      [
        {
          name: shown,
          statement: 'administrators see the business and the deletion of an account as its owner does',
          operationIds: ['createFirstBusiness', 'deleteAccount'],
        },
        {
          name: 'ended_sessions',
          statement: 'a request ends the sessions that its description names, and no others',
          operationIds: ['deleteAccount'],
        },
      ],
      (relations, findings) => untilFailure(() => accountSteps(context, relations, findings)),
    ),
    ...relationsOf(
      [
        {
          name: exported,
          statement: 'the file of an export has as many records as its list says, in the session of its link alone',
          operationIds: ['createAccountExport', 'createExportLink', 'listAccountExports'],
        },
      ],
      (relations, findings) => untilFailure(() => exportSteps(context, accountName, { relations, findings })),
    ),
  ]
}

async function accountSteps(context: ScriptContext, relations: RelationContext, { compare }: Findings): Promise<void> {
  const { service, authUrl, signal } = context
  const operated = operatorOf(service)
  const name = `Deleted by relations ${crypto.randomUUID()}`
  const created = await operated.svc('account', 'create', '--name', name, '--plan', 'growth')
  const { account } = created as { account: { id: string } }
  const { email } = await createMember(operated, name, 'owner')
  const by = await signInByLink(authUrl, { token: await newLinkToken(operated, email), password }, signal)
  const { send } = senderOf(relations)
  const reader = relations.facts.operations.find(({ operationId }) => operationId === 'getAccountDetails')
  const details = async () => {
    const request = { because: 'the account in the console', id: account.id, expect: [200, 404] }
    return reader && (await relations.client.send({ operation: reader, ...request }))
  }
  const business = await send('createFirstBusiness', { by, because: 'an account without a business' })
  const named = recordOf(business).name
  const read = (await details())?.record
  const isNamed = isRecord(read) && read.business_name === named
  const curl = business.reply.curl
  compare('createFirstBusiness', shown, isNamed ? undefined : { message: `The console does not show ${named}.`, curl })

  const deletion = await send('deleteAccount', { by, because: 'the name of the account', body: { name } })
  const after = await details()
  const isGone = after?.reply.status === 404
  const isErasing = isGone || differingField(deletion.record, after?.record) === undefined
  const problem = { message: 'The console shows another time of the deletion.', curl: deletion.reply.curl }
  compare('deleteAccount', shown, isErasing ? undefined : problem)
  const { reply } = await send('getSession', { by, because: 'a deleted account', expect: [200, 401] })
  const accepted = { message: 'A session of the deleted account is accepted.', curl: deletion.reply.curl }
  compare('deleteAccount', 'ended_sessions', reply.status === 401 ? undefined : accepted)
}

const exportWithinMs = 60_000

async function exportSteps(
  { service, authUrl, signal }: ScriptContext,
  accountName: string,
  { relations, findings: { compare } }: { relations: RelationContext; findings: Findings },
): Promise<void> {
  const operated = operatorOf(service)
  const { email } = await createMember(operated, accountName, 'owner')
  const signIn = async () => signInByLink(authUrl, { token: await newLinkToken(operated, email), password }, signal)
  const by = await signIn()
  const { send } = senderOf(relations)
  const started = await send('createAccountExport', { by, because: 'an export' })
  const { id } = recordOf(started)
  const deadlineMs = performance.now() + exportWithinMs
  let found: Readonly<Record<string, unknown>> | undefined
  for (;;) {
    const { record } = await send('listAccountExports', { by, because: 'an export' })
    found = Array.isArray(record) ? record.filter(isRecord).find((one) => one.id === id) : undefined
    if (!found || found.status === 'completed' || performance.now() > deadlineMs) break
    await sleep(100, undefined, { signal })
  }
  const { curl } = started.reply
  compare('createAccountExport', exported, found ? undefined : { message: `The list lacks ${id}.`, curl })
  if (found?.status !== 'completed') return
  const link = await send('createExportLink', { by, because: 'a completed export', id: String(id) })
  const url = `${authUrl}${recordOf(link).path}`
  const file = await fetch(url, { headers: { cookie: by.cookie }, signal })
  const bytes = Buffer.from(await file.arrayBuffer())
  const lines = file.ok ? gunzipSync(bytes).toString().trimEnd().split('\n') : []
  const kinds = lines.map((line) => String(JSON.parse(line).kind))
  const records = kinds.filter((kind) => kind !== 'export').length
  const isComplete = records === found.record_count && bytes.length === found.size_bytes && kinds.at(-1) === 'export'
  const listed = `${found.record_count} in ${found.size_bytes} are listed`
  const message = `The file has ${records} records in ${bytes.length} bytes; ${listed}.`
  for (const name of ['createExportLink', 'listAccountExports'])
    compare(name, exported, isComplete ? undefined : { message, curl: link.reply.curl })
  const other = await fetch(url, { headers: { cookie: (await signIn()).cookie }, signal })
  await other.body?.cancel()
  const problem = { message: `The link works in another session: ${other.status}.`, curl: link.reply.curl }
  compare('createExportLink', exported, other.status === 404 ? undefined : problem)
}
