import type { Sensitive } from '../labels/signals.ts'
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
import type { Situation } from './situations.ts'

// Drafts without praise and cheer, the same in every tone but for the frame: for accusations, deaths, and reviews that
// may tell of something grave.

/** Facts with contact data in a reply to an accusation. Others could be read as a response to it. */
const contactFactsMax = 2
const unhappyStarsMax = 2
const satisfiedStarsMin = 4

/** A neutral apology for an accusation, and a person to speak to. */
export function acknowledge(
  reason: Sensitive | 'distress',
  { request, avoidsContact, isLegalOnly, isCharged, situation }: Acknowledged,
  writer: Writer,
  pick: Pick,
): Draft {
  const {
    acknowledgments,
    acknowledgmentsMore,
    acknowledgmentsLonger,
    acknowledgmentsLegal,
    acknowledgmentsBill,
    health,
  } = sharedPhrases
  const { grieves, unreached, blamesManager } = situation
  const kinds: Partial<Record<typeof reason, 'abuse' | 'legal' | 'bill'>> = {
    abuse: 'abuse',
    // Cash that is missing from a room or a car is no charge.
    ...(isCharged ? { wrong_charge: 'bill' } : {}),
  }
  const isLegal = reason === 'legal_threat'
  const stated = isLegal && isLegalOnly ? 'legal' : (kinds[reason] ?? 'serious')
  const kind = grieves && stated !== 'abuse' ? 'loss' : stated
  const isAsked = request !== null
  const parts = [fixedPart(pick('acknowledgment', acknowledgments[kind]), ranks.thanks)]
  if (isAsked) {
    const promise = pick('contact', acknowledgments[promises[request.kind]])
    parts.push(quotedPart(promise, ranks.points, [request.quote]))
  } else {
    // Who was left without an answer, or has an attorney, is not asked to call.
    const invited = blamesManager ? acknowledgments.beyond : acknowledgments.contact
    const open = isLegal ? acknowledgments.represented : invited
    // Nobody chases those who did not come to an appointment.
    const owed = unreached === null ? acknowledgments.missed : acknowledgments.owed
    const contacts = avoidsContact ? owed : open
    parts.push(fixedPart(pick('contact', contacts), ranks.points))
  }
  const isInvited = !isAsked && !avoidsContact && !isLegal
  const more = isInvited ? acknowledgmentsMore : acknowledgmentsLegal
  if (writer.length !== 'short') parts.push(fixedPart(pick('more', more), ranks.attention))
  // To the bereaved, the sentence would be cold.
  if (writer.health && !grieves) parts.push(fixedPart(health.privacy, ranks.points))
  parts.push(...writer.facts.filter(hasContactDetails).slice(0, contactFactsMax).map(factPart))
  const longer = stated === 'bill' ? acknowledgmentsBill : acknowledgmentsLonger
  if (writer.length === 'long') parts.push(fixedPart(pick('longer', longer), ranks.more))
  return frame(parts, writer, pick, sharedPhrases.sober)
}

/** The list of `acknowledgments` that takes up each kind of request. */
const promises = { call: 'called', task: 'asked', question: 'questioned', suggestion: 'suggested' } as const

/** The review that an accusation is part of. */
interface Acknowledged {
  request: Request | null
  avoidsContact: boolean
  situation: Situation
  /** A legal step and nothing else that is serious. */
  isLegalOnly: boolean
  /** The review speaks of a bill, a fee or a payment. */
  isCharged: boolean
}

/**
 * A quiet reply to a farewell. Praise is thanked for, without a name. Where the death was the reason for months of
 * work, as for a law firm, one sentence of condolence is enough.
 */
export function condole(
  { kind, rating }: { kind: boolean; rating: number },
  isPast: boolean,
  writer: Writer,
  pick: Pick,
): Draft {
  const { condolences, thanks: thanksForWriting, kindness, ...mourning } = sharedPhrases.grief
  const { sober } = sharedPhrases
  const calm = { attention: sober.attention.satisfied, more: sober.more.satisfied, closings: sober.closings }
  const { attention, more, closings } = isPast ? calm : mourning
  const courtesy = isPast ? sober : mourning
  const isPraise = kind || (isPast && rating >= satisfiedStarsMin)
  const parts = [
    fixedPart(pick('condolence', condolences), ranks.thanks),
    fixedPart(pick('thanks', isPraise ? kindness : thanksForWriting), ranks.points),
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
  { rating, avoidsContact, kind, blames }: { rating: number; avoidsContact: boolean; kind: boolean; blames: boolean },
  asked: readonly Part[],
  writer: Writer,
  pick: Pick,
): Draft {
  const { thanks, thanksKind, read, kindness, regret, attention, more, contact, closings, ...courtesy } =
    sharedPhrases.sober
  const isUnhappy = rating <= unhappyStarsMax
  const mood = rating >= satisfiedStarsMin ? 'satisfied' : 'unhappy'
  // Five stars are kind in themselves, and four without a complaint.
  const isKind = kind || rating > satisfiedStarsMin || (mood === 'satisfied' && !blames)
  // Who asked for something, or could not reach the business, is not sent to the phone.
  const isInvited = mood === 'unhappy' && !avoidsContact && asked.length === 0
  const parts = [
    fixedPart(pick('thanks', isKind ? thanksKind : thanks), ranks.thanks),
    ...(isUnhappy ? [fixedPart(pick('regret', regret), ranks.points)] : []),
    fixedPart(pick('read', isKind ? kindness : read), ranks.points),
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
