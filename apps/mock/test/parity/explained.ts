/** A difference between the service and the mock that is meant, with its reason. */
export interface Explained {
  difference: RegExp
  reason: string
}

export const explained: readonly Explained[] = [
  {
    difference: /^an unknown key: body\.error\.message/,
    reason: 'Somebody who tries the mock with a key of the service has to be told which keys it takes.',
  },
]
