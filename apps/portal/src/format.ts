/**
 * Creates a formatter when it is first needed. The first one in a process loads the data of all languages, which takes
 * tens of milliseconds. Numbers and relative times, which every page shows, are formatted without one.
 */
function onFirstUse<Formatter>(create: () => Formatter): () => Formatter {
  let created: Formatter | undefined
  return () => {
    created ??= create()
    return created
  }
}

const absolute = onFirstUse(
  () =>
    new Intl.DateTimeFormat('en', {
      year: 'numeric',
      month: 'short',
      day: 'numeric',
      hour: 'numeric',
      minute: '2-digit',
      second: '2-digit',
      timeZoneName: 'short',
    }),
)
const day = onFirstUse(() => new Intl.DateTimeFormat('en', { dateStyle: 'medium' }))
const percent = onFirstUse(() => new Intl.NumberFormat('en', { style: 'percent', maximumFractionDigits: 0 }))
const decimal = onFirstUse(() => new Intl.NumberFormat('en', { maximumFractionDigits: 2 }))

/** "Nov 25, 2026, 10:51:50 PM GMT+1", in the time zone of the browser. */
export const formatInstant = (instant: string) => absolute().format(new Date(instant))

/** The minute of an instant as a field of the type `datetime-local` has it, in the time zone of the browser. */
export function localMinute(instant: string): string {
  const date = new Date(instant)
  return new Date(date.getTime() - date.getTimezoneOffset() * 60_000).toISOString().slice(0, 16)
}

/** The short name of the browser's time zone now, as "GMT+1". */
export function timeZoneName(): string {
  return (
    absolute()
      .formatToParts()
      .find(({ type }) => type === 'timeZoneName')?.value ?? 'local time'
  )
}

/** "Monday, December 7 at 6:00 AM", in a time zone. */
export function formatInstantIn(instant: string, timeZone: string): string {
  const words = { weekday: 'long', day: 'numeric', month: 'long', hour: 'numeric', minute: '2-digit' } as const
  return new Intl.DateTimeFormat('en', { ...words, timeZone }).format(new Date(instant))
}

/** The day in the time zone of the browser. */
export const formatDate = (instant: string) => day().format(new Date(instant))

/** A share between 0 and 1. */
export const formatShare = (value: number) => percent().format(value)

const byteUnits = ['B', 'kB', 'MB', 'GB'] as const

/** "1.2 MB". */
export function formatBytes(bytes: number): string {
  const power = Math.min(byteUnits.length - 1, Math.floor(Math.log10(Math.max(1, bytes)) / 3))
  return `${decimal().format(bytes / 1_000 ** power)} ${byteUnits[power]}`
}

/** At most two digits after the point. */
export const formatDecimal = (value: number) => decimal().format(value)

/** A number with a comma before every three digits of its whole part. */
export const formatNumber = (value: number) => String(value).replace(/(?<!\.\d*)\B(?=(\d{3})+(?!\d))/g, ',')

const languages = onFirstUse(() => new Intl.DisplayNames('en', { type: 'language' }))

/** The English name of a language by its ISO 639 code. */
export const languageName = (code: string) => languages().of(code) ?? code

const units = [
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
] as const

/** "3 minutes ago", "in 2 hours", "yesterday". */
export function formatRelative(instant: string, nowMs = Date.now()): string {
  const seconds = (Date.parse(instant) - nowMs) / 1000
  const [unit, length] = units.find(([, unitSeconds]) => Math.abs(seconds) >= unitSeconds) ?? ['second', 1]
  if (unit === 'second' && Math.abs(seconds) < 10) return 'just now'
  const count = Math.round(seconds / length)
  if (unit === 'day' && Math.abs(count) === 1) return count < 0 ? 'yesterday' : 'tomorrow'
  const words = `${formatNumber(Math.abs(count))} ${unit}${Math.abs(count) === 1 ? '' : 's'}`
  return count < 0 ? `${words} ago` : `in ${words}`
}

const abbreviations = new Set(['api', 'dns', 'http', 'mcp', 'tls'])

/** The words of an enum value within a sentence: `api_key_hashes` → "API key hashes". */
export function wordsOf(value: string): string {
  return value
    .split('_')
    .map((word) => (abbreviations.has(word) ? word.toUpperCase() : word))
    .join(' ')
}

/** The name of an enum value as every page shows it: `dead_lettered` → "Dead lettered", `dns_failed` → "DNS failed". */
export function displayName(value: string): string {
  const words = wordsOf(value)
  return words.charAt(0).toUpperCase() + words.slice(1)
}
