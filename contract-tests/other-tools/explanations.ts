/** A failure that a tool reports. */
export interface Failure {
  tool: 'schemathesis' | 'specmatic'
  /** `POST /webhooks`, as the tool writes it. */
  operation: string
  /** The name of the check that failed. */
  title: string
  /** The expected status; 0 if the tool names none. */
  expected: number
  /** The status of the response; 0 if there was none. */
  status: number
  /** The messages of the response, or the section of the output. */
  message: string
}

interface Explanation {
  /** One sentence: the reason why neither the document nor the service is incorrect. */
  reason: string
  applies(failure: Failure): boolean
}

/** Names and addresses that the format `public-https-url` excludes, and no pattern can. */
const urlMessage = /body\.url must (?:be https:\/\/|have a (?:valid host name|public host))/

const explanations: readonly Explanation[] = [
  {
    reason: 'The id in the path is random, or has only the first or last characters: no record has it, so it is 404.',
    applies: ({ tool, operation, status }) => tool === 'specmatic' && status === 404 && operation.includes('(id:'),
  },
  {
    reason: 'Only a person approves a draft, so 403 is the documented response; the tool expects 200 for each value.',
    applies: ({ tool, operation, status }) =>
      tool === 'specmatic' && status === 403 && operation.startsWith('PATCH /review-replies/'),
  },
  {
    reason: 'The tool does not know the format `public-https-url`: the host is invalid or not public.',
    applies: ({ status, message }) => status === 400 && urlMessage.test(message),
  },
  {
    reason: 'The tool sent U+0000, which the pattern of the field excludes.',
    applies: ({ tool, status, message }) => tool === 'specmatic' && status === 400 && message.includes('u0000]*$'),
  },
  {
    reason: 'The tool sent a value twice in a list with `uniqueItems`.',
    applies: ({ tool, status, message }) =>
      tool === 'specmatic' && status === 400 && message.includes('must not list the same value twice'),
  },
  {
    reason: 'The feed waits for events for as long as `wait` says: up to 20 s, and the tool waits for 10 s.',
    applies: ({ tool, operation, title }) =>
      tool === 'schemathesis' && operation === 'GET /webhook-events' && /Network Error|timed out/.test(title),
  },
  {
    reason:
      'POST /businesses exists, for clients that create the business of an account, and the published document omits it;' +
      ' RFC 9110 requires Allow to list what the resource supports.',
    applies: ({ tool, operation, message }) =>
      tool === 'schemathesis' &&
      operation === 'OPTIONS /businesses' &&
      message.includes('Undocumented methods advertised: POST\n'),
  },
  {
    reason: 'The tool cannot write NDJSON, so it omits the examples of that media type.',
    applies: ({ tool, title, message }) =>
      tool === 'schemathesis' && title === 'Serialization not possible' && message.includes('application/x-ndjson'),
  },
]

/** The explanation of a failure; undefined if there is none, which may be a defect of the document or the service. */
export function explain(failure: Failure): Explanation | undefined {
  return explanations.find(({ applies }) => applies(failure))
}
