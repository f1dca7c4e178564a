import type { Source } from '@generated/contract/enums'
import { chance, deck, fill, type Random, seededRandom } from './writing.ts'

export interface DemoReview {
  source: Source
  /** Unique within its source and business. */
  source_id: string
  rating: number
  /** Empty for a review that has only stars. */
  text: string
  /** ISO 639-1. */
  language: string
  published_at: string
  owner_replied: boolean
}

export interface PhraseBank {
  slots: Record<string, string[]>
  openings: string[]
  closings: Record<Mood, string[]>
  subjects: Record<string, { positive: string[]; negative: string[] }>
  foreign: { language: string; rating: number; text: string }[]
}

type Mood = 'positive' | 'mixed' | 'negative'

/** The frequency with which customers of one business mention a subject and complain about it. */
export interface Talk {
  /** The share of the reviews that mention it. */
  mention: number
  /** The share of mentions that are complaints. It may depend on the age of the review in days. */
  complaint: number | ((ageDays: number) => number)
  /** The number of stars that a complaint deducts. */
  cost: number
}

export interface Story {
  /** The random seed, different for each business. */
  seed: string
  count: number
  talk: Record<string, Talk>
  sources: Source[]
  /** The share of the reviews to which the owner replied. */
  replied: number
}

const periodDays = 425
const dayMs = 86_400_000
const foreignShare = 0.035
const withoutTextShare = 0.07
/**
 * The maximum number of uses of a sentence in the reviews of one business, and the number of attempts to draw a
 * different one.
 */
const sentenceUsesMax = 3
const redrawsMax = 12
const subjectsPerReview = [1, 1, 2, 2, 2, 3, 3, 4]
const contrasts = ['That said, ', 'On the other hand, ', 'But ', 'Still, ', 'Sadly, ']

/** The reviews of one business over the last 14 months, oldest first. The same `now` gives the same reviews. */
export function writeReviews(story: Story, bank: PhraseBank, now: Date): DemoReview[] {
  const random = seededRandom(story.seed)
  const slots = Object.fromEntries(Object.entries(bank.slots).map(([name, values]) => [name, deck(values, random)]))
  const decks = new Map<string, () => string>()
  const uses = new Map<string, number>()
  const draw = (name: string, templates: readonly string[]) => {
    const known = decks.get(name) ?? deck(templates, random)
    decks.set(name, known)
    let sentence = fill(known(), slots, random)
    for (let tries = 0; tries < redrawsMax && (uses.get(sentence) ?? 0) >= sentenceUsesMax; tries += 1) {
      sentence = fill(known(), slots, random)
    }
    uses.set(sentence, (uses.get(sentence) ?? 0) + 1)
    return sentence
  }
  const foreign = deck(bank.foreign, random)
  const written = new Set<string>()

  return Array.from({ length: story.count }, (_, index) => {
    // Spread evenly, with jitter.
    const ageDays = periodDays * (1 - (index + 0.15 + random() * 0.7) / story.count)
    const common = {
      source: story.sources[Math.floor(random() ** 2 * story.sources.length)] ?? 'google',
      source_id: `${story.seed}-${String(index + 1).padStart(4, '0')}`,
      published_at: new Date(now.getTime() - ageDays * dayMs).toISOString(),
      owner_replied: chance(story.replied, random),
    }
    if (chance(foreignShare, random)) {
      const { language, rating, text } = foreign()
      if (!written.has(text)) {
        written.add(text)
        return { ...common, rating, text, language }
      }
    }
    const points = choosePoints(story, ageDays, random)
    const rating = ratingOf(points, story, random)
    if (chance(withoutTextShare, random)) return { ...common, rating, text: '', language: 'en' }
    let text = ''
    // A short review may be identical to an earlier one. In that case, it is written again.
    do text = writeText(points, bank, draw, random)
    while (written.has(text))
    written.add(text)
    return { ...common, rating, text, language: 'en' }
  })
}

interface Point {
  subject: string
  complaint: boolean
}

function choosePoints({ talk }: Story, ageDays: number, random: Random): Point[] {
  const wanted = subjectsPerReview[Math.floor(random() * subjectsPerReview.length)] ?? 2
  const drawn = Object.entries(talk).map(([subject, { mention, complaint }]) => ({
    subject,
    // A likelier subject is usually chosen, but not always.
    order: random() ** (1 / mention),
    complaint: random() < (typeof complaint === 'number' ? complaint : complaint(ageDays)),
  }))
  const points = drawn.sort((a, b) => b.order - a.order).slice(0, wanted)
  // Praise before complaints.
  return points.sort((a, b) => Number(a.complaint) - Number(b.complaint))
}

function ratingOf(points: Point[], { talk }: Story, random: Random): number {
  const cost = points.reduce((sum, { subject, complaint }) => sum + (complaint ? (talk[subject]?.cost ?? 1) : 0), 0)
  const praise = points.filter(({ complaint }) => !complaint).length
  const stars = 4.75 + Math.min(praise, 2) * 0.15 - cost * (praise === 0 ? 1.5 : 1) + (random() - 0.5) * 0.9
  return Math.max(1, Math.min(5, Math.round(stars)))
}

function writeText(
  points: Point[],
  bank: PhraseBank,
  draw: (name: string, templates: readonly string[]) => string,
  random: Random,
): string {
  const complaints = points.filter(({ complaint }) => complaint).length
  const mood = moodOf(complaints, points.length)
  const sentences: string[] = []
  if (chance(0.36, random)) sentences.push(draw('opening', bank.openings))
  points.forEach(({ subject, complaint }, index) => {
    const phrases = bank.subjects[subject]
    if (!phrases) throw new Error(`No phrases about "${subject}"`)
    const polarity = complaint ? 'negative' : 'positive'
    const sentence = draw(`${subject} ${polarity}`, phrases[polarity])
    const turns = complaint && index > 0 && !points[index - 1]?.complaint && chance(0.35, random)
    sentences.push(turns ? `${contrasts[Math.floor(random() * contrasts.length)]}${lowerFirst(sentence)}` : sentence)
  })
  if (chance(0.26, random)) sentences.push(draw(`closing ${mood}`, bank.closings[mood]))
  return sentences.join(' ')
}

function moodOf(complaints: number, points: number): Mood {
  if (complaints === 0) return 'positive'
  return complaints === points ? 'negative' : 'mixed'
}

/**
 * Converts the first letter to lowercase. Within a sentence, only "I" is capitalized; no negative phrase begins with a
 * name.
 */
function lowerFirst(sentence: string): string {
  return /^I\b/.test(sentence) ? sentence : sentence.charAt(0).toLowerCase() + sentence.slice(1)
}
