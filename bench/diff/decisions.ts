// The changes that oasdiff calls errors and that are safe or nothing here on purpose. Decision 0015 has a row for each
// class, with its reason.

interface Decision {
  /** The class, as in the table of decision 0015. */
  change: string
  /** Errors of oasdiff, as check and test. */
  errors: readonly string[]
}

export const decisions: readonly Decision[] = [
  {
    change: '`minContains: 1`, or `exclusiveMaximum: true` without `maximum`',
    errors: [
      'request-body-min-contains-set TestBoundCellsFire',
      'request-property-min-contains-set TestBoundCellsFire',
      'request-parameter-min-contains-set TestBoundCellsFire',
      'response-body-min-contains-unset TestBoundCellsFire',
      'response-property-min-contains-unset TestBoundCellsFire',
      'response-header-min-contains-unset TestBoundCellsFire',
      'request-property-exclusive-max-set TestBound_ExclusiveBooleanForm',
    ],
  },
  {
    change: 'a bound next to an `enum` whose values satisfy it',
    errors: [
      'request-parameter-max-length-set TestBreaking_MaxLengthFromNil',
      'request-parameter-min-items-increased TestBreaking_RequeatMinItemsGreater',
      'request-parameter-max-decreased TestBreaking_MaxSmaller',
    ],
  },
  {
    change: '`allOf` or `anyOf` names another schema with the same content',
    errors: [
      'request-body-all-of-added TestBreaking_RequestPropertyAllOfAdded',
      'request-property-all-of-added TestBreaking_RequestPropertyAllOfAdded',
      'request-body-any-of-removed TestRequestBodyAnyOfMultiMediaTypeDetails',
    ],
  },
  {
    change: '`allOf` gets a member with an optional property',
    errors: ['request-body-all-of-added TestRequestPropertyAllOfAdded_WithSources_Inline'],
  },
  {
    change: 'a response requires a property together with another',
    errors: [
      'response-body-dependent-required-changed TestRequestBodyDependentRequiredChanged',
      'response-property-dependent-required-changed TestRequestPropertyDependentRequiredChanged',
    ],
  },
  {
    change: 'the body of a webhook becomes required',
    errors: ['request-body-became-required TestWebhookOperationChangesDetected'],
  },
  {
    change: 'an `enum` of a request becomes a union of types that have its values',
    errors: ['request-property-enum-value-removed TestTransitionClaims_RealChangeAlongsideTransitionStillReported'],
  },
  {
    change: 'a stability level that does not exist is corrected',
    errors: [
      'api-invalid-stability-level TestBreaking_InvaidStability',
      'api-invalid-stability-level TestBreaking_InvalidStabilityLevelInBase',
    ],
  },
]
