import * as bounds from '@generated/contract/bounds'
import { type DateOrder, type Source, sources } from '@generated/contract/enums'

/** A cell is invalid. The message continues `line 7, rating: `. */
export class CellError extends Error {
  override readonly name = 'CellError'
}

/** The order of day and month in dates that are ambiguous. */
export interface DateRules {
  /** Undefined: such a date is a problem, with `datesAdvice`. */
  dayOrder?: DateOrder | undefined
  /** The name of the order in input of the user. */
  datesAdvice: string
}

const starWords = ['one', 'two', 'three', 'four', 'five']

/**
 * Stars of a review, from 1 to 5, or null for a cell without stars: `4`, `4.0`, `FOUR`, `★★★★☆`, `4/5`, `4.0 of 5
 * bubbles`, `4 stars`, `4.0 star rating`.
 */
export function readRating(text: string): number | null {
  const plain = text.toLowerCase()
  // Google writes STAR_RATING_UNSPECIFIED for a review without stars.
  if (plain === '' || plain === 'star_rating_unspecified') return null
  const word = starWords.indexOf(/^(?:star_rating_)?([a-z]+)(?:[ _]stars?)?$/.exec(plain)?.[1] ?? '')
  if (word !== -1) return word + 1
  if (/^★{1,5}☆{0,4}$/.test(plain)) return plain.replaceAll('☆', '').length
  const [, stars] =
    /^([1-5])(?:[.,]0+)?(?: ?(?:\/|of|out of) ?5(?:\.0)?)?(?: ?-?(?:stars?|bubbles?)(?: rating)?)?$/.exec(plain) ?? []
  if (stars !== undefined) return Number(stars)
  throw new CellError(`${quote(text)} is not a rating: write a whole number from 1 to 5`)
}

const earliestMs = Date.UTC(1995, 0, 1)

/** Clocks and time zones differ: a review may have the date of tomorrow. */
const futureToleranceMs = 36 * 3_600_000

/**
 * The instant of publication, or null for an empty cell: ISO 8601, `2026-11-20 08:30`, `Nov 20, 2026`, `20 November
 * 2026`, `November 2026`, `20.11.2026`, `20/11/2026`, seconds or milliseconds since 1970. A time without a zone is UTC.
 */
export function readInstant(text: string, dates: DateRules, nowMs: number): string | null {
  if (text === '') return null
  const ms = instantMs(text, dates)
  if (ms === undefined || Number.isNaN(ms))
    throw new CellError(`${quote(text)} is not a date: write it like 2026-11-20`)
  if (ms < earliestMs || ms > nowMs + futureToleranceMs) {
    throw new CellError(`${quote(text)} is ${ms < earliestMs ? 'before 1995' : 'in the future'}`)
  }
  return new Date(ms).toISOString()
}

const monthNames = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']

function instantMs(text: string, dates: DateRules): number | undefined {
  if (/^\d{10}$|^\d{13}$/.test(text)) return text.length === 10 ? Number(text) * 1000 : Number(text)

  const { date, time } = splitTime(text)
  const [, year, month, day] = /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})$/.exec(date) ?? []
  if (year !== undefined) return at(Number(year), Number(month), Number(day), time)

  const [, first, separator, second, lastYear] = /^(\d{1,2})([-/.])(\d{1,2})\2(\d{4})$/.exec(date) ?? []
  if (first !== undefined && separator !== undefined) {
    const dayFirst = isDayFirst(Number(first), Number(second), separator, dates, date)
    const [dayOfMonth, monthOfYear] = dayFirst ? [first, second] : [second, first]
    return at(Number(lastYear), Number(monthOfYear), Number(dayOfMonth), time)
  }

  const words = date
    .toLowerCase()
    .replace(/[,.]/g, ' ')
    .replace(/(\d)(?:st|nd|rd|th)\b/g, '$1')
    .trim()
    .split(/\s+/)
  const named = words.findIndex((word) => /^[a-z]{3,9}$/.test(word) && monthNames.includes(word.slice(0, 3)))
  const numbers = words.filter((word) => /^\d+$/.test(word)).map(Number)
  if (named === -1 || numbers.length + 1 !== words.length) return undefined
  const [dayOrYear = 0, yearAfterDay] = numbers
  const monthNumber = monthNames.indexOf((words[named] ?? '').slice(0, 3)) + 1
  if (yearAfterDay === undefined) return at(dayOrYear, monthNumber, 1, time)
  return numbers.length === 2 ? at(yearAfterDay, monthNumber, dayOrYear, time) : undefined
}

/** Dots mean day first everywhere. With slashes it depends on the country; a wrong guess would not be noticed. */
function isDayFirst(
  first: number,
  second: number,
  separator: string,
  { dayOrder, datesAdvice }: DateRules,
  date: string,
): boolean {
  if (separator === '.' || first > 12) return true
  if (second > 12) return false
  if (dayOrder !== undefined) return dayOrder === 'dmy'
  if (first === second) return true
  throw new CellError(`${quote(date)} is ambiguous: ${datesAdvice}`)
}

interface TimeOfDay {
  ms: number
}

/**
 * Splits off a trailing time with its zone: `2026-11-20T08:30:00.123Z`, `20/11/2026 8:30 PM`, `Nov 20, 2026 08:30
 * UTC`.
 */
function splitTime(text: string): { date: string; time: TimeOfDay | undefined } {
  const parts =
    /^(.*?\d)(?:T|,? +(?:at )?)(\d{1,2}):(\d{2})(?::(\d{2})(?:[.,](\d{1,9}))?)? ?(am|pm)? ?(Z|UTC|GMT|[+-]\d{2}:?\d{2})?$/i.exec(
      text,
    )
  if (!parts) return { date: text, time: undefined }
  const [, date = '', hour, minute, second = '0', fraction = '0', half, zone] = parts
  const hours = half === undefined ? Number(hour) : (Number(hour) % 12) + (half.toLowerCase() === 'pm' ? 12 : 0)
  if (hours > 23 || Number(minute) > 59 || Number(second) > 60) return { date: text, time: undefined }
  const seconds = (hours * 60 + Number(minute)) * 60 + Math.min(Number(second), 59)
  return { date, time: { ms: seconds * 1000 + Math.floor(Number(`0.${fraction}`) * 1000) - offsetMs(zone) } }
}

function offsetMs(zone: string | undefined): number {
  const [, sign, hours, minutes] = /^([+-])(\d{2}):?(\d{2})$/.exec(zone ?? '') ?? []
  if (hours === undefined) return 0
  return (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes)) * 60_000
}

/** Undefined for a day that is not in the calendar. */
function at(year: number, month: number, day: number, time: TimeOfDay | undefined): number | undefined {
  const date = new Date(Date.UTC(year, month - 1, day))
  if (date.getUTCMonth() !== month - 1 || date.getUTCDate() !== day) return undefined
  return date.getTime() + (time?.ms ?? 0)
}

const yes = new Set(['true', 'yes', 'y', '1', 'replied', 'responded'])
const no = new Set(['false', 'no', 'n', '0', 'not replied', 'none'])

/** Returns whether the owner has replied. Null for an empty cell: it is not known. */
export function readReplied(text: string): boolean | null {
  const plain = text.toLowerCase()
  if (plain === '') return null
  if (yes.has(plain)) return true
  if (no.has(plain)) return false
  throw new CellError(`${quote(text)} is neither yes nor no`)
}

/** The site on which a review was posted. A site that the contract does not list is `other`. */
export function readSource(text: string): Source {
  const plain = text.toLowerCase()
  const named = sources.find((source) => plain.replace(/[^a-z]/g, '').includes(source))
  return named ?? (/^(gmb|gbp)$/.test(plain) ? 'google' : 'other')
}

/** `en`, `en-GB` and `EN` are en. Null for anything that is not a code: the engine then detects the language. */
export function readLanguage(text: string): string | null {
  return /^([a-z]{2})(?:[-_][a-z]{2,4})?$/.exec(text.toLowerCase())?.[1] ?? null
}

const textCharactersMax = bounds.NewReview.text.maxLength

/** The text of the review. A title becomes its first line. */
export function readText(text: string, title: string): string {
  const body = withoutTranslation(text)
  const whole = title !== '' && !body.startsWith(title) ? `${title}\n${body}`.trim() : body
  if (whole.includes('\u0000')) throw new CellError('contains the character U+0000')
  if (whole.length > textCharactersMax) {
    throw new CellError(`is longer than ${textCharactersMax} characters: is a quotation mark missing before it?`)
  }
  // Half a surrogate pair cannot be stored in UTF-8.
  return whole.toWellFormed()
}

/** Google adds its own translation; only the text of the customer is kept. */
function withoutTranslation(text: string): string {
  const [, before = '', , original] =
    /^([\s\S]*?)\(Translated by Google\)([\s\S]*?)(?:\(Original\)([\s\S]*))?$/.exec(text) ?? []
  if (original !== undefined) return original.trim()
  return before.trim() === '' ? text : before.trim()
}

const sourceIdCharactersMax = bounds.NewReview.source_id.maxLength

export function readSourceId(text: string): string {
  if (text.length > sourceIdCharactersMax) throw new CellError(`is longer than ${sourceIdCharactersMax} characters`)
  if (text.includes('\u0000')) throw new CellError('contains the character U+0000')
  return text.toWellFormed()
}

const quotedMax = 40

/** The cell as error messages quote it. */
export function quote(text: string): string {
  const short = text.replace(/\s+/g, ' ')
  return `"${short.length > quotedMax ? `${short.slice(0, quotedMax)}…` : short}"`
}
