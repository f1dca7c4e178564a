import { basePath, type Target } from './target.ts'

// Requests that attacks send: expensive ones that are valid, and invalid ones that cost more than they should.

const json = (value: unknown) => JSON.stringify(value)

/** 240 KB of distinct objects where the contract has five strings. */
export const manyEventTypes = json({
  url: 'https://hooks.example.com/',
  event_types: Array.from({ length: 21_000 }, (_, index) => ({ n: index })),
})

/** 250 KB of opening brackets and closing ones. */
export const deepBody = '['.repeat(125_000) + ']'.repeat(125_000)

/** 20,000 fields that the contract does not know. */
export const manyFields = json(Object.fromEntries(Array.from({ length: 20_000 }, (_, index) => [`field${index}`, 1])))

/** Fields with the names of what every object has. */
export const prototypeFields = `{${Array.from({ length: 10_000 }, (_, index) => `"__proto__${index % 7}":{"constructor":1}`).join(',')}}`

/** The longest review text that the contract allows. */
export const longReview = (index: number) =>
  json({ review: { rating: 1 + (index % 5), text: 'The waiter was rude but the soup, oh the soup! '.repeat(170) } })

/** A review without spaces or sentences. */
export const solidReview = json({ review: { rating: 2, text: 'a!'.repeat(3_990) } })

/** 400 KB of rows with seven stars. */
export const invalidRows = `source,source_id,rating,text\n${Array.from({ length: 10_000 }, (_, row) => `google,r${row},7,Seven stars do not exist.\n`).join('')}`

/** 400 KB within one pair of quotation marks that is never closed. */
export const endlessRow = `source,source_id,rating,text\ngoogle,a,5,"${'a,b\n'.repeat(100_000)}`

/** A message of JSON-RPC 2.0. */
export const rpc = (method: string, params: object) => json({ jsonrpc: '2.0', id: 1, method, params })

/** 60 KB of arguments that no tool has. */
export const manyArguments = Object.fromEntries(Array.from({ length: 3_000 }, (_, index) => [`argument${index}`, 1]))

export const deepMessage = `{"jsonrpc":"2.0","id":1,"method":"ping","params":${'['.repeat(10_000)}${']'.repeat(10_000)}}`

export const longHeader = (length: number) => 'x'.repeat(length)

/** As many ETags as fit into the headers. */
export const manyEtags = Array.from({ length: 450 }, (_, index) => `W/"${String(index).padStart(27, '0')}"`).join(', ')

export const analyses = ({ businessId }: Pick<Target, 'businessId'>) => `${basePath}/businesses/${businessId}/analyses`
export const imports = ({ businessId }: Pick<Target, 'businessId'>) =>
  `${basePath}/businesses/${businessId}/review-imports`
export const reviews = ({ businessId }: Pick<Target, 'businessId'>) => `${basePath}/businesses/${businessId}/reviews`

/** A form body for the token endpoint. */
export function tokenForm(target: Target, secret = target.client.secret): string {
  return new URLSearchParams({
    grant_type: 'client_credentials',
    client_id: target.client.id,
    client_secret: secret,
  }).toString()
}

/** The head of a request as bytes; `lines` follow the request line. */
export function head(line: string, lines: readonly string[] = []): string {
  return `${[line, 'Host: localhost', ...lines].join('\r\n')}\r\n\r\n`
}
