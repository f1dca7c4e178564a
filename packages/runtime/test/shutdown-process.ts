import { createLogger } from '../src/logger.ts'
import { createShutdown } from '../src/shutdown.ts'

/**
 * The process that tests send signals to. The first argument selects how its second step behaves, or an uncaught error.
 */
const [behavior = 'quick'] = process.argv.slice(2)
const logger = createLogger({ name: 'shutdown-test', level: 'info' })
const shutdown = createShutdown({ logger, deadlineMs: behavior === 'late' ? 200 : 20_000 })
const alive = setInterval(() => {}, 60_000)
shutdown.step('third', () => {
  clearInterval(alive)
  process.stdout.write('did third\n')
})
shutdown.step('second', async () => {
  if (behavior === 'troubled') {
    void Promise.reject(new Error('This is not awaited'))
    // Rejections count as unhandled once the microtasks are done.
    await new Promise((resolve) => setImmediate(resolve))
  }
  if (behavior === 'failing') throw new Error('The second step failed')
  if (behavior === 'late' || behavior === 'stuck') await new Promise(() => {})
})
shutdown.step('first', () => void process.stdout.write('did first\n'))
shutdown.install()
process.stdout.write('ready\n')
if (behavior === 'uncaught')
  setImmediate(() => {
    throw new Error('This is not expected')
  })
if (behavior === 'unhandled') void Promise.reject(new Error('This is not awaited'))
