import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { compareDocuments } from './diff/compare.ts'
import type { Change } from './diff/findings.ts'
import { type Format, formatComparison, formats } from './diff/report.ts'
import { applyWaivers, readWaivers, UnusableWaivers } from './diff/waivers.ts'
import { baselineOf, contractIn } from './our-contract.ts'
import { loadDocument, UnreadableDocument } from './source/document.ts'

const help = `Says what changed between two OpenAPI 3.1 documents and whom it hits.

  npm run spec:diff                     the last release, or else the main branch → the working folder
  npm run spec:diff OLD                 OLD → the working folder
  npm run spec:diff OLD NEW             any two documents

OLD and NEW are files, git references (main, HEAD~3, v1:spec/openapi.yaml) or http(s) addresses.

Options (after --)
  --format text|json|markdown|annotations
  --waivers FILE   breaking changes that were reviewed and let through (spec/waivers.yaml)
  --help

Exit code 0 without breaking changes, 1 with some that no waiver covers, 2 when a document cannot be read.
`

const repository = resolve(import.meta.dirname, '../../..')
const contract = contractIn(repository)

async function main(args: string[]): Promise<number> {
  try {
    const { values, positionals } = parseArgs({
      args,
      allowPositionals: true,
      options: {
        format: { type: 'string', default: 'text' },
        waivers: { type: 'string' },
        help: { type: 'boolean', short: 'h', default: false },
      },
    })
    if (values.help) {
      process.stdout.write(help)
      return 0
    }
    const format = formats.find((one) => one === values.format)
    if (!format) return refuse(`--format is one of ${formats.join(', ')}.`)
    if (positionals.length > 2) return refuse('Name at most two documents: the old one and the new one.')
    return await compare(positionals, format, values.waivers)
  } catch (error) {
    const isTold = error instanceof UnreadableDocument || error instanceof UnusableWaivers || isOptionError(error)
    if (!isTold) throw error
    return refuse((error as Error).message)
  }
}

async function compare(named: string[], format: Format, waiverFile: string | undefined): Promise<number> {
  const pairs = await pairsOf(named)
  const changes: Change[] = []
  for (const { old, now } of pairs) {
    const documents = [await load(old), await load(now)] as const
    changes.push(...compareDocuments(...documents))
  }
  const rank = { breaking: 0, risky: 1, safe: 2 }
  changes.sort((a, b) => rank[a.verdict] - rank[b.verdict])
  // The waivers of our contract say nothing about two strangers.
  const waivers =
    waiverFile === undefined && named.length === 2
      ? []
      : await readWaivers(
          waiverFile === undefined ? join(repository, 'spec/waivers.yaml') : resolve(waiverFile),
          waiverFile ?? 'spec/waivers.yaml',
        )
  const waived = applyWaivers(changes, waivers, new Date().toISOString().slice(0, 10))
  const [first] = pairs
  const comparison = { ...waived, old: first?.old.name ?? '', now: first?.now.name ?? '' }
  process.stdout.write(formatComparison(comparison, format, process.stdout.hasColors?.() ?? false))
  return waived.open.some(({ verdict }) => verdict === 'breaking') ? 1 : 0
}

interface Named {
  name: string
  folder: string
}

/** Without names it is our own contract, both documents of it; with names it is what they say. */
async function pairsOf(named: string[]): Promise<{ old: Named; now: Named }[]> {
  const [old, now] = named
  const here = (name: string): Named => ({ name, folder: process.cwd() })
  const ours = (name: string): Named => ({ name, folder: repository })
  if (old !== undefined) return [{ old: here(old), now: now === undefined ? ours(contract.spec) : here(now) }]
  const versions = await baselineOf(contract)
  return versions.map((pair) => ({ old: ours(pair.old), now: ours(pair.now) }))
}

function load({ name, folder }: Named) {
  return loadDocument(name, { folder })
}

function isOptionError(error: unknown): boolean {
  return error instanceof TypeError && 'code' in error && String(error.code).startsWith('ERR_PARSE_ARGS')
}

function refuse(sentence: string): number {
  process.stderr.write(`${sentence}\n`)
  return 2
}

process.exitCode = await main(process.argv.slice(2))
