/** Drafts of replies whose sentences the next one avoids: about as many as a reader of the reviews sees at once. */
export const recentDraftsMax = 12
