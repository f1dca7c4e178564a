import { hash } from 'node:crypto'
import {
  type ContractDocument,
  children,
  identity,
  nameOf,
  referenceOf,
  type SourceNode,
  target,
} from '../source/document.ts'

/**
 * The meanings of the schemas of one document, as strings without annotations and with resolved references: equal
 * strings represent equal schemas, also across documents. The target of a reference is processed once, regardless of
 * the number of references. It is included as a hash; within a cycle, a reference is included as the name of its
 * target.
 */
export class Meanings {
  readonly #document: ContractDocument
  /** The hashes of targets. */
  readonly #hashes = new Map<string, string>()
  /** The cycle of references that a target belongs to, or the target alone. */
  readonly #cycles = new Map<string, number>()
  readonly #walked = new Map<string, WalkedTarget>()
  /** Targets on the way whose cycle is not known yet (Tarjan's algorithm). */
  readonly #open: string[] = []

  constructor(document: ContractDocument) {
    this.#document = document
  }

  /** @param skip a keyword at the top of the schema to omit */
  of(schema: SourceNode, skip?: string): string {
    return this.#spell(schema, skip, undefined)
  }

  /** @param within the cycle of the target that is being read */
  #spell(node: SourceNode, skip: string | undefined, within: number | undefined): string {
    const { value } = node
    if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? ''
    if (referenceOf(node) !== undefined) return this.#spellTarget(target(this.#document, node), within)
    if (Array.isArray(value)) return `[${children(node).map(([, item]) => this.#spell(item, undefined, within))}]`
    return `{${membersOf(node, skip)
      .map(([key, member]) => `${key}:${this.#spellMember(key, member, within)}`)
      .sort()}}`
  }

  #spellMember(key: string, member: SourceNode, within: number | undefined): string {
    if (!isListOfNames(key)) return this.#spell(member, undefined, within)
    return `${children(member)
      .map(([name, schema]) => `${name}:${this.#spell(schema, undefined, within)}`)
      .sort()}`
  }

  #spellTarget(to: SourceNode, within: number | undefined): string {
    const key = identity(to)
    const known = this.#hashes.get(key)
    const cycle = this.#cycles.get(key) ?? this.#findCycle(to)
    if (within !== undefined && cycle === within) return `cycle:${nameOf(to)}`
    if (known !== undefined) return known
    const digest = hash('sha256', this.#spell(to, undefined, cycle), 'base64url')
    this.#hashes.set(key, digest)
    return digest
  }

  /** Finds the cycles of a target and of all targets that it refers to. */
  #findCycle(to: SourceNode): number {
    this.#walk(to)
    return this.#cycles.get(identity(to)) ?? 0
  }

  #walk(to: SourceNode): WalkedTarget {
    const key = identity(to)
    const walked: WalkedTarget = { index: this.#walked.size, lowest: this.#walked.size }
    this.#walked.set(key, walked)
    this.#open.push(key)
    for (const next of this.#targetsIn(to)) {
      const nextKey = identity(next)
      const { lowest } = this.#walked.get(nextKey) ?? this.#walk(next)
      if (!this.#cycles.has(nextKey)) walked.lowest = Math.min(walked.lowest, lowest)
    }
    if (walked.lowest === walked.index)
      for (const member of this.#open.splice(this.#open.indexOf(key))) this.#cycles.set(member, walked.index)
    return walked
  }

  /** The targets of the references in a schema, without following them. */
  *#targetsIn(node: SourceNode): Generator<SourceNode> {
    if (referenceOf(node) !== undefined) {
      yield target(this.#document, node)
      return
    }
    const members = Array.isArray(node.value) ? children(node) : membersOf(node)
    for (const [key, member] of members) {
      const inner = !Array.isArray(node.value) && isListOfNames(key) ? children(member) : [[key, member] as const]
      for (const [, schema] of inner) yield* this.#targetsIn(schema)
    }
  }
}

/** The order in which a target was reached, and the earliest target on its path that it refers back to. */
interface WalkedTarget {
  index: number
  lowest: number
}

const forReaders = new Set(['title', 'description', 'examples', 'example', '$comment', 'externalDocs', 'deprecated'])

/** The keywords of a schema that decide what it allows. */
function membersOf(node: SourceNode, skip?: string): [string, SourceNode][] {
  return children(node).filter(
    ([key]) => key !== skip && key !== 'allOf' && !forReaders.has(key) && !key.startsWith('x-'),
  )
}

/** Returns whether the author names the members of a keyword, so that they are not keywords. */
function isListOfNames(key: string): boolean {
  return ['properties', 'patternProperties', 'dependentRequired', 'dependentSchemas'].includes(key)
}
