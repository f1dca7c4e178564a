import { authority, closeAll, receivers, start } from './misbehaving.ts'

// All of them in a process of their own, so that what they cost is not taken for a delay of the sender.

const ports = await Promise.all(receivers.map(start))
process.on('disconnect', () => {
  closeAll()
  process.exit()
})
process.send?.({ ca: authority.ca, ports })
