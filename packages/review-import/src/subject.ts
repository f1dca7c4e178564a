import type { Id } from '@svc/runtime/ids'

/** The business itself or one of its competitors. */
export interface Subject {
  competitor_id: Id<'cmp'> | null
  name: string
  /** Whether this import created the competitor. */
  created: boolean
}

export interface Subjects {
  own: Subject
  /**
   * The subject that a cell names: `own`, or the name or id of a competitor. Throws a CellError when it names neither.
   */
  find(text: string): Promise<Subject>
}
