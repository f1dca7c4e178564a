import type { Document, DocumentedOperation } from '../contract.ts'
import type { Client } from './client.ts'
import type { Facts } from './facts.ts'
import type { Values } from './values.ts'

/** A statement about the responses of an operation that follows from its description. */
export interface Relation {
  /** Its name in reports. */
  name: string
  /** The statement, for reports. */
  statement: string
  /** Whether the contract makes the statement about the operation. */
  applies(operation: DocumentedOperation, facts: Facts): boolean
  /** Resolves with what contradicts the statement, or with the reason why it could not be tested. */
  check(operation: DocumentedOperation, context: RelationContext): Promise<Outcome>
}

export interface Outcome {
  /** One message for each contradiction. */
  problems: readonly Problem[]
  /** Set if nothing was compared. */
  untested?: string
}

export interface Problem {
  message: string
  /** The request whose response contradicts the statement. */
  curl: string | null
}

export interface RelationContext {
  document: Document
  facts: Facts
  values: Values
  client: Client
  /** The body that a request has by default; undefined for none. */
  exampleFor(operation: DocumentedOperation): unknown
  /** The body of a new record, with a value of its own in a field that no two records share. */
  unique(operation: DocumentedOperation, body: unknown): unknown
  /** The id of a record that an operation may delete. */
  freshId(operation: DocumentedOperation): Promise<string>
  /** The id in the path of requests that do not set one. */
  usualId(operation: DocumentedOperation): Promise<string>
  /** An id of a record that does not exist; undefined if the operation takes none. */
  unknownId(operation: DocumentedOperation): string | undefined
  /** Whether the tests may use up what an operation consumes. */
  mayCreate(operation: DocumentedOperation): boolean
  /** The statuses with which an operation may refuse a valid body for a reason that the contract does not state. */
  refusals?(operation: DocumentedOperation): readonly number[]
  /** Whether a body is valid for a request without the fields that are `readOnly`. Default: every body is. */
  accepts?(operation: DocumentedOperation, body: unknown): boolean
  /** Fewer pages, and fewer combinations. */
  fast: boolean
  /** Ways to present a credential with given scopes; empty if the tests cannot issue any. */
  credentials: readonly CredentialKind[]
  signal: AbortSignal
}

/** A kind of credential that the tests can issue. */
export interface CredentialKind {
  name: string
  /** The headers of a credential with these scopes only. */
  headersFor(scopes: readonly string[]): Promise<Record<string, string>>
}

export const untested = (reason: string): Outcome => ({ problems: [], untested: reason })
