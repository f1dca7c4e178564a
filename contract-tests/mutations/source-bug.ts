/** A bug in the source of the service that responses can only show together: each alone matches its schema. */
export interface SourceBug {
  name: string
  /** The source file, from the root of the repository. */
  file: string
  /** Occurs once in the file. */
  find: string
  replaceWith: string
  /** The operations that the bug affects: only these are tested. */
  operations: readonly string[]
}
