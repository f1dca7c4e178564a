// A program for tests: serves until it is stopped.
process.stdout.write(`pid ${process.pid}\n`)
setInterval(() => {}, 60_000)
process.once('SIGTERM', () => {
  process.stdout.write('stopping\n')
  process.exit(0)
})
process.send?.({ type: 'ready' })
