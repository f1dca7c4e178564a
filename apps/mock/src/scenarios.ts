/** The failures that can be caused without a change to the client: name → description. */
export const scenarios = {
  'analysis-fails': 'Every analysis that is started ends as failed, with analysis.failed.',
  'dead-letter':
    'The receiver seems to be down: a delivery uses up its attempts and is dead-lettered. A resend arrives.',
  'duplicate-delivery': 'Every delivery arrives twice, with the same event id and the same delivery id.',
  'out-of-order': 'The events of an analysis arrive in reverse order.',
  'token-expired': 'An access token is refused as expired after two requests, regardless of expires_in.',
  'quota-exceeded': 'The monthly quotas are used up: analyses and reply drafts return 429.',
  slow: 'Every response of the API takes three seconds.',
  down: 'Every request returns 503.',
} as const

export type ScenarioName = keyof typeof scenarios

export const scenarioNames = Object.keys(scenarios) as ScenarioName[]

export function isScenario(value: unknown): value is ScenarioName {
  return typeof value === 'string' && Object.hasOwn(scenarios, value)
}
