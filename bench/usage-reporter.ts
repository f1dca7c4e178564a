// Loaded before the program of a server: reports the resources of the process to the benchmark.

import type { ProcessUsage } from './server-process.ts'

process.on('message', (message: { type: string }) => {
  if (message.type !== 'usage') return
  const { user, system } = process.cpuUsage()
  process.send?.({ cpuUs: user + system, rssBytes: process.memoryUsage.rss() } satisfies ProcessUsage)
})
process.channel?.unref()
