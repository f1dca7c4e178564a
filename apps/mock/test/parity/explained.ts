/** An intended difference between the service and the mock, with its reason. */
interface Explained {
  difference: RegExp
  reason: string
}

export const explained: readonly Explained[] = [
  {
    difference: /^an unknown key: body\.error\.message/,
    reason: 'A developer who uses a key of the service with the mock needs to know which keys the mock accepts.',
  },
  {
    difference: /^(DELETE on a list|OPTIONS): header allow: POST, GET, mock GET$/,
    reason: 'The service also has the private operation createBusiness, which the mock leaves out: decision 0055.',
  },
]
