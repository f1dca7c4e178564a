import { createSoftwarePasskey } from '@svc/credentials/testing/software-passkey'
import { isRecord } from '@svc/runtime/json'
import { differingField, recordOf, type SessionScenario, type Visit } from './portal-scenario.ts'

/** Adds two passkeys, signs in with one and removes it. Resolves with the session that it began. */
export async function passkeySteps(
  { send, begin, isBegun, areEnded, compare }: SessionScenario,
  { visit: by, publicUrl, relation }: { visit: Visit; publicUrl: string; relation: string },
): Promise<Visit> {
  const listed = async () => {
    const { record } = await send('listPasskeys', { by, because: 'the passkeys' })
    return Array.isArray(record) ? record.filter(isRecord) : []
  }
  const challengeOf = async (operationId: 'beginPasskey' | 'beginPasskeySignIn') => {
    const options = recordOf(await send(operationId, { by, because: 'a challenge' }))
    const relyingPartyId = String(options.relying_party_id)
    const origin = `http://${relyingPartyId}:${new URL(publicUrl).port}`
    return { options, challenge: String(options.challenge), circumstances: { origin, relyingPartyId } }
  }
  const check = (operationId: string, curl: string | null, problem: string | undefined) =>
    compare(operationId, relation, problem === undefined ? undefined : { message: problem, curl })

  const passkey = createSoftwarePasskey()
  const credentials: string[] = []
  for (const [name, made] of [
    ['First', passkey],
    ['Second', createSoftwarePasskey()],
  ] as const) {
    const { challenge, circumstances } = await challengeOf('beginPasskey')
    const body = { name, ...made.create(challenge, circumstances) }
    credentials.push(body.credential_id)
    const { record, reply } = await send('addPasskey', { by, because: 'a passkey', body })
    const [newest] = await listed()
    const field = differingField(record, newest)
    check(
      'addPasskey',
      reply.curl,
      field === undefined && newest?.name === name ? undefined : `${name} is not listed first.`,
    )
  }
  const { options } = await challengeOf('beginPasskey')
  const known = Array.isArray(options.credential_ids) ? options.credential_ids : []
  const areKnown = known.length === credentials.length && credentials.every((one) => known.includes(one))
  check('beginPasskey', null, areKnown ? undefined : `It names ${known.length} of ${credentials.length} passkeys.`)

  const signedBy = async () => {
    const { challenge, circumstances } = await challengeOf('beginPasskeySignIn')
    return passkey.sign(challenge, circumstances)
  }
  const begun = await begin('signInWithPasskey', { because: 'a passkey', body: await signedBy() })
  const visit = await isBegun('signInWithPasskey', begun)
  const [second, first] = await listed()
  const isUsed = typeof first?.last_used_at === 'string' && second?.last_used_at === null
  check('signInWithPasskey', begun.exchange.reply.curl, isUsed ? undefined : 'The used passkey is not listed as used.')
  check('listPasskeys', null, first?.name === 'First' && second?.name === 'Second' ? undefined : 'The order is wrong.')

  const removed = await send('removePasskey', { by, because: 'a passkey', id: String(first?.id) })
  const left = (await listed()).map(({ name }) => name)
  check('removePasskey', removed.reply.curl, left.join() === 'Second' ? undefined : `The list has ${left.join(', ')}.`)
  await areEnded('removePasskey', { exchange: removed, gone: [], left: [by, visit] })
  const sent = { because: 'a removed passkey', body: await signedBy(), expect: [201, 401] }
  const { reply } = await send('signInWithPasskey', sent)
  check('removePasskey', reply.curl, reply.status === 401 ? undefined : 'A removed passkey is accepted.')
  return visit
}
