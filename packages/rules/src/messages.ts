/** 403 for a key or a token, and `unauthorized_client` of the token endpoint. */
export const planWithoutApi = 'The plan of this account does not include the API.'

export const noBusinessYet = 'The account has no business yet. Create one first.'
export const reportFilesDeleted =
  'The files of this report were deleted because their retention has ended. The report itself remains.'
export const linkExpired = 'This link is invalid or expired. Fetch the report again for a new link.'

/** 409 when an account creates one webhook endpoint too many. */
export function endpointLimitReached(max: number): string {
  return `The account has reached its limit of ${max} webhook endpoints. Delete one first.`
}

/** 409 of `updateRecommendation`. */
export const resolvedRecommendation = 'This recommendation is resolved: you can change its note but not its status.'

/** 403 of `updateReviewReply` with a key or a token. */
export const approvalNeedsAPerson = 'Only a person can approve a draft. Keys and access tokens can edit and reject it.'
