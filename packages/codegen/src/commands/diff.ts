import { join, resolve } from 'node:path'
import { defineCommand } from '@svc/command-line/command'
import { UsageError } from '@svc/command-line/errors'
import { compareDocuments } from '../diff/compare.ts'
import type { Change } from '../diff/findings.ts'
import { formatComparison, formats } from '../diff/report.ts'
import { applyWaivers, InvalidWaiversError, readWaivers, type Waiver } from '../diff/waivers.ts'
import { baselineOf, contractIn, repository } from '../our-contract.ts'
import { loadDocument, UnreadableDocumentError } from '../source/document.ts'

export const diffCommand = defineCommand({
  name: 'diff',
  summary: 'Compare two versions of a contract: what changed, and who is affected',
  description: `Without arguments: the last release, or else the main branch, with the working folder. With OLD: OLD with the working
  folder. OLD and NEW are files, git references (main, HEAD~3, v1:spec/openapi.yaml) or http(s) URLs.

  The formats markdown and annotations are for a pull request on GitHub, sarif for tools of code scanning (SARIF 2.1.0),
  and html is a page with the old and the new lines next to each other.

  Exit code 1 for breaking changes that no waiver covers, 2 when a document cannot be read.`,
  arguments: [
    { name: 'OLD', description: 'The version to compare with', optional: true },
    { name: 'NEW', description: 'The version to compare', optional: true },
  ],
  options: {
    format: { choices: formats, default: 'text', description: 'Output format' },
    waivers: {
      value: 'FILE',
      description: 'Breaking changes that were reviewed and accepted (default: spec/waivers.yaml)',
    },
  },
  json: false,
  async run({ options: { format, waivers: waiverFile }, arguments: [old, now] }, { stdout, workingDirectory }) {
    try {
      const pairs = await pairsOf(old, now, workingDirectory)
      const { changes, texts } = await comparePairs(pairs)
      // The waivers of our contract do not apply to two other documents.
      const waivers =
        waiverFile === undefined && now !== undefined ? [] : await readNamedWaivers(waiverFile, workingDirectory)
      const waived = applyWaivers(changes, waivers, new Date().toISOString().slice(0, 10))
      const [first] = pairs
      const result = { ...waived, texts, old: first?.old.name ?? '', now: first?.now.name ?? '' }
      const isBreaking = waived.open.some(({ verdict }) => verdict === 'breaking')
      const text = formatComparison(result, format, stdout.hasColors?.() ?? false)
      return { text, colored: true, exitCode: isBreaking ? 1 : 0 }
    } catch (error) {
      const isInvalidInput = error instanceof UnreadableDocumentError || error instanceof InvalidWaiversError
      throw isInvalidInput ? new UsageError(error.message) : error
    }
  },
})

/** The name of a document, and the folder that the name is relative to. */
interface NamedDocument {
  name: string
  folder: string
}

interface Pair {
  old: NamedDocument
  now: NamedDocument
}

/** Returns both documents of our contract or, with arguments, the documents that they name. */
async function pairsOf(old: string | undefined, now: string | undefined, workingDirectory: string): Promise<Pair[]> {
  const contract = contractIn(repository)
  const here = (name: string): NamedDocument => ({ name, folder: workingDirectory })
  const ours = (name: string): NamedDocument => ({ name, folder: repository })
  if (old !== undefined) return [{ old: here(old), now: now === undefined ? ours(contract.spec) : here(now) }]
  const versions = await baselineOf(contract)
  return versions.map((pair) => ({ old: ours(pair.old), now: ours(pair.now) }))
}

const ranks = { breaking: 0, risky: 1, safe: 2 }

/** Returns the changes of all pairs, and the texts of their files by name. */
async function comparePairs(pairs: readonly Pair[]): Promise<{ changes: Change[]; texts: Map<string, string> }> {
  const changes: Change[] = []
  const texts = new Map<string, string>()
  for (const { old, now } of pairs) {
    const documents = await Promise.all([old, now].map(({ name, folder }) => loadDocument(name, { folder })))
    for (const { files } of documents) for (const { name, text } of files.values()) texts.set(name, text)
    const [before, after] = documents
    if (before && after) changes.push(...compareDocuments(before, after))
  }
  changes.sort((a, b) => ranks[a.verdict] - ranks[b.verdict])
  return { changes, texts }
}

function readNamedWaivers(file: string | undefined, workingDirectory: string): Promise<Waiver[]> {
  const path = file === undefined ? join(repository, 'spec/waivers.yaml') : resolve(workingDirectory, file)
  return readWaivers(path, file ?? 'spec/waivers.yaml')
}
