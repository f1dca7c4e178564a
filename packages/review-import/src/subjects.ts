import type { Competitor } from '@svc/db/competitors'
import type { Owner } from '@svc/db/records'
import { CellError, quote } from './cells.ts'
import type { Subject, Subjects } from './subject.ts'

const ownWords = ['own', 'self', 'us']

/** The subjects of one business, by the cells of the column `subject`. */
export function createSubjects(options: {
  owner: Owner
  business: { name: string }
  competitors: readonly Pick<Competitor, 'id' | 'name'>[]
  /** Begins to track a competitor that a row names. Undefined: such a row is a problem, with `advice`. */
  create?: ((name: string) => Promise<Subject>) | undefined
  /** The treatment of an unknown name. */
  advice: string
}): Subjects {
  const { owner, business, competitors, create, advice } = options
  const own: Subject = { competitor_id: null, name: business.name, created: false }
  const known = new Map<string, Subject | 'ambiguous'>()
  for (const { id, name } of competitors) {
    const subject = { competitor_id: id, name, created: false }
    known.set(id, subject)
    known.set(fold(name), known.has(fold(name)) ? 'ambiguous' : subject)
  }
  for (const word of [...ownWords, owner.business_id, business.name]) known.set(fold(word), own)

  return {
    own,
    async find(text) {
      const name = text.normalize('NFC').replace(/\s+/g, ' ')
      if (name === '') throw new CellError('is empty: use own, or the name or id of a competitor')
      const found = known.get(fold(name))
      if (found === 'ambiguous') throw new CellError(`${quote(name)} is the name of several competitors: use the id`)
      if (found) return found
      if (create === undefined || /^cmp_/.test(name)) {
        throw new CellError(`${quote(name)} is not a competitor of this business: ${advice}`)
      }
      const created = await create(name)
      known.set(fold(name), created)
      return created
    },
  }
}

/** Names are compared without case and repeated spaces. */
function fold(name: string): string {
  return name.normalize('NFC').replace(/\s+/g, ' ').toLowerCase()
}
