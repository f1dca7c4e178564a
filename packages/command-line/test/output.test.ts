import { styleText } from 'node:util'
import { expect, test } from 'vitest'
import { defineCommand } from '../src/command.ts'
import { CommandError } from '../src/errors.ts'
import { guardOutput } from '../src/output.ts'
import type { Program } from '../src/program.ts'
import { createProgress } from '../src/progress.ts'
import { runForTest } from './testing.ts'

/**
 * Control sequences of a hostile file: clear the screen, set the title, an 8-bit CSI, a carriage return, reversed text.
 */
const hostile = 'a\u001b[2J\u001b]0;title\u0007\u009b31m\rb\u0008\u007f\u202ec\0'
const shown = 'a\\u001b[2J\\u001b]0;title\\u0007\\u009b31m\\u000db\\u0008\\u007f\\u202ec\\u0000'

const show = defineCommand({
  name: 'show',
  summary: 'Show',
  async run(_, { stdout, stderr }) {
    stdout.write(`${hostile}\n`)
    createProgress(stderr).note(hostile)
    return { data: { hostile }, text: hostile }
  },
})
const fail = defineCommand({
  name: 'fail',
  summary: 'Fail',
  async run(): Promise<undefined> {
    throw new CommandError(hostile)
  },
})
const program: Program = { name: 'tool', summary: 'A tool for tests', commands: [show, fail] }

test('control characters are always printed as escapes', async () => {
  expect(await runForTest(program, 'show')).toEqual({
    exitCode: 0,
    stdout: `${shown}\n${shown}\n`,
    stderr: `${shown}\n`,
  })
  expect((await runForTest(program, 'fail')).stderr).toBe(`${shown}\n`)
  expect((await runForTest(program, ['show', hostile])).stderr).toContain(shown)
})

test('JSON stays the same data', async () => {
  const { stdout } = await runForTest(program, 'show --json')
  const [, ...json] = stdout.split('\n')
  expect(stdout).not.toMatch(/(?!\n)[\p{Cc}\u202e]/u)
  expect(JSON.parse(json.join('\n'))).toEqual({ hostile })
})

test('tabs, line breaks and letters of any language are printed unchanged', () => {
  let printed = ''
  guardOutput({ write: (text) => (printed += text) }).write('a\tb\nÀ ß 中 🙂 …\n')
  expect(printed).toBe('a\tb\nÀ ß 中 🙂 …\n')
})

test('colored text keeps its colors and nothing else', () => {
  let printed = ''
  const output = guardOutput({ write: (text) => (printed += text) })
  const red = styleText(['red', 'bold'], 'stop', { validateStream: false })
  output.writeColored(`${red} ${styleText('dim', hostile, { validateStream: false })} \u001b[8mhidden`)
  expect(printed).toBe(`${red} ${styleText('dim', shown, { validateStream: false })} \\u001b[8mhidden`)
})
