import { attacks } from './attacks.ts'
import { responses, type Target } from './target.ts'

// Runs one attack until its parent sends another message, in a process of its own so that it can be ended at once. Then
// it reports the responses that it received.

const stopping = new AbortController()
const stop = () => stopping.abort()
process.on('disconnect', stop)
process.once('message', async ({ name, target }: { name: string; target: Target }) => {
  const attack = attacks.find((one) => one.name === name)
  if (!attack) throw new Error(`There is no attack "${name}".`)
  process.once('message', stop)
  await attack.run(target, stopping.signal)
  process.send?.(responses, () => process.exit())
})
