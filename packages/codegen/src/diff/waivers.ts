import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { isMap, isSeq, LineCounter, parseDocument } from 'yaml'
import type { Change } from './findings.ts'

/** A breaking change that was reviewed and accepted for a time. */
export interface Waiver {
  /** The rule of the change, as printed by the comparison. */
  rule: string
  /** The affected operationId or webhook. */
  operation: string
  /**
   * The position in the message, as printed by the comparison: `body.url`. Empty when the change affects the whole
   * operation.
   */
  at: string
  reason: string
  /** The person or team that accepted the change and is responsible for it. */
  owner: string
  /** The last day on which it is valid, such as `2027-01-31`. */
  expires: string
  /** The waiver file. */
  file: string
  line: number
}

/** The effect of the waivers. Waivers without effect are reported, so that they get removed. */
export interface Waived {
  /** The changes that no waiver covers. */
  open: Change[]
  covered: { change: Change; waiver: Waiver }[]
  expired: Waiver[]
  unused: Waiver[]
}

/** The waiver file cannot be used. The message states where and why. */
export class InvalidWaiversError extends Error {
  override readonly name = 'InvalidWaiversError'
}

const fields = ['rule', 'operation', 'at', 'reason', 'owner', 'expires'] as const

/**
 * Reads a waiver file: a list of waivers in YAML or JSON. A missing file has none.
 *
 * @throws InvalidWaiversError when a waiver lacks its reason, owner or expiry, or has an unknown field
 */
export async function readWaivers(path: string, name = path): Promise<Waiver[]> {
  if (!existsSync(path)) return []
  const lines = new LineCounter()
  const document = parseDocument(await readFile(path, 'utf8'), { lineCounter: lines, prettyErrors: false })
  const lineOf = (offset = 0) => lines.linePos(offset).line
  const [error] = document.errors
  if (error) throw new InvalidWaiversError(`${name}:${lineOf(error.pos[0])}: this is not valid YAML: ${error.message}`)
  if (document.contents === null) return []
  if (!isSeq(document.contents))
    throw new InvalidWaiversError(`${name}:1: write a list of waivers, each with ${fields.join(', ')}.`)
  return document.contents.items.map((item) => {
    const line = isMap(item) ? lineOf(item.range?.[0]) : 1
    return toWaiver(isMap(item) ? item.toJSON() : item, name, line)
  })
}

function toWaiver(value: unknown, file: string, line: number): Waiver {
  const fail = (sentence: string) => new InvalidWaiversError(`${file}:${line}: ${sentence}`)
  if (typeof value !== 'object' || value === null) throw fail(`a waiver has the fields ${fields.join(', ')}.`)
  const given = value as Record<string, unknown>
  const unknown = Object.keys(given).find((key) => !fields.some((field) => field === key))
  if (unknown !== undefined) throw fail(`\`${unknown}\` is not a field of a waiver. It has ${fields.join(', ')}.`)
  const text = (field: string) => (given[field] === undefined ? '' : String(given[field]).trim())
  for (const field of ['rule', 'operation', 'reason', 'owner', 'expires']) {
    if (text(field) === '') throw fail(`the waiver lacks \`${field}\`.`)
  }
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text('expires')) || Number.isNaN(Date.parse(text('expires'))))
    throw fail(`\`expires: ${text('expires')}\` is not a date. Write it as 2027-01-31.`)
  const [rule, operation, at, reason, owner, expires] = fields.map(text) as [
    string,
    string,
    string,
    string,
    string,
    string,
  ]
  return { rule, operation, at, reason, owner, expires, file, line }
}

/**
 * Separates the breaking changes that waivers cover. A change that affects several operations needs a waiver for each.
 *
 * @param today the day on which the waivers must be valid, such as `2026-11-21`
 */
export function applyWaivers(changes: readonly Change[], waivers: readonly Waiver[], today: string): Waived {
  const expired = waivers.filter(({ expires }) => expires < today)
  const valid = waivers.filter(({ expires }) => expires >= today)
  const used = new Set<Waiver>()
  const open: Change[] = []
  const covered: Waived['covered'] = []
  for (const change of changes) {
    const fitting = valid.filter((waiver) => waiver.rule === change.rule && waiver.at === change.at)
    const names = change.affects.length > 0 ? change.affects.map(({ name }) => name) : ['document']
    const found = names.map((name) => fitting.find(({ operation }) => operation === name))
    const [waiver] = found
    if (change.verdict === 'breaking' && waiver && found.every((one) => one !== undefined)) {
      covered.push({ change, waiver })
      for (const one of found) if (one) used.add(one)
    } else open.push(change)
  }
  return { open, covered, expired, unused: valid.filter((waiver) => !used.has(waiver)) }
}
