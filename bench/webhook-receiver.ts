import { startReceiver } from '@svc/webhooks/testing'

// The receivers of the benchmark, in a separate process: one HTTPS server that returns 204 for every request and
// records its event id and instant. It sends them to the benchmark on request.

const identity = JSON.parse(process.env.BENCH_IDENTITY ?? '{}')
const arrivals: [eventId: string, atMs: number][] = []

const receiver = await startReceiver({
  identity,
  respond(request, response) {
    arrivals.push([String(request.headers['x-svc-event-id']), performance.timeOrigin + performance.now()])
    receiver.received.length = 0
    response.writeHead(204).end()
  },
})

process.on('message', (message: { type: string }) => {
  if (message.type === 'arrivals') process.send?.({ type: 'arrivals', arrivals: arrivals.splice(0) })
})
process.on('disconnect', () => process.exit())
process.send?.({ type: 'ready', port: receiver.port })
