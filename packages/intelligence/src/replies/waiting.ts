import type { Phrases } from '../labels/polarity.ts'
import { turnsOf } from '../labels/turns.ts'
import type { Token } from '../text/tokens.ts'
import { hypotheticals, negators } from '../vocabulary/lexicon.ts'
import { isNumber } from '../vocabulary/patterns.ts'
import type { Clause } from './clauses.ts'
import { holds, type ReadSentence } from './situations.ts'

/** Words for a pace that may be praise. */
export const leisurely =
  /^(?:slow|slower|slowly|unhurried|patiently|gently|gradually|thorough|thoroughly|careful|carefully)$/

/** "Took their time, so gentle": a satisfied customer who praises the manner does not complain of its pace. */
export function isUnhurried({ tokens }: ReadSentence, { opinions }: Phrases, rating: number | null): boolean {
  if (rating === null || rating < 4) return false
  const isPraised = opinions.some(({ strength }) => strength > 0)
  return tokens.some(({ word }) => leisurely.test(word)) || (isPraised && holds('unhurried', tokens))
}

const units = new Set('minute minutes min mins hour hours day days week weeks month months'.split(' '))
const waitingVerb = /^(?:wait|queu|kept$|sat$|stood$|sitting$|standing$|stuck$|hung$)/
/** Words between "took" and the time: "took us an hour", "took the kitchen nearly 40 minutes". */
const tookReach = 3
/** Words that lead away from what took its time: "took our dog into the group over two weeks". */
const leads = /^(?:to|into|in|for|on|off|with|out|from|through|\w+ly)$/
/** Words between the waiting and the time it took: "waited for our table for 35 minutes". */
const waitedReach = 7

/** Words between the customer and the time of a delay: "I only arrived about", "we got there". */
const arriving =
  /^(?:was|were|am|are|been|being|be|came|come|arrived|showed|turned|rolled|walked|got|get|ran|running|up|in|there|here|only|just|all|of|literally|barely|maybe|about|around|even|over|nearly|almost|at|most|like|a|full)$/
/** Words after "being ten minutes late", or "ten minutes late and they", that say what it cost the customer. */
const penalizing =
  /^(?:charg|fine[ds]?$|fee$|cancel|refus|bill(?:ed)?$|lost$|los(?:e|ing)$|turned$|turn(?:ing)?$|gave$|given$|wouldn't$|couldn't$|denied$|sent$)/

/** "I was eight minutes late", "a fee for being ten minutes late": the delay of the customer, not of the business. */
function isOwnDelay(words: readonly string[], from: number, unit: number): boolean {
  let at = from - 1
  while (at >= 0 && arriving.test(words[at] ?? '')) at -= 1
  const who = words[at] ?? ''
  if (/^(?:i|we|i'm|we're|i'd|we'd|me|us)$/.test(who)) return true
  const isBare = at === -1 || (who === 'for' && words[at + 1] === 'being')
  if (!isBare) return false
  const rest = at === -1 ? words.slice(unit + 2) : words
  return rest.some((word) => penalizing.test(word))
}

/** "The wifi ends after 45 minutes", "a limit of two hours": nobody waited. */
const limits = [
  /\b(?:limit|limits|limited|max|maximum|allowance|allowed|capped|slots?)\b/,
  /\b(?:cuts?|kick(?:s|ed)?|log(?:s|ged)?|throws?|threw|boot(?:s|ed)?|disconnect(?:s|ed)?|expires?|ends?|stops?|closes?|drops?|shuts?)\b(?: \S+){0,3} after (?:\S+ ){1,3}(?:minutes?|mins?|hours?)\b/,
]

function isLimit(words: readonly string[]): boolean {
  if (words.some((word) => waitingVerb.test(word) || word === 'took')) return false
  const written = words.join(' ')
  return limits.some((limit) => limit.test(written))
}

/**
 * "Cut a key while you waited", "done while I waited", "wanted me to wait 28 days", "worth the wait": what was done
 * meanwhile, or only proposed.
 */
function isOfferedWait(words: readonly string[]): boolean {
  const written = words.join(' ')
  return (
    /\b(?:while|as) (?:you|we|i) (?:wait|waited)\b/.test(written) ||
    /\b(?:want(?:ed)?|expect(?:ed)?|for) (?:me|us|you) to wait\b/.test(written) ||
    /\b(?:can|could|can't|couldn't|cannot|to) (?:hardly |not )?wait (?:to|for)\b/.test(written)
  )
}

/** Work that took at most this many minutes was quick or hasty, and nobody waited for it. */
const workMinutesMax = 10

/** "A trim that took six minutes" is about the trim. */
function isWork(amount: string, unit: string): boolean {
  const minutes = /^min/.test(unit) ? minutesOf(amount) : null
  return minutes !== null && minutes <= workMinutesMax
}

/** "Drove around for half an hour" did not wait for the business. */
const searching = /^(?:circl|park|search|driv|drove|walk|look(?:ed|ing))/

/**
 * "the 40-minute wait", "the delay of half an hour", "the queue", "the wait"; null where nothing says that one had
 * to wait, or a word denies it. The clauses of a sentence may deny each other: "never waited".
 */
export function waitOf({ tokens, opinions }: Clause, sentence: Token[]): string | null {
  if (isShortWait(sentence)) return null
  const words = tokens.map(({ word }) => word)
  if (isLimit(words) || isOfferedWait(words)) return null
  // "Waited three weeks for a quote that never came": what follows the time denies nothing of it.
  const denial = words.findIndex((word) => negators.has(word) || hypotheticals.has(word) || word.endsWith("n't"))
  if (turnsOf(sentence).turns.some(({ sign }) => sign > 0)) return null
  for (const [unit, word] of words.entries()) {
    const amount = units.has(word) ? amountBefore(words, unit) : null
    // "An eight minute check-up" did not wait.
    if (amount === null || (!word.endsWith('s') && !/^(?:an?|one|half an?)$/.test(amount.words))) continue
    if (denial !== -1 && denial < amount.from) continue
    // "Over an hour" is more than an hour.
    const isPart = words[unit + 1] === 'and' && isAmount(words[unit + 2] ?? '')
    const isVague = isPart || /^(?:over|than|nearly|almost|about|around|least)$/.test(words[amount.from - 1] ?? '')
    const duration = isVague ? null : `${amount.words} ${word}`
    if (words[unit + 1] === 'late') {
      // "They made it only two hours late" praises.
      if (/^(?:only|just|merely)$/.test(words[amount.from - 1] ?? '')) return null
      if (isOwnDelay(words, amount.from, unit)) return null
      return duration === null ? 'the delay' : `the delay of ${duration}`
    }
    const near = words.slice(Math.max(0, amount.from - waitedReach), amount.from + 1)
    const took = near.lastIndexOf('took')
    const tookFor = took === -1 ? null : near.slice(took + 1, -1)
    const isTook = tookFor !== null && tookFor.length <= tookReach && !tookFor.some((between) => leads.test(between))
    if (isTook && isWork(amount.words, word)) return null
    if (words[unit + 1] === 'wait' || isTook || near.some((before) => waitingVerb.test(before)))
      return duration === null ? 'the long wait' : `the ${amountOfTime(amount.words, word)} wait`
  }
  if (denial !== -1) return null
  if (words.some((word) => word.startsWith('queu'))) return 'the queue'
  // "18 minutes for a coffee" is an event of the vocabulary.
  const isLong = opinions.some(({ aspect, strength }) => aspect === 'wait' && strength < 0)
  // "I'd paid for half an hour to switch off"
  const isBought = words.some((word, at) => /^(?:paid|pay|paying|booked)$/.test(word) && words[at + 1] === 'for')
  const isAmountOf = (word: string, at: number) =>
    !isBought &&
    /(?:hours?|minutes|mins|weeks|days)$/.test(word) &&
    !/^(?:before|after|later|ago|early)$/.test(words[at + 1] ?? '')
  if (isLong && words.some(isAmountOf) && !words.some((word) => searching.test(word))) return 'the wait'
  return words.some((word) => /^(?:wait|waited|waiting)$/.test(word)) ? 'the wait' : null
}

const brevity =
  /^(?:short|shorter|shortest|shortish|brief|briefest|minimal|tiny|reasonable|bearable|worth|hardly|barely)$/
const bounds = /^(?:only|just|mere|merely|under|within|than)$/
/** A wait of at most this many minutes may be "only" so long. */
const shortMinutesMax = 15

/** Returns whether a sentence praises a wait as short: "the wait was short", "waited only five minutes". */
export function isShortWait(tokens: readonly Token[]): boolean {
  const words = tokens.map(({ word }) => word)
  if (!words.some((word) => /^(?:wait|waits|waited|waiting|queue|queues|queued|delay)$/.test(word))) return false
  if (words.some((word) => negators.has(word) && word !== 'hardly' && word !== 'barely')) return false
  const isMinutes = (at: number) =>
    [at + 1, at + 2].some(
      (number) => minutesOf(words[number] ?? '') !== null && /^(?:minutes?|mins?)$/.test(words[number + 1] ?? ''),
    )
  return words.some(
    (word, at) =>
      brevity.test(word) || (bounds.test(word) && isMinutes(at) && !/^(?:more|longer)$/.test(words[at - 1] ?? '')),
  )
}

/** The number of minutes in digits or words, or null if a wait of that length is not short. */
function minutesOf(word: string): number | null {
  const minutes = /^\d+$/.test(word) ? Number(word) : smallNumbers.indexOf(word)
  return minutes >= 0 && minutes <= shortMinutesMax ? minutes : null
}

const smallNumbers = 'zero one two three four five six seven eight nine ten'.split(' ')

/** "40-minute", "one-hour", "half-hour": an amount of time in front of a noun. */
function amountOfTime(amount: string, unit: string): string {
  const singular = unit.replace(/s$/, '').replace(/^min$/, 'minute')
  if (amount.startsWith('half')) return `half-${singular}`
  return `${/^an?$/.test(amount) ? 'one' : amount.replaceAll(' ', '-')}-${singular}`
}

/**
 * "forty five", "half an", "40": the number in front of a unit; null where it is only a part of one ("an hour and a
 * half").
 */
function amountBefore(words: string[], unit: number): { words: string; from: number } | null {
  if (words[unit + 1] === 'and' && words[unit + 3] === 'half') return null
  let from = unit
  while (from > 0 && isAmount(words[from - 1] ?? '')) from -= 1
  if (from === unit && words[unit - 1] === 'an') from -= words[unit - 2] === 'half' ? 2 : 1
  if (from === unit || ['to', 'or', 'and', 'half'].includes(words[from - 1] ?? '')) return null
  return { words: words.slice(from, unit).join(' '), from }
}

function isAmount(word: string): boolean {
  return /^\d{1,3}$/.test(word) || (isNumber(word) && !/\d/.test(word))
}
