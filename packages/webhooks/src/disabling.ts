/**
 * When an endpoint is disabled: so many failed attempts, over so many days from the first to the last, without a
 * success in between. Five days are longer than a weekend with a holiday, in which nobody may look. Twenty attempts are
 * four deliveries with all their retries, so that one event that a receiver rejects does not disable it.
 */
export const disabledAfter = { failures: 20, days: 5 } as const
