import { startProcess } from '../src/start-process.ts'

/** A process whose start does not end by itself. The first argument selects how it goes on when it is closed. */
const [behavior] = process.argv.slice(2)

await startProcess('starting-test', async (shutdown) => {
  const closed = Promise.withResolvers<void>()
  const alive = setInterval(() => {}, 60_000)
  shutdown.step('first', () => {
    clearInterval(alive)
    process.stdout.write('closed first\n')
  })
  shutdown.step('second', () => {
    process.stdout.write('closed second\n')
    if (behavior === 'fails') closed.reject(new Error('The start failed'))
    else closed.resolve()
    // The start goes on before the next step.
    return new Promise((resolve) => setImmediate(resolve))
  })
  process.stdout.write('ready\n')
  await closed.promise
  shutdown.step('third', () => void process.stdout.write('closed third\n'))
  process.stdout.write('went on\n')
})
