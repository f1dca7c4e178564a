import type { Trade } from '@generated/contract/enums'
import { addCompetitor, type Competitor, competitorsMax } from '@svc/db/competitors'
import type { Transaction } from '@svc/db/database'
import type { Owner } from '@svc/db/records'
import { CellError, quote } from '@svc/review-import/cells'
import type { Subject, Subjects } from '@svc/review-import/subject'

const ownWords = ['own', 'self', 'us']

/** The subjects of one business, by the cells of the column `subject`. */
export function createSubjects(options: {
  transaction: Transaction
  owner: Owner
  business: { name: string; trade: Trade }
  competitors: readonly Competitor[]
  createCompetitors: boolean
}): Subjects {
  const { transaction, owner, business, competitors, createCompetitors } = options
  const own: Subject = { competitor_id: null, name: business.name, created: false }
  const known = new Map<string, Subject | 'ambiguous'>()
  for (const { id, name } of competitors) {
    const subject = { competitor_id: id, name, created: false }
    known.set(id, subject)
    known.set(fold(name), known.has(fold(name)) ? 'ambiguous' : subject)
  }
  for (const word of [...ownWords, owner.business_id, business.name]) known.set(fold(word), own)

  async function create(name: string): Promise<Subject> {
    if (name.length > 120) throw new CellError(`${quote(name)} is longer than 120 characters`)
    const competitor = await addCompetitor(transaction, owner, {
      name,
      trade: business.trade,
      website: null,
      distance_m: null,
    })
    if (!competitor) throw new CellError(`${quote(name)} exceeds the maximum of ${competitorsMax} competitors`)
    return { competitor_id: competitor.id, name, created: true }
  }

  return {
    own,
    async find(text) {
      const name = text.normalize('NFC').replace(/\s+/g, ' ')
      if (name === '') throw new CellError('is empty: use own, or the name or id of a competitor')
      const found = known.get(fold(name))
      if (found === 'ambiguous') throw new CellError(`${quote(name)} is the name of several competitors: use the id`)
      if (found) return found
      if (!createCompetitors || /^cmp_/.test(name)) {
        throw new CellError(
          `${quote(name)} is not a competitor of this business: add it, or import with --create-competitors`,
        )
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
