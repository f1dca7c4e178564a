// A program for tests: ends before it is ready.
process.stdout.write(`pid ${process.pid}\n`)
process.exit(3)
