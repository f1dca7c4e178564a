// A program for tests: becomes ready and then has nothing left to do.
process.send?.({ type: 'ready' })
