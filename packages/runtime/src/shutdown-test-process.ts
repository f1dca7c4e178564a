import { createLogger } from './logger.ts'
import { createShutdown } from './shutdown.ts'

/** The process that tests signal. The first argument says how its second step behaves, or that an error goes uncaught. */
const [behaviour = 'quick'] = process.argv.slice(2)
const logger = createLogger({ name: 'shutdown-test', level: 'info' })
const shutdown = createShutdown({ logger, deadlineMs: behaviour === 'late' ? 200 : 20_000 })
const alive = setInterval(() => {}, 60_000)
shutdown.step('first', () => void process.stdout.write('did first\n'))
shutdown.step('second', async () => {
  if (behaviour === 'troubled') {
    void Promise.reject(new Error('Nobody awaits this'))
    // Rejections count as unhandled once the microtasks are done.
    await new Promise((resolve) => setImmediate(resolve))
  }
  if (behaviour === 'failing') throw new Error('The second step is broken')
  if (behaviour === 'late' || behaviour === 'stuck') await new Promise(() => {})
})
shutdown.step('third', () => {
  clearInterval(alive)
  process.stdout.write('did third\n')
})
shutdown.install()
process.stdout.write('ready\n')
if (behaviour === 'uncaught')
  setImmediate(() => {
    throw new Error('Nobody expects this')
  })
if (behaviour === 'unhandled') void Promise.reject(new Error('Nobody awaits this'))
