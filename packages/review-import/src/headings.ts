import { type Column, columns } from './row.ts'

/**
 * The headings of each column in exports: ours first, then those of Google Business Profile, Yelp, TripAdvisor and of
 * common tools. Case, spaces and punctuation are ignored: "Star Rating", "star_rating" and "starRating" are the same.
 * If a file has several headings of one column, the earlier one in this list wins. Names of reviewers have no column:
 * they are not stored.
 */
const aliases: Readonly<Record<Column, readonly string[]>> = {
  subject: [
    'subject',
    'competitor',
    'competitor name',
    'competitor id',
    'business',
    'business name',
    'location name',
    'place name',
  ],
  source: ['source', 'platform', 'review site', 'site', 'provider', 'publisher', 'review source'],
  source_id: ['source id', 'review id', 'id', 'external id', 'review key'],
  rating: [
    'rating',
    'star rating',
    'stars',
    'review rating',
    'bubble rating',
    'overall rating',
    'rating value',
    'review stars',
    'number of stars',
    'score',
  ],
  title: ['review title', 'title', 'headline', 'review headline'],
  text: [
    'text',
    'review text',
    'comment',
    'review comment',
    'review',
    'review body',
    'review content',
    'body',
    'content',
    'comments',
    'full text',
    'description',
    'snippet',
  ],
  language: ['language', 'lang', 'review language', 'language code', 'original language'],
  published_at: [
    'published at',
    'published at date',
    'date',
    'review date',
    'date of review',
    'create time',
    'created at',
    'time created',
    'created',
    'created date',
    'published date',
    'date published',
    'publish date',
    'date posted',
    'posted',
    'review datetime utc',
    'review time',
    'timestamp',
    'time',
  ],
  owner_replied: ['owner replied', 'replied', 'has reply', 'has response', 'responded'],
  owner_reply: [
    'owner reply',
    'owner response',
    'reply',
    'review reply',
    'response',
    'reply text',
    'response text',
    'owner response text',
    'response from owner',
    'response from owner text',
    'response from the owner',
    'owner answer',
    'business response',
    'management response',
    'reply comment',
    'public response',
  ],
}

const known = new Map(
  columns.flatMap((column) => aliases[column].map((alias, rank) => [fold(alias), { column, rank }] as const)),
)

/**
 * The column of a heading, and the rank of the heading among those of the column: 0 is our own name. Undefined for an
 * unknown heading.
 */
export function columnOf(heading: string): { column: Column; rank: number } | undefined {
  return known.get(fold(heading))
}

function fold(heading: string): string {
  return heading.toLowerCase().replace(/[^\p{Letter}\p{Number}]/gu, '')
}
