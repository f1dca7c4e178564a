import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { compareDocuments } from '@svc/codegen/diff/compare'
import type { Change, Verdict } from '@svc/codegen/diff/findings'
import { applyWaivers, readWaivers } from '@svc/codegen/diff/waivers'
import { baselineOf } from '@svc/codegen/our-contract'
import type { ContractFiles } from '@svc/codegen/source/contract-files'
import { type ContractDocument, loadDocument } from '@svc/codegen/source/document'

/** One document of the contract, in the compared version and now. */
interface Pair {
  old: ContractDocument
  now: ContractDocument
}

export interface Difference {
  /** The base of the comparison: a release, or the main branch. */
  with: string
  pairs: Pair[]
  /** Breaking first. Changes that a waiver allows are only counted. */
  changes: Change[]
  waived: number
}

const run = promisify(execFile)
const rank: Record<Verdict, number> = { breaking: 0, risky: 1, safe: 2 }

/**
 * Compares the contract in the working folder with the last release, or else with the main branch. Keeps the old
 * documents as long as they stay the same.
 */
export function createComparison(source: ContractFiles) {
  let kept: { commit: string; documents: Map<string, ContractDocument> } = { commit: '', documents: new Map() }

  async function oldDocument(name: string): Promise<ContractDocument> {
    const commit = await commitOf(name, source.folder)
    if (commit !== kept.commit) kept = { commit, documents: new Map() }
    const known = kept.documents.get(name)
    if (known !== undefined) return known
    const document = await loadDocument(name, { folder: source.folder })
    // The file of a release can change; the content of a commit cannot.
    if (commit !== '') kept.documents.set(name, document)
    return document
  }

  /**
   * @param today the day on which waivers must be valid, as `2026-11-21`
   * @throws UnreadableDocumentError or InvalidWaiversError with a sentence for the designer
   */
  return async function compare(today: string): Promise<Difference> {
    const versions = await baselineOf(source)
    const pairs: Pair[] = []
    for (const { old, now } of versions) {
      pairs.push({ now: await loadDocument(now, { folder: source.folder }), old: await oldDocument(old) })
    }
    const waiverFile = 'spec/waivers.yaml'
    const waivers = await readWaivers(join(source.folder, waiverFile), waiverFile)
    const found = pairs.flatMap(({ old, now }) => compareDocuments(old, now))
    const { open, covered } = applyWaivers(found, waivers, today)
    return {
      with: versions[0]?.old ?? '',
      pairs,
      changes: open.sort((a, b) => rank[a.verdict] - rank[b.verdict]),
      waived: covered.length,
    }
  }
}

export type Compare = ReturnType<typeof createComparison>

/** The commit of `main:spec/openapi.yaml`; empty for a file. */
async function commitOf(name: string, folder: string): Promise<string> {
  if (!name.includes(':')) return ''
  const reference = name.slice(0, name.indexOf(':'))
  // If the branch does not exist, reading the document reports it with a better message.
  const { stdout } = await run('git', ['rev-parse', '--verify', '--quiet', `${reference}^{commit}`], {
    cwd: folder,
  }).catch(() => ({ stdout: '' }))
  return stdout.trim()
}
