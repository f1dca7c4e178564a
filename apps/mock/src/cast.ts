import { type Id, type IdPrefix, idBytes, idFromBytes } from '@svc/runtime/ids'

/** Who the contract's examples are told of: as they stand, or with names, words and ids of another business. */
export interface Cast {
  businessId: Id<'biz'>
  /** What the examples say, as this business would have it. */
  tell<Told>(record: Told): Told
  /** The id that the examples know for an id of this business. */
  exampleId(id: string): string
}

/** The examples of the contract are those of Rosso Trattoria in Utrecht. */
const exampleBusinessId: Id<'biz'> = 'biz_01kjpx4gtrex7rhcb4yfrgw100'

export const rosso: Cast = { businessId: exampleBusinessId, tell: (record) => record, exampleId: (id) => id }

/** Longer words first, so that none is taken for a part of another. */
const dentalWords: readonly (readonly [string, string])[] = [
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

const dentalPattern = new RegExp(dentalWords.map(([word]) => word.replaceAll('.', '\\.')).join('|'), 'g')
const dentalWord = new Map(dentalWords)
const idPattern = /\b(biz|cmp|rev|ana|rpt|rec|drf|whk|whd|evt|act|key|cli)_[0-7][0-9a-hjkmnp-tv-z]{25}\b/g

export const brightside: Cast = {
  businessId: turned(exampleBusinessId),
  tell(record) {
    const text = JSON.stringify(record, (name, value) => (name === 'country' && value === 'NL' ? 'GB' : value))
    return JSON.parse(
      text.replace(idPattern, (id) => turned(id as Id)).replace(dentalPattern, (word) => dentalWord.get(word) ?? word),
    )
  },
  exampleId: (id) => id.replace(idPattern, (found) => turned(found as Id)),
}

/** Another id of the same moment; turned twice it is the first one again. */
function turned<Prefix extends IdPrefix>(id: Id<Prefix>): Id<Prefix> {
  const bytes = idBytes(id)
  for (let place = 12; place < 16; place++) bytes.writeUInt8(bytes.readUInt8(place) ^ 0x5a, place)
  return idFromBytes(id.slice(0, 3) as Prefix, bytes)
}
