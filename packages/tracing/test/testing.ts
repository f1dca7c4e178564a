import { once } from 'node:events'
import { createServer } from 'node:http'

/** A span as it was exported. */
export interface CollectedSpan {
  service: string
  name: string
  traceId: string
  spanId: string
  /** Empty for the first span of a trace. */
  parentSpanId: string
  /** 2 server, 3 client, 4 producer, 5 consumer. */
  kind: number
  startNs: bigint
  endNs: bigint
  attributes: Record<string, string | number>
  failed: boolean
}

/** An OTLP/HTTP endpoint on a free port of 127.0.0.1. */
export interface Collector {
  url: string
  spans: CollectedSpan[]
  /** Everything that arrived, headers included. */
  text(): string
  /** Delays the responses until the returned function is called. */
  hold(): () => void
  close(): Promise<void>
}

interface OtlpValue {
  stringValue?: string
  intValue?: number | string
  doubleValue?: number
}

type OtlpAttributes = { key: string; value: OtlpValue }[]

interface OtlpRequest {
  resourceSpans: {
    resource: { attributes: OtlpAttributes }
    scopeSpans: {
      spans: {
        name: string
        traceId: string
        spanId: string
        parentSpanId?: string
        kind: number
        startTimeUnixNano: string
        endTimeUnixNano: string
        attributes: OtlpAttributes
        status: { code: number }
      }[]
    }[]
  }[]
}

export async function startCollector({ port = 0 }: { port?: number } = {}): Promise<Collector> {
  const spans: CollectedSpan[] = []
  const arrived: string[] = []
  let released: Promise<void> = Promise.resolve()
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    const body = Buffer.concat(chunks).toString()
    arrived.push(request.rawHeaders.join('\n'), body)
    await released
    spans.push(...spansIn(JSON.parse(body)))
    response.writeHead(200, { 'Content-Type': 'application/json' }).end('{}')
  })
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('The collector has no port.')
  return {
    url: `http://127.0.0.1:${address.port}/v1/traces`,
    spans,
    text: () => arrived.join('\n'),
    hold() {
      const { promise, resolve } = Promise.withResolvers<void>()
      released = promise
      return resolve
    },
    async close() {
      const closed = once(server, 'close')
      server.close()
      server.closeAllConnections()
      await closed
    },
  }
}

function spansIn({ resourceSpans }: OtlpRequest): CollectedSpan[] {
  return resourceSpans.flatMap(({ resource, scopeSpans }) =>
    scopeSpans
      .flatMap((scope) => scope.spans)
      .map(({ name, traceId, spanId, parentSpanId = '', kind, attributes, status, ...span }) => ({
        service: String(valuesOf(resource.attributes)['service.name']),
        name,
        traceId,
        spanId,
        parentSpanId,
        kind,
        startNs: BigInt(span.startTimeUnixNano),
        endNs: BigInt(span.endTimeUnixNano),
        attributes: valuesOf(attributes),
        failed: status.code === 2,
      })),
  )
}

function valuesOf(attributes: OtlpAttributes): Record<string, string | number> {
  return Object.fromEntries(
    attributes.map(({ key, value }) => [key, value.stringValue ?? Number(value.intValue ?? value.doubleValue)]),
  )
}
