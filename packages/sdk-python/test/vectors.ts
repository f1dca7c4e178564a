import { unwrap } from '@svc/sdk/webhooks'
import { signatureHeaders, standardSignature } from '@svc/webhooks/signing'

/** A delivery with the verdict of the TypeScript client. */
interface Vector {
  name: string
  body_hex: string
  headers: Record<string, string>
  secret: string[]
  /** The clock of the receiver, in seconds. */
  now: number
  verdict: string
}

const sentAt = 1_795_248_000
const [current = '', former = '', other = ''] = ['n', 'o', 'x'].map((letter) => `whsec_${letter.repeat(42)}A=`)
const demo = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'
const body = Buffer.from(JSON.stringify({ id: 'evt_1', type: 'report.generated', note: 'Crème brûlée 🍮' }))

/** Deliveries as the service signs them, and forgeries of them, each with the verdict of the TypeScript client. */
export async function webhookVectors(): Promise<Vector[]> {
  const signed = (secret: string, signers: readonly string[] = []): Record<string, string> => ({
    ...signatureHeaders({
      secret,
      body,
      eventId: 'evt_1',
      eventType: 'report.generated',
      deliveryId: 'whd_1',
      timestamp: sentAt,
    }),
    ...(signers.length > 0 && {
      'webhook-signature': signers.map((one) => standardSignature(one, 'evt_1', sentAt, body)).join(' '),
    }),
  })
  const genuine = signed(demo)
  const rotated = signed(current, [current, former])
  const list = rotated['webhook-signature'] ?? ''
  const cases: [name: string, headers: Record<string, string>, secret: string[], seconds?: number, bytes?: Buffer][] = [
    ['genuine', genuine, [demo]],
    ['the second of two secrets', genuine, [other, demo]],
    ['300 seconds late', genuine, [demo], 300],
    ['301 seconds late', genuine, [demo], 301],
    ['300 seconds early', genuine, [demo], -300],
    ['301 seconds early', genuine, [demo], -301],
    ['another secret', genuine, [other]],
    ['another body', genuine, [demo], 0, Buffer.concat([body, Buffer.from(' ')])],
    ['an upper-case code', { ...genuine, 'X-SVC-Signature': upperCased(genuine['X-SVC-Signature']) }, [demo]],
    ['a signature without its scheme', { ...genuine, 'X-SVC-Signature': '0'.repeat(64) }, [demo]],
    ['a signature of zeros', { ...genuine, 'X-SVC-Signature': `sha256=${'0'.repeat(64)}` }, [demo]],
    ['a signature with a newline', { ...genuine, 'X-SVC-Signature': `${genuine['X-SVC-Signature']}\n` }, [demo]],
    ['no signature', without(genuine, 'X-SVC-Signature'), [demo]],
    ['no timestamp', without(genuine, 'X-SVC-Timestamp'), [demo]],
    ['a timestamp in words', { ...genuine, 'X-SVC-Timestamp': 'now' }, [demo]],
    ['a timestamp in hex', { ...genuine, 'X-SVC-Timestamp': '0x6b01' }, [demo]],
    ['a timestamp with a newline', { ...genuine, 'X-SVC-Timestamp': `${sentAt}\n` }, [demo]],
    ['another timestamp', { ...rotated, 'X-SVC-Timestamp': String(sentAt + 1) }, [former]],
    ['the former secret in the list', rotated, [former]],
    ['the current secret in the list', rotated, [current]],
    ['a third secret', rotated, [other]],
    ['the list in another order', signed(current, [former, current]), [former]],
    [
      'signatures of other versions',
      { ...rotated, 'webhook-signature': `v1a,${'A'.repeat(86)}== v1,short ${list}` },
      [former],
    ],
    ['another ID', { ...rotated, 'webhook-id': 'evt_2' }, [former]],
    ['no list', { ...rotated, 'webhook-signature': '' }, [former]],
    ['a secret without bytes', signed(demo, ['whsec_']), ['whsec_']],
    ['a short secret', signed(demo, ['whsec_AAAA']), ['whsec_AAAA']],
  ]
  return Promise.all(
    cases.map(async ([name, headers, secret, seconds = 0, bytes = body]) => {
      const now = sentAt + seconds
      const verdict = await unwrap(bytes, headers, { secret, now: () => now * 1000 }).then(
        () => 'accepted',
        (error) => String(error.reason),
      )
      return { name, body_hex: bytes.toString('hex'), headers, secret, now, verdict }
    }),
  )
}

function upperCased(signature = ''): string {
  return signature.replace(/[0-9a-f]{64}/, (code) => code.toUpperCase())
}

function without(headers: Record<string, string>, name: string): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).filter(([key]) => key !== name))
}
