import type { components } from '@generated/portal/client-types'
import type { Tone } from '../components/parts.tsx'

// Descriptions of the states of the connection and of replies.

type Schemas = components['schemas']

/** The reason why a connection ended, and the remedy. */
export const problemTexts: Readonly<Record<Schemas['ConnectionProblem'], string>> = {
  consent_revoked:
    'Google no longer accepts the consent: it was revoked in the Google account, or it has expired. Reviews are not read and replies wait. Connect again to continue.',
  access_lost:
    'The Google account that gave its consent may no longer manage this location. Have an owner of the Business Profile restore its access, then connect again.',
}

/** The reason why a reply was stopped, and the remedy. */
export const stopTexts: Readonly<Record<Schemas['ProfileStopReason'], string>> = {
  foreign_reply:
    'The review already has another reply on Google, which was not replaced. Discard this one, or remove that reply on Google and try again.',
  review_gone: 'The review no longer exists on Google. Discard the reply.',
  refused: 'Google refused the reply. Change its text and approve it again.',
  disconnected:
    'The Business Profile was disconnected before the result was known. Look at the review on Google before you try again.',
}

interface StateText {
  label: string
  tone: Tone
  /** The next step. Empty if it is obvious. */
  explanation: string
}

export const stateTexts: Readonly<Record<Schemas['ProfileReplyState'], StateText>> = {
  draft: { label: 'Draft', tone: 'plain', explanation: '' },
  approved: { label: 'Approved', tone: 'busy', explanation: 'It is published in a moment.' },
  sending: { label: 'Being published', tone: 'busy', explanation: 'Google is receiving the reply.' },
  sent: { label: 'Published', tone: 'good', explanation: '' },
  uncertain: {
    label: 'Being checked',
    tone: 'busy',
    explanation: 'Google did not confirm the reply. It is looked up there before anything else is sent.',
  },
  stopped: { label: 'Stopped', tone: 'bad', explanation: '' },
  withdrawing: { label: 'Being removed', tone: 'busy', explanation: 'It is removed from Google in a moment.' },
  withdrawn: { label: 'Withdrawn', tone: 'plain', explanation: '' },
}

/** The text of a state; of a reply that was sent, also what the moderation of the search company decided. */
export function stateTextOf({ state, moderation }: Pick<Schemas['ProfileReply'], 'state' | 'moderation'>): StateText {
  if (state !== 'sent' || moderation === null) return stateTexts[state]
  return moderatedTexts[moderation.state]
}

const moderatedTexts: Readonly<Record<Schemas['ProfileModerationState'], StateText>> = {
  pending: {
    label: 'In moderation',
    tone: 'busy',
    explanation: 'Google has the reply, and shows it once its moderation has approved it.',
  },
  approved: stateTexts.sent,
  rejected: { label: 'Rejected by Google', tone: 'bad', explanation: '' },
}
