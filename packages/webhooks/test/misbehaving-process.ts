import { authority, closeAll, receivers, start } from './misbehaving.ts'

// All receivers in a separate process, so that their CPU time does not count as a delay of the sender.

const ports = await Promise.all(receivers.map(start))
process.on('disconnect', () => {
  closeAll()
  process.exit()
})
process.send?.({ ca: authority.ca, ports })
