import { type Id, idBytes, idFromBytes } from '@svc/runtime/ids'
import { idLike } from '../state/id-source.ts'

/** The business that an account shows: the one of the contract's examples, or the same data as another business. */
export interface ExamplePersona {
  businessId: Id<'biz'>
  /** The record with the names, wording and ids of this business. */
  apply<Value>(record: Value): Value
  /** The id that the contract's examples use for an id of this business. */
  exampleIdOf(id: string): string
}

/** The examples of the contract are those of Rosso Trattoria in Utrecht. */
const exampleBusinessId: Id<'biz'> = 'biz_01kjpx4gtrex7rhcb4yfrgw100'

export const rosso: ExamplePersona = {
  businessId: exampleBusinessId,
  apply: (record) => record,
  exampleIdOf: (id) => id,
}

/** Longer phrases first, so that a phrase is not replaced in the middle of a longer one. */
const dentalPhrases: readonly (readonly [string, string])[] = [
  ['www.rosso-trattoria.nl', 'www.brightside-dental.co.uk'],
  ['rosso-trattoria.nl', 'brightside-dental.co.uk'],
  ['www.il-giardino-utrecht.nl', 'www.parklanedental.co.uk'],
  ['www.pastafresca.nl', 'www.whitehalldentists.co.uk'],
  ['www.osteriadelponte.nl', 'www.northerndentalcare.co.uk'],
  ['www.bellavista-utrecht.nl', 'www.citysmile.co.uk'],
  ['Rosso Trattoria', 'Brightside Dental'],
  ['Trattoria Sole', 'The Tooth Studio'],
  ['Osteria del Ponte', 'Northern Dental Care'],
  ['Bella Vista', 'City Smile Clinic'],
  ['Pasta Fresca', 'Whitehall Dentists'],
  ['Il Giardino', 'Park Lane Dental'],
  ['Food and drinks', 'Treatment'],
  ['food and drinks', 'treatment'],
  [
    'The best fresh pasta in Utrecht, and the tiramisu is worth the trip on its own.',
    'The gentlest dentist in Leeds, and the hygienist is worth the trip on her own.',
  ],
  [
    'Lovely food, but twenty-four euros for a plate of pasta without a salad is too much.',
    'Lovely dentist, but sixty pounds for a scale and polish without X-rays is too much.',
  ],
  ['The food was fine, but the tables were sticky', 'The treatment was fine, but the chairs were sticky'],
  [
    'Say on the menu what each main course includes, and offer a fixed-price menu from Monday to Thursday.',
    'Say on the price list what each treatment includes, and offer a fixed-price check-up from Monday to Thursday.',
  ],
  ['Keep booked tables free for the booked time', 'Keep booked chairs free for the booked time'],
  ['Have tables wiped between guests', 'Have chairs wiped between patients'],
  ['Seat booked guests on time', 'See booked patients on time'],
  ['Our table was', 'Our chair was'],
  ['a table runs', 'an appointment runs'],
  ['their tables', 'their appointments'],
  ['their table', 'their appointment'],
  ['Tables', 'Chairs'],
  ['tables', 'chairs'],
  ['table', 'chair'],
  ['Guests', 'Patients'],
  ['guests', 'patients'],
  ['The food', 'The treatment'],
  ['the food', 'the treatment'],
  ['on food', 'on treatment'],
  ['euros', 'pounds'],
  ['restaurant', 'dentist'],
  ['Utrecht', 'Leeds'],
  ['Europe/Amsterdam', 'Europe/London'],
]

const phrasePattern = new RegExp(dentalPhrases.map(([phrase]) => phrase.replaceAll('.', '\\.')).join('|'), 'g')
const dentalPhraseOf = new Map(dentalPhrases)

/** An id of the contract, anywhere in a string. */
export const idPattern = /\b[a-z]{3}_[0-7][0-9a-hjkmnp-tv-z]{25}\b/g

export const brightside: ExamplePersona = {
  businessId: idFromBytes('biz', otherBytes(idBytes(exampleBusinessId))),
  apply(record) {
    const json = JSON.stringify(record, (name, value) => (name === 'country' && value === 'NL' ? 'GB' : value))
    return JSON.parse(
      json.replace(idPattern, otherIdOf).replace(phrasePattern, (phrase) => dentalPhraseOf.get(phrase) ?? phrase),
    )
  },
  exampleIdOf: (id) => id.replace(idPattern, otherIdOf),
}

/** Another id of the same instant. Applied twice, it returns the first id. */
function otherIdOf(id: string): string {
  return idLike(id, otherBytes(idBytes(id)))
}

function otherBytes(bytes: Buffer): Buffer {
  return Buffer.from(bytes.map((byte, index) => (index < 12 ? byte : byte ^ 0x5a)))
}
