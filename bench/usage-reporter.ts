// Loaded before a server's own program: reports to the benchmark, over its channel, what the process has used so far.

import type { ProcessUsage } from './server-process.ts'

process.on('message', (message: { type: string }) => {
  if (message.type !== 'usage') return
  const { user, system } = process.cpuUsage()
  process.send?.({ cpuUs: user + system, rssBytes: process.memoryUsage.rss() } satisfies ProcessUsage)
})
process.channel?.unref()
