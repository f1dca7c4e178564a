import type { DraftReviewReplyRequestTone } from '@generated/contract/enums'

/**
 * The sentences of drafts. Each is true in every case: none states a cause, promises a remedy, or claims an action.
 * `{points}` is replaced by the points of the review, in a form that fits after "happy with". Each list has at least
 * three entries, so that three variants differ. There are no filler sentences: customers who read many replies
 * recognize them.
 */

type ByTone = Record<DraftReviewReplyRequestTone, readonly string[]>

export const greetings: Record<'named' | 'unnamed', ByTone> = {
  named: {
    warm: ['Hi {name},', 'Dear {name},', 'Hello {name},'],
    professional: ['Dear {name},', 'Hello {name},', 'Good day {name},'],
    concise: ['Hello {name},', 'Hi {name},', '{name},'],
    apologetic: ['Dear {name},', 'Hello {name},', 'Good day {name},'],
  },
  unnamed: {
    warm: ['Hello,', 'Hello there,', 'Good day,'],
    professional: ['Good day,', 'Hello,', 'Hello there,'],
    concise: ['Hello,', 'Hi,', 'Good day,'],
    apologetic: ['Hello,', 'Good day,', 'Hello there,'],
  },
}

export const thanksByStance: Record<'positive' | 'mixed' | 'negative', ByTone> = {
  positive: {
    warm: [
      'Thank you so much for writing this.',
      'What a pleasure to read this, thank you.',
      'Thank you, this made us smile.',
    ],
    professional: [
      'Thank you for your review.',
      'Thank you for taking the time to write.',
      'Many thanks for your review.',
    ],
    concise: ['Thank you for your review.', 'Thanks for writing.', 'Many thanks.'],
    apologetic: [
      'Thank you very much for your review.',
      'Thank you for writing to us.',
      'Many thanks for your review.',
    ],
  },
  mixed: {
    warm: [
      'Thank you for such an open review.',
      'Thank you for telling us both sides.',
      'Thank you for writing so openly.',
    ],
    professional: [
      'Thank you for your balanced review.',
      'Thank you for telling us both sides.',
      'Thank you for your open words.',
    ],
    concise: ['Thank you for the honest review.', 'Thanks for telling us both sides.', 'Thank you for being open.'],
    apologetic: [
      'Thank you for being open about what was not right.',
      'Thank you for telling us plainly.',
      'Thank you for your open words.',
    ],
  },
  negative: {
    warm: [
      'Thank you for telling us about this.',
      'Thank you for taking the time to write to us about this.',
      'Thank you for being open with us.',
    ],
    professional: [
      'Thank you for bringing this to our attention.',
      'Thank you for telling us about this.',
      'Thank you for your open words.',
    ],
    concise: ['Thank you for telling us.', 'Thanks for letting us know.', 'Thank you for being open.'],
    apologetic: [
      'Thank you for telling us about this.',
      'Thank you for writing to us, even though you had reason to complain.',
      'We are grateful that you tell us.',
    ],
  },
}

/** For stars without words. */
export const thanksForStars = [
  'Thank you for the {stars}.',
  'Thank you for giving us {stars}.',
  'Thank you for your rating of {stars}.',
]

/** For a review whose words could not be read, with stars in the middle. */
export const thanksPlain = [
  'Thank you for your review.',
  'Thank you for taking the time to write.',
  'Thanks for letting us know how you see us.',
]

export const praise: ByTone = {
  warm: [
    'We are so glad that you were happy with {points}.',
    'How lovely to hear that you liked {points}.',
    'It is wonderful to read your kind words about {points}.',
  ],
  professional: [
    'We are glad that you were happy with {points}.',
    'It is good to read that you liked {points}.',
    'We are pleased to hear good things about {points}.',
  ],
  concise: [
    'Good to hear that you liked {points}.',
    'Glad you were happy with {points}.',
    'Nice to read that you liked {points}.',
  ],
  apologetic: [
    'We are glad that you were happy with {points}.',
    'It is good to hear that you liked {points}.',
    'It means a lot to us that you liked {points}.',
  ],
}

/** For four or five stars where nothing that was praised could be named. */
export const praiseUnnamed = [
  'We are glad that you were happy with us.',
  'It is good to know that you were happy here.',
  'It is good to hear that you liked it.',
]

/** For what else is praised, after a sentence of `praise`. */
export const praiseMore = [
  'Your kind words about {points} are just as welcome.',
  'Thank you as well for what you say about {points}.',
  'It is no less good to hear that you liked {points}.',
]

export const regret: ByTone = {
  warm: [
    'We are sorry that you were unhappy about {points}.',
    'We are so sorry to read about {points}.',
    'It is a pity that {points} gave you reason to complain.',
  ],
  professional: [
    'We are sorry that you were unhappy about {points}.',
    'We are sorry to read about {points}.',
    'We regret your disappointment over {points}.',
  ],
  concise: [
    'We are sorry to hear about {points}.',
    'Sorry that you were unhappy about {points}.',
    'We regret your disappointment over {points}.',
  ],
  apologetic: [
    'We sincerely apologize that you were unhappy about {points}.',
    'We are truly sorry to read about {points}.',
    'Please accept our apologies that you were unhappy about {points}.',
  ],
}

/** The same after praise. */
export const regretThough: ByTone = {
  warm: [
    'We are sorry, though, that you were unhappy about {points}.',
    'It is a pity, though, that {points} gave you reason to complain.',
    'At the same time we are sorry to read about {points}.',
  ],
  professional: [
    'We are sorry, however, that you were unhappy about {points}.',
    'We regret your disappointment over {points}, though.',
    'At the same time we are sorry to read about {points}.',
  ],
  concise: [
    'We are sorry, though, about {points}.',
    'Sorry, though, that you were unhappy about {points}.',
    'We regret, though, what you write about {points}.',
  ],
  apologetic: [
    'We apologize, however, that you were unhappy about {points}.',
    'We are truly sorry, though, to read about {points}.',
    'Please accept our apologies that you were unhappy about {points}.',
  ],
}

/** For what else is complained about, after a sentence of `regret`. */
export const regretMore = [
  'We are also sorry to read about {points}.',
  'We also regret your disappointment over {points}.',
  'We are just as sorry to read about {points}.',
]

export const regretUnnamed: ByTone = {
  warm: [
    'We are sorry that you were not happy with us.',
    'It is a pity to read that you were not happy.',
    'We are sorry that you were disappointed.',
  ],
  professional: [
    'We are sorry that you were not satisfied.',
    'We regret that you were not happy with us.',
    'We are sorry to read that you were disappointed.',
  ],
  concise: [
    'We are sorry that you were not happy.',
    'Sorry that you were disappointed.',
    'We regret that you were not satisfied.',
  ],
  apologetic: [
    'Please accept our apologies that you were not satisfied.',
    'We sincerely apologize that you were not happy with us.',
    'We are truly sorry that you were disappointed.',
  ],
}

/** A satisfied reviewer plans to return. */
export const gestureReplies: Record<'returns' | 'recommends' | 'loyal', readonly string[]> = {
  returns: ['We look forward to seeing you again.', 'See you next time.', 'It will be a pleasure to see you again.'],
  recommends: [
    'Thank you for recommending us.',
    'Your recommendation means a lot to us.',
    'Thank you for recommending us to others.',
  ],
  loyal: [
    'Thank you for coming to us all this time.',
    'It is a compliment that you have kept coming to us.',
    'Thank you for staying with us over the years.',
  ],
}

export const closingsByStance: Record<'positive' | 'mixed' | 'negative', ByTone> = {
  positive: {
    warm: ['You are welcome here any time.', 'We would love to see you again.', 'We hope to see you again.'],
    professional: ['You are always welcome here.', 'We hope to see you again.', 'We would be glad to see you again.'],
    concise: ['You are welcome any time.', 'We hope to see you again.', 'Until next time, we hope.'],
    apologetic: ['We hope to see you again.', 'You are always welcome here.', 'We would be glad to see you again.'],
  },
  mixed: {
    warm: [
      'We hope that you will give us the chance to do better.',
      'If you would like to tell us more, we would be glad to hear from you.',
      'We would love to make a better impression next time.',
    ],
    professional: [
      'If you would like to tell us more, please contact us directly.',
      'We hope for the chance to do better.',
      'We would be glad to hear from you directly if you have a moment.',
    ],
    concise: ['We hope to do better next time.', 'Tell us more if you like.', 'We would be glad of another chance.'],
    apologetic: [
      'We hope that you will give us another chance.',
      'If you would like to tell us more, please contact us directly.',
      'We would be grateful for the chance to do better.',
    ],
  },
  negative: {
    warm: [
      'Please get in touch, we would like to hear more about it.',
      'If you are willing to tell us more, we would be glad to hear from you.',
      'Please let us hear from you directly.',
    ],
    professional: [
      'Please contact us directly, so that we can talk about it.',
      'We would like to hear from you directly what happened.',
      'If you are willing to tell us more, please contact us.',
    ],
    concise: ['Please contact us directly.', 'We would be glad to hear from you.', 'Please get in touch with us.'],
    apologetic: [
      'Please contact us, so that we can hear from you directly.',
      'We would be grateful if you got in touch with us.',
      'We would very much like to speak with you about this.',
    ],
  },
}

/** A public reply of a health provider must not confirm that the author is a patient. */
export const closingsForHealth: Record<'positive' | 'mixed', readonly string[]> = {
  positive: ['Thank you again for sharing this.', 'All the best to you.', 'We wish you all the best.'],
  mixed: [
    'Please contact the practice directly if you would like to talk about it.',
    'We would be glad to hear from you directly.',
    'Please get in touch with us if you would like to add something.',
  ],
}

/**
 * For what a person has to answer: an apology for the experience and someone to speak to. Never confirms, denies or
 * explains anything, and names nothing of the review: it may be used as evidence.
 */
export const acknowledgments: Record<'serious' | 'legal' | 'abuse', readonly string[]> = {
  serious: [
    'We are very sorry to read this, and we take it seriously. Please contact us and ask for the person in charge.',
    'We apologize for what you went through. Please get in touch and ask for the person in charge.',
    'We are sorry that you had to write this, and we take it seriously. Please ask for the person in charge when you contact us.',
  ],
  legal: [
    'We are sorry that it has come to this. Please contact us and ask for the person in charge.',
    'We are sorry to read this. Please get in touch and ask for the person in charge.',
    'We apologize that you had reason to write this. Please ask for the person in charge when you contact us.',
  ],
  abuse: [
    'We are sorry that you are so upset. Please contact us and ask for the person in charge.',
    'We are sorry to see how angry you are. Please get in touch and ask for the person in charge.',
    'We apologize if we gave you reason for such anger. Please ask for the person in charge when you contact us.',
  ],
}

/** The sentences that longer replies to such reviews add. */
export const acknowledgmentsMore = [
  'Something like this should be talked about in person, and we would like to hear it from you.',
  'What you write deserves a conversation, and we would like to have it with you.',
  'We would like to hear from you directly, and to listen.',
]

/** The sentences that longer replies add about the review itself. */
export const attentionByStance: Record<'positive' | 'mixed' | 'negative', readonly string[]> = {
  positive: [
    'Words like these are an encouragement to everyone here.',
    'Knowing what you liked helps us to keep it that way.',
    'A review like yours means a lot to us.',
  ],
  mixed: [
    'Knowing how you see it helps us.',
    'It is useful to us to see it through your eyes.',
    'Open words like yours are of use to us.',
  ],
  negative: [
    'Hearing it from you helps us to see it as you did.',
    'It matters to us to know how you see it.',
    'We have read every word of it.',
  ],
}

/** The last sentences of the longest replies before the closing. */
export const thanksAgain = [
  'Thank you again for taking the time.',
  'Once more, thank you for writing to us.',
  'Many thanks again for your review.',
]

export const privacyForHealth = 'To protect privacy, we do not comment on individual cases in public.'

export const signOffs: ByTone = {
  warm: ['Warm regards,', 'With warm regards,', 'All the best,'],
  professional: ['Kind regards,', 'With kind regards,', 'Best regards,'],
  concise: ['Regards,', 'Best,', 'Kind regards,'],
  apologetic: ['With kind regards,', 'Sincerely,', 'Kind regards,'],
}
