// Drafts replies to the reviews in a JSON file: [{ "text", "rating", "author_name"? }, …]. Nothing is published: the
// drafts are printed for a person to approve, with everything that person should check first.

import { readFile } from 'node:fs/promises'
import { Client, QuotaExceededError, type ReviewToAnswer, SdkError } from '@svc/sdk'

// Errors of the client say what to do; anything else is a bug in this program.
process.on('uncaughtException', (error) => {
  process.stderr.write(`${error instanceof SdkError ? error.message : error.stack}\n`)
  process.exit(1)
})

const file = process.argv[2]
if (file === undefined) {
  process.stderr.write('usage: node draft-replies.ts REVIEWS.json\n')
  process.exit(2)
}
const reviews = await readFile(file, 'utf8')
  .then(readList)
  .catch(({ message }: Error) => {
    process.stderr.write(`${file} cannot be read as a list of reviews: ${message}\n`)
    process.exit(2)
  })

const client = new Client()
for (const [index, review] of reviews.entries()) {
  try {
    const tone = review.rating <= 2 ? 'apologetic' : 'warm'
    const { data: draft } = await client.reviewReplies.draft({ review, tone, length: 'short' })
    print(`## Review ${index + 1}: ${review.rating} stars`)
    print(`> ${(review.text ?? '(stars only)').replaceAll('\n', '\n> ')}`)
    print(draft.variants[0]?.text ?? '(no draft)')
    if (draft.warnings.length > 0) print(`Check before approving: ${draft.warnings.join(', ')}`)
  } catch (error) {
    if (!(error instanceof QuotaExceededError)) throw error
    print(`The quota ${error.quota} is used up; ${reviews.length - index} reviews wait for the next month.`)
    break
  }
}

/** The API validates each review; this program only checks that there is an array of them. */
function readList(text: string): ReviewToAnswer[] {
  const list: unknown = JSON.parse(text)
  const isList = Array.isArray(list) && list.every((review) => typeof review === 'object' && review !== null)
  if (!isList) throw new Error('it is not a JSON array of objects')
  return list
}

function print(paragraph: string): void {
  process.stdout.write(`${paragraph}\n\n`)
}
