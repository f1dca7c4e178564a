import { expect, test } from 'vitest'
import { shortened, withoutConsequences } from '../src/compiler-message.ts'

test('a message of the compiler ends with the sentence that names what does not fit', () => {
  const type = `'{ data: ${'{ id: string; } & '.repeat(20)}never; }'`
  const message = [
    `Type '() => void' is not assignable to type ${type}.`,
    `  Type ${type} is not assignable to type ${type}.`,
    "    Property 'reason' is missing in type 'Answer' but required in type 'Analysis'.",
  ].join('\n')
  const sentence = shortened(message)
  expect(sentence).toMatch(/^Type '\(\) => void' is not assignable to type .{1,100}\./)
  expect(sentence).toMatch(/ Property 'reason' is missing in type 'Answer' but required in type 'Analysis'\.$/)
})

test('a message of one sentence is not repeated', () => {
  expect(shortened("Cannot find name 'x'.")).toBe("Cannot find name 'x'.")
})

test('a parameter without a type is left out where its function has an error of its own, and reported elsewhere', () => {
  const error = (line: number, rule: string) => {
    return { file: 'reports.ts', line, column: 1, rule, severity: 'error', sentence: 'It does not fit.' } as const
  }
  const cause = error(71, 'TS2353')
  const elsewhere = error(80, 'TS7006')
  expect(withoutConsequences([cause, error(71, 'TS7031'), error(71, 'TS7006'), elsewhere])).toEqual([cause, elsewhere])
})
