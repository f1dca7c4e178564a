/**
 * Loads the engine of the service when it is needed for the first time: its model takes 70 MB, and most mocks write no
 * draft and follow up no recommendation.
 */
export async function loadEngine() {
  const [{ draftReply }, { followUpOf }, { emptyFollowUp }] = await Promise.all([
    import('@svc/intelligence/replies/reply'),
    import('@svc/intelligence/analysis/follow-up'),
    import('@svc/intelligence/analysis/follow-up-tally'),
  ])
  return { draftReply, followUpOf, emptyFollowUp }
}
