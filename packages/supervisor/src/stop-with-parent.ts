// Preloaded into child programs. If the parent is killed and cannot stop them, the IPC channel closes and they exit, so
// that no orphan keeps a port in use.

process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'))

// A listener for `disconnect` keeps the channel referenced, which would keep a program alive that has finished its
// work.
process.channel?.unref()
