import type { Delivery } from '../api.ts'
import { displayName, formatInstant } from '../format.ts'
import { Badge, CodeBlock } from './parts.tsx'

type Attempt = Delivery['attempts'][number]

const outcomeTones = { in_progress: 'busy', succeeded: 'good', failed: 'bad', interrupted: 'busy' } as const

/** The attempts of a delivery on a time line: what was sent, how long each step took, and what came back. */
export function Attempts({ delivery }: { delivery: Delivery }) {
  return (
    <ol className="timeline">
      {delivery.attempts.map((attempt) => (
        <li key={`${attempt.number} ${attempt.started_at}`} data-outcome={attempt.outcome}>
          <div className="row">
            <Badge tone={outcomeTones[attempt.outcome]}>
              {attempt.http_status ?? displayName(attempt.error ?? attempt.outcome)}
            </Badge>
            <span>{formatInstant(attempt.started_at)}</span>
            {attempt.duration_ms !== null && <span className="soft">{attempt.duration_ms} ms</span>}
            <span className="soft">{displayName(attempt.phase)}</span>
          </div>
          <Steps attempt={attempt} />
          <Headers delivery={delivery} attempt={attempt} />
          {attempt.response_excerpt && (
            <CodeBlock label={`Response to attempt ${attempt.number}`} text={attempt.response_excerpt} />
          )}
        </li>
      ))}
    </ol>
  )
}

const stepNames = [
  ['dns_ms', 'DNS'],
  ['connect_ms', 'Connection'],
  ['tls_ms', 'TLS'],
  ['first_byte_ms', 'First byte'],
] as const

/** The width of the longest attempt, in pixels. */
const waterfallWidth = 160

/** Shows the duration of each finished step, one after the other. */
function Steps({ attempt: { number, duration_ms, timings } }: { attempt: Attempt }) {
  const finished = stepNames.flatMap(([field, name]) => {
    const ms = timings[field]
    return ms === null ? [] : [{ name, ms }]
  })
  if (finished.length === 0) return null
  const total = Math.max(duration_ms ?? 0, ...finished.map(({ ms }) => ms), 1)
  const pixels = (ms: number) => `${Math.round((ms / total) * waterfallWidth)}px`
  const begin = (index: number) => finished.slice(0, index).reduce((sum, { ms }) => sum + ms, 0)
  return (
    <dl className="waterfall" aria-label={`Steps of attempt ${number}`}>
      {finished.map(({ name, ms }, index) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>
            <span className="step-track" aria-hidden="true">
              <span style={{ marginInlineStart: pixels(begin(index)), inlineSize: pixels(ms) }} />
            </span>
            {ms} ms
          </dd>
        </div>
      ))}
    </dl>
  )
}

/** Shows the headers that identify the request at the receiver. The signatures are not stored. */
function Headers({ delivery, attempt }: { delivery: Delivery; attempt: Attempt }) {
  const timestamp = Math.floor(Date.parse(attempt.started_at) / 1000)
  const headers = [
    ['X-SVC-Event-Type', delivery.event_type],
    ['X-SVC-Event-Id', delivery.event_id],
    ['X-SVC-Delivery-Id', delivery.id],
    ['X-SVC-Timestamp', timestamp],
    ['webhook-id', delivery.event_id],
    ['webhook-timestamp', timestamp],
  ] as const
  if (attempt.phase === 'prepare') return null
  return (
    <details>
      <summary>Request headers</summary>
      <CodeBlock
        label={`Headers of attempt ${attempt.number}`}
        text={headers.map(([name, value]) => `${name}: ${value}`).join('\n')}
      />
      <p className="soft">X-SVC-Signature and webhook-signature are computed when the request is sent.</p>
    </details>
  )
}
