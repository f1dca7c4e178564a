import type { Sensitive } from '../labels/signals.ts'
import { invites } from './check.ts'
import {
  type Draft,
  factPart,
  fixedPart,
  frame,
  hasContactDetails,
  type Part,
  quotedPart,
  ranks,
  type Writer,
} from './parts.ts'
import { sharedPhrases } from './phrases.ts'
import type { Pick } from './picker.ts'
import type { Request } from './requests.ts'

// Drafts without praise and cheer, the same in every tone but for the frame: for accusations, deaths, and reviews that
// may tell of something grave.

/** Facts with contact data in a reply to an accusation. Others could be read as a response to it. */
const contactFactsMax = 2
const unhappyStarsMax = 2
const satisfiedStarsMin = 4

/** A neutral apology for an accusation, and a person to speak to. */
export function acknowledge(
  reason: Sensitive | 'distress',
  request: Request | null,
  writer: Writer,
  pick: Pick,
): Draft {
  const { acknowledgments, acknowledgmentsMore, acknowledgmentsLonger, health } = sharedPhrases
  const kinds: Partial<Record<typeof reason, 'abuse' | 'legal' | 'bill'>> = {
    abuse: 'abuse',
    legal_threat: 'legal',
    wrong_charge: 'bill',
  }
  const kind = kinds[reason] ?? 'serious'
  const isAsked = request?.kind === 'task' || request?.kind === 'call'
  const parts = [fixedPart(pick('acknowledgment', acknowledgments[kind]), ranks.thanks)]
  if (isAsked) {
    const promise = pick('contact', acknowledgments[request.kind === 'call' ? 'called' : 'asked'])
    parts.push(quotedPart(promise, ranks.points, [request.quote]))
  } else {
    parts.push(fixedPart(pick('contact', acknowledgments.contact), ranks.points))
  }
  const more = isAsked ? acknowledgmentsMore.filter((sentence) => !invites(sentence)) : acknowledgmentsMore
  if (writer.length !== 'short') parts.push(fixedPart(pick('more', more), ranks.attention))
  if (writer.health) parts.push(fixedPart(health.privacy, ranks.points))
  parts.push(...writer.facts.filter(hasContactDetails).slice(0, contactFactsMax).map(factPart))
  if (writer.length === 'long') parts.push(fixedPart(pick('longer', acknowledgmentsLonger), ranks.more))
  return frame(parts, writer, pick)
}

/** A quiet reply to a farewell. Praise is thanked for, without a name. */
export function condole({ kind }: { kind: boolean }, writer: Writer, pick: Pick): Draft {
  const {
    condolences,
    thanks: thanksForWriting,
    kindness,
    attention,
    more,
    closings,
    ...courtesy
  } = sharedPhrases.grief
  const parts = [
    fixedPart(pick('condolence', condolences), ranks.thanks),
    fixedPart(pick('thanks', kind ? kindness : thanksForWriting), ranks.points),
  ]
  if (writer.length !== 'short') parts.push(fixedPart(pick('attention', attention), ranks.attention))
  if (writer.length === 'long') parts.push(fixedPart(pick('more', more), ranks.more))
  parts.push(fixedPart(pick('closing', closings), ranks.closing))
  return frame(parts, writer, pick, courtesy)
}

/**
 * A sober reply to a review that may tell of something grave: thanks and attention, with one or two stars an apology,
 * and an invitation to talk where something may be wrong. It suits a tragedy, a report and a joke alike, so it has no
 * praise, no condolences and no cheer. `asked` is the sentence that takes up a request.
 */
export function writeSoberly(
  { rating, avoidsContact }: { rating: number; avoidsContact: boolean },
  asked: readonly Part[],
  writer: Writer,
  pick: Pick,
): Draft {
  const { thanks, read, regret, attention, more, contact, closings, ...courtesy } = sharedPhrases.sober
  const isUnhappy = rating <= unhappyStarsMax
  const mood = rating >= satisfiedStarsMin ? 'satisfied' : 'unhappy'
  // Who asked for something, or could not reach the business, is not sent to the phone.
  const isInvited = mood === 'unhappy' && !avoidsContact && asked.length === 0
  const parts = [
    fixedPart(pick('thanks', thanks), ranks.thanks),
    ...(isUnhappy ? [fixedPart(pick('regret', regret), ranks.points)] : []),
    fixedPart(pick('read', read), ranks.points),
    ...asked,
    ...writer.facts.map(factPart),
  ]
  if (writer.length !== 'short') parts.push(fixedPart(pick('attention', attention[mood]), ranks.attention))
  if (writer.length === 'long') parts.push(fixedPart(pick('more', more[mood]), ranks.more))
  // Good wishes would be light for an unhappy customer who cannot be invited.
  const wishes = isUnhappy ? [] : closings
  const ending = isInvited ? contact[isUnhappy ? 'unhappy' : 'mixed'] : wishes
  if (ending.length > 0) parts.push(fixedPart(pick('closing', ending), ranks.closing))
  return frame(parts, writer, pick, courtesy)
}
