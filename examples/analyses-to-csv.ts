// Keeps a CSV file of all completed analyses up to date. Run it as often as you like: it reads no further back than it
// has to.

import { existsSync } from 'node:fs'
import { appendFile, readFile, writeFile } from 'node:fs/promises'
import { type Analysis, Client, SdkError } from '@svc/sdk'

// Errors of the client say what to do; anything else is a bug in this program.
process.on('uncaughtException', (error) => {
  process.stderr.write(`${error instanceof SdkError ? error.message : error.stack}\n`)
  process.exit(1)
})

const file = process.argv[2] ?? 'analyses.csv'
const columns = ['id', 'business_id', 'finished_at', 'competitors_analyzed', 'positives', 'negatives', 'first_priority']

if (!existsSync(file)) await writeFile(file, `${columns.join(',')}\n`)
const written = new Set((await readFile(file, 'utf8')).split('\n').map((line) => line.split(',')[0]))

const client = new Client()
const fresh: Analysis[] = []
for await (const business of client.businesses.list()) {
  for await (const analysis of client.analyses.list(business.id)) {
    // Newest first: after one that is already in the file there is nothing new.
    if (written.has(analysis.id)) break
    if (analysis.status === 'completed') fresh.push(analysis)
  }
}

for (const { id, business_id, finished_at, competitors_analyzed, summary } of fresh.reverse()) {
  const { positives, negatives, priorities } = summary
  const values = [id, business_id, finished_at, competitors_analyzed, positives.join('; '), negatives.join('; ')]
  await appendFile(file, `${[...values, priorities[0]?.action].map(quoted).join(',')}\n`)
}
process.stdout.write(`${fresh.length} new analyses in ${file}\n`)

function quoted(value: string | number | null | undefined): string {
  const text = String(value ?? '')
  // A cell that begins like a formula would be one in a spreadsheet.
  const harmless = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text
  return /[",\n\r]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless
}
