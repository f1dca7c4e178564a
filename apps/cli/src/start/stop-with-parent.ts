// Loaded into the API and the worker before their own program. Where `svc start` is killed without being able to stop them,
// the channel to it closes, and they stop by themselves: nothing is left that would hold the port.

process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'))
