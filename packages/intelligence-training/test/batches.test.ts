import { expect, test } from 'vitest'
import { hashOfCorpus } from '../src/train/corpus.ts'
import { parseBatch } from '../src/train/examples.ts'

const line = 'quality+\tThe lasagne was gorgeous.\n'

test.each([
  ['yes', true],
  ['no', false],
])('"# selected: %s" on the first line declares a batch', (declared, selected) => {
  const [sentence] = parseBatch('restaurant-01-a.tsv', `# selected: ${declared}\n# A guest\n${line}`)
  expect(sentence).toMatchObject({ trade: 'restaurant', batch: 'restaurant-01-a', selected })
})

test('a restaurant batch without the declaration is refused', () => {
  const expected = /restaurant-01-a\.tsv, line 1: the first line .* must be "# selected: yes" or "# selected: no"/
  expect(() => parseBatch('restaurant-01-a.tsv', `# A guest\n${line}`)).toThrow(expected)
  expect(() => parseBatch('restaurant-01-a.tsv', `# selected: maybe\n${line}`)).toThrow(expected)
})

test('batches of other trades do not declare themselves', () => {
  expect(parseBatch('hotel-01-a.tsv', line)).toMatchObject([{ trade: 'hotel', selected: false }])
  expect(() => parseBatch('hotel-01-a.tsv', `# selected: yes\n${line}`)).toThrow(/only batches about restaurants/)
})

test('the hash of the corpus depends on what is read, not on comments', () => {
  const hashOf = (content: string) => hashOfCorpus(parseBatch('restaurant-01-a.tsv', content))
  const hash = hashOf(`# selected: no\n${line}`)
  expect(hashOf(`# selected: no\n# A guest\n\n${line}`)).toBe(hash)
  expect(hashOf(`# selected: yes\n${line}`)).not.toBe(hash)
  expect(hashOf(`# selected: no\n${line.replace('+', '-')}`)).not.toBe(hash)
})
