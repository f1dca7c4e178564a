/**
 * The words that drafts are made of. Every sentence is true whatever happened: none states a cause, promises a remedy,
 * or says that something was done. `{points}` is filled with what the review names. Each list has at least three
 * entries, so that three variants differ.
 */

export type Tone = 'warm' | 'professional' | 'concise' | 'apologetic'

type ByTone = Record<Tone, readonly string[]>

export const GREETINGS: Record<'named' | 'unnamed', ByTone> = {
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

export const THANKS: Record<'positive' | 'mixed' | 'negative', ByTone> = {
  positive: {
    warm: [
      'Thank you so much for taking the time to write this.',
      'What a pleasure to read this, thank you.',
      'Thank you, your review made us smile.',
    ],
    professional: [
      'Thank you for taking the time to leave a review.',
      'We appreciate that you shared your impressions.',
      'Thank you for your review and for the rating.',
    ],
    concise: ['Thank you for your review.', 'Thanks for writing.', 'Thank you for the feedback.'],
    apologetic: [
      'Thank you very much for your review.',
      'Thank you for taking the time to write to us.',
      'We are grateful for your review.',
    ],
  },
  mixed: {
    warm: [
      'Thank you for such an open review, with the good and the less good.',
      'Thank you for taking the time to tell us both sides.',
      'Thank you for writing so openly.',
    ],
    professional: [
      'Thank you for your balanced review.',
      'We appreciate that you describe both sides.',
      'Thank you for taking the time to give us a full picture.',
    ],
    concise: ['Thank you for the honest review.', 'Thanks for telling us both sides.', 'Thank you for being open.'],
    apologetic: [
      'Thank you for your review, and for being open about what was not right.',
      'Thank you for telling us plainly.',
      'We are grateful that you describe both sides.',
    ],
  },
  negative: {
    warm: [
      'Thank you for telling us about this.',
      'Thank you for taking the time to write, even though it was not a good experience.',
      'Thank you for your openness.',
    ],
    professional: [
      'Thank you for bringing this to our attention.',
      'Thank you for taking the time to describe your experience.',
      'We appreciate that you tell us directly.',
    ],
    concise: ['Thank you for telling us.', 'Thanks for letting us know.', 'Thank you for the feedback.'],
    apologetic: [
      'We apologise that your experience was not a good one, and thank you for telling us.',
      'Thank you for writing to us; we are sorry that you had reason to.',
      'We are sorry, and we are grateful that you tell us.',
    ],
  },
}

/** For a review that says nothing that could be read, with stars in the middle. */
export const THANKS_PLAIN = [
  'Thank you for your rating.',
  'Thank you for leaving a review.',
  'Thanks for letting us know how you see us.',
]

export const PRAISE: ByTone = {
  warm: [
    'It is lovely to hear your kind words about {points}.',
    'We are so glad that you mention {points}.',
    'Your words about {points} are a real joy to read.',
  ],
  professional: [
    'We are pleased to read your kind words about {points}.',
    'It is good to know that you valued {points}.',
    'Your comments about {points} are much appreciated.',
  ],
  concise: [
    'Good to hear about {points}.',
    'We are glad you valued {points}.',
    'Kind words about {points}, noted with pleasure.',
  ],
  apologetic: [
    'We are glad that you also found kind words about {points}.',
    'It is good to read what you say about {points}.',
    'Thank you as well for what you write about {points}.',
  ],
}

export const PRAISE_ONLY_APOLOGETIC = [
  'We are very glad about your kind words about {points}.',
  'It means a lot to read what you say about {points}.',
  'Thank you for what you write about {points}.',
]

export const REGRET: ByTone = {
  warm: [
    'We are sorry to read what you write about {points}.',
    'It is a pity that your experience with {points} was not what it should be.',
    'We are sorry about your disappointment over {points}.',
  ],
  professional: [
    'We are sorry to read your comments about {points}.',
    'We regret that you were not satisfied with {points}.',
    'Your criticism of {points} is clear to us, and we regret that your impression was not better.',
  ],
  concise: [
    'We are sorry to read about {points}.',
    'We regret your experience with {points}.',
    'Your point about {points} is clear.',
  ],
  apologetic: [
    'We sincerely apologise for the experience you describe with {points}.',
    'Please accept our apologies for your experience with {points}.',
    'We are truly sorry to read what you write about {points}.',
  ],
}

export const REGRET_UNNAMED: ByTone = {
  warm: [
    'We are sorry that we could not give you a better experience.',
    'It is a pity to read that you were not happy.',
    'We are sorry to learn that you were disappointed.',
  ],
  professional: [
    'We regret that you were not satisfied.',
    'We are sorry that your impression was not better.',
    'We are sorry to read that your experience fell short.',
  ],
  concise: ['We are sorry you were not satisfied.', 'We regret that it fell short.', 'Sorry that it was not better.'],
  apologetic: [
    'Please accept our apologies that you were not satisfied.',
    'We sincerely apologise that your experience fell short.',
    'We are truly sorry that you were disappointed.',
  ],
}

/** Fill a draft up to its length, in this order, beginning at another one for each variant. */
export const FILLERS: Record<'positive' | 'mixed' | 'negative' | 'unread' | 'neutral', readonly string[]> = {
  positive: [
    'It helps us to know what stands out for the people who come to us.',
    'A few lines like yours are an encouragement to everyone who works here.',
    'Reviews like this also help others to decide, so thank you on their behalf as well.',
    'It is good to see that the things we care about are the things you noticed.',
    'Feedback with this much detail is worth a great deal to a local business.',
    'It is easy to leave without a word, so we value it all the more that you wrote.',
    'It is useful to read it in your own words and not only in stars.',
    'If something else comes to mind, good or bad, we would be glad to hear it.',
  ],
  mixed: [
    'It helps us to hear what was good and what was not, in the same breath.',
    'We would like to understand better what happened.',
    'If you are willing to tell us more, please contact us directly.',
    'A conversation often shows more than a few lines in public can.',
    'Criticism that also sees the good is the kind that is most useful to us.',
    'We can see why this mattered to you.',
    'You took the trouble to be specific, and that makes it easier to look at.',
    'Anything you would like to add is welcome, in whichever way suits you.',
  ],
  negative: [
    'This is not the impression we want anyone to be left with.',
    'We would like to understand better what happened.',
    'If you are willing to tell us more, please contact us directly.',
    'A conversation often shows more than a few lines in public can.',
    'We can see why this was disappointing for you.',
    'It matters to us to hear it, also when it is not what we would like to read.',
    'You took the trouble to be specific, and that makes it easier to look at.',
    'Anything you would like to add is welcome, in whichever way suits you.',
  ],
  // Nothing in the review could be read, so nothing may be said about its words.
  unread: [
    'If you would like to tell us more, we would be glad to hear it.',
    'What went well and what did not are both of interest to us.',
    'You are welcome to get in touch with us at any time.',
    'Every rating helps a local business to see where it stands.',
    'A few words about what stood out, good or bad, are always useful to us.',
    'You can write to us or speak to us in person, whichever suits you.',
  ],
  neutral: [
    'We would like to hear from you personally what happened.',
    'Please understand that we do not want to discuss the details in public.',
    'A direct conversation is the right place for this.',
    'It helps us if you tell us when it was and whom you spoke to.',
    'We would be grateful for the chance to listen to you first.',
  ],
}

export const CLOSINGS: Record<'positive' | 'mixed' | 'negative', ByTone> = {
  positive: {
    warm: ['We would love to welcome you again.', 'We hope to see you again soon.', 'You are welcome here any time.'],
    professional: [
      'We would be pleased to welcome you again.',
      'We hope to see you again.',
      'We look forward to your next visit.',
    ],
    concise: ['You are welcome any time.', 'We hope to see you again.', 'Until next time.'],
    apologetic: [
      'We hope to see you again.',
      'You are always welcome here.',
      'We would be pleased to welcome you again.',
    ],
  },
  mixed: {
    warm: [
      'We hope you will give us the chance to do better.',
      'We would be glad to welcome you again.',
      'We hope that the good will outweigh the rest next time.',
    ],
    professional: [
      'We would be glad of the opportunity to do better.',
      'We hope to welcome you again.',
      'We hope your next visit leaves a better impression.',
    ],
    concise: ['We hope to do better next time.', 'We hope to see you again.', 'We would be glad of another chance.'],
    apologetic: [
      'We hope you will give us another chance.',
      'We would be grateful for the opportunity to do better.',
      'We hope to leave you with a better impression next time.',
    ],
  },
  negative: {
    warm: [
      'Please get in touch, we would like to listen.',
      'We would be glad to hear from you.',
      'Please let us hear from you directly.',
    ],
    professional: [
      'Please contact us directly so that we can discuss this with you.',
      'We would welcome the opportunity to speak with you.',
      'We would be glad to hear from you directly.',
    ],
    concise: ['Please contact us directly.', 'We would be glad to hear from you.', 'Please get in touch with us.'],
    apologetic: [
      'Please contact us so that we can hear from you directly.',
      'We would be grateful if you got in touch with us.',
      'We would very much like to speak with you about this.',
    ],
  },
}

/** Someone who writes about a health provider must not be told, in public, that they are a patient there. */
export const CLOSINGS_HEALTH: Record<'positive' | 'mixed', readonly string[]> = {
  positive: ['Thank you again for sharing this.', 'All the best to you.', 'We wish you all the best.'],
  mixed: [
    'Please contact the practice directly if you would like to talk about it.',
    'We would be glad to hear from you directly.',
    'Please get in touch with us if you would like to add something.',
  ],
}

/** Never confirms, denies or explains anything: what is said here may be read out later. */
export const ACKNOWLEDGEMENTS: Record<'serious' | 'abuse', readonly string[]> = {
  serious: [
    'Thank you for letting us know. We take what you write seriously and would like to speak with you about it directly. Please contact us.',
    'We have read your review with attention. Something like this should be talked about in person, so please get in touch with us.',
    'Thank you for your message. What you describe deserves a direct conversation, and we ask you to contact us for it.',
  ],
  abuse: [
    'We have read your review. If you would like to tell us what happened, please contact us directly.',
    'Thank you for your message. We are open to a conversation about what happened, and you can reach us directly.',
    'We see that you are upset. Please contact us directly if you would like to talk about what happened.',
  ],
}

export const PRIVACY_HEALTH = 'To protect privacy, we do not comment on individual cases in public.'

export const SIGN_OFFS: ByTone = {
  warm: ['Warm regards,', 'With warm regards,', 'All the best,'],
  professional: ['Kind regards,', 'With kind regards,', 'Best regards,'],
  concise: ['Regards,', 'Best,', 'Kind regards,'],
  apologetic: ['With kind regards,', 'Sincerely,', 'Kind regards,'],
}
