// Preloaded into child programs. When the parent is killed and cannot stop them, the IPC channel closes and they stop
// by themselves: no orphan keeps a port in use.

process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'))

// A listener for `disconnect` keeps the channel referenced, and with it a program that has finished its work.
process.channel?.unref()
