import { expect, test } from 'vitest'
import { defineCommand } from '../src/command.ts'
import { CommandError } from '../src/errors.ts'
import { portNumber } from '../src/parsers.ts'
import type { Program } from '../src/program.ts'
import { runForTest } from './testing.ts'

const copy = defineCommand({
  name: 'file copy',
  summary: 'Copy a file',
  description: `
    The first paragraph spans
    two source lines.`,
  arguments: [
    { name: 'SOURCE', description: 'The file' },
    { name: 'MODE', description: 'How', choices: ['fast', 'slow'] },
  ],
  options: {
    port: { value: 'N', parse: portNumber, default: '80', description: 'The port' },
    to: { value: 'DIR', multiple: true, description: 'Target' },
    owner: { value: 'NAME', required: true, description: 'Owner of the copy' },
    parts: { choices: ['head', 'body'], list: true, description: 'Parts' },
    force: { flag: true, description: 'Overwrite' },
  },
  examples: ['tool file copy a fast --owner me'],
  async run({ options, arguments: [source, mode] }) {
    const next: number = options.port + 1
    return { data: { source, mode, next, ...options }, text: `Copied ${source}.` }
  },
})
const fail = defineCommand({
  name: 'fail',
  summary: 'Fail',
  json: false,
  variadic: { name: 'WORD', description: 'Any word', optional: true },
  async run({ rest }): Promise<undefined> {
    if (rest.length > 0) throw new TypeError(rest.join(' '))
    throw new CommandError('It failed.')
  },
})
const tool: Program = { name: 'tool', summary: 'A tool for tests', commands: [copy, fail] }
const single: Program = { name: 'npm run copy --', summary: 'Copy', commands: copy }

test('a command receives typed values, defaults included', async () => {
  const { exitCode, stdout } = await runForTest(tool, 'file copy a fast --owner me --to x --to=y --parts body --json')
  expect(exitCode).toBe(0)
  expect(JSON.parse(stdout)).toEqual({
    source: 'a',
    mode: 'fast',
    next: 81,
    port: 80,
    to: ['x', 'y'],
    owner: 'me',
    parts: ['body'],
    force: false,
    json: true,
  })
  expect((await runForTest(single, 'a slow --owner me')).stdout).toBe('Copied a.\n')
})

test('all invalid values are reported together', async () => {
  const { exitCode, stderr } = await runForTest(tool, 'file copy a fsat more --port x --parts tail,body --to a')
  expect(exitCode).toBe(2)
  expect(stderr.split('\n')).toEqual([
    '--port must be a whole number from 0 to 65535, not "x".',
    'Missing option --owner NAME.',
    '--parts must list some of head, body, not "tail".',
    'MODE must be fast or slow, not "fsat". Did you mean fast?',
    'Unexpected argument "more".',
    'Run "tool file copy --help" for usage.',
    '',
  ])
})

test.each([
  ['file', 'Missing command after "tool file".'],
  ['fiel', 'Unknown command "fiel". Did you mean file?'],
  ['file cpoy', 'Unknown command "file cpoy". Did you mean file copy?'],
  ['--json file copy', 'Options come after the command: tool COMMAND --json.'],
  ['file copy a fast --onwer me', 'Unknown option "--onwer". Did you mean --owner?'],
  ['file copy a fast --owner', '--owner <NAME>" argument missing'],
  ['file copy a fast --owner --force', '--owner needs a value: --owner NAME.'],
  ['file copy a fast --owner me --owner you', '--owner is given more than once.'],
  ['fail --json', 'Unknown option \\"--json\\"'],
])('tool %s is a usage error', async (words, message) => {
  const { exitCode, stdout, stderr } = await runForTest(tool, words)
  expect(stderr).toContain(message)
  expect(exitCode).toBe(2)
  expect(stdout).toBe('')
})

test('a failure has exit code 1, with a stack trace only when no command expects it', async () => {
  expect(await runForTest(tool, 'fail')).toEqual({ exitCode: 1, stdout: '', stderr: 'It failed.\n' })
  const unexpected = await runForTest(tool, 'fail one two')
  expect(unexpected.exitCode).toBe(1)
  expect(unexpected.stderr).toMatch(/^TypeError: one two\n {4}at /)
  const explain = () => 'Explained.'
  expect((await runForTest({ ...tool, explain }, 'fail one')).stderr).toBe('Explained.\n')
})

test('help lists every command, or everything about one', async () => {
  const overview = await runForTest(tool, '')
  expect(overview).toEqual(await runForTest(tool, '--help'))
  expect(overview.stdout).toMatch(/ {2}file copy +Copy a file\n/)
  expect(overview.stdout).toContain('Exit codes: 0 success, 1 failure, 2 usage error.')

  const { stdout, exitCode } = await runForTest(tool, 'file copy --help')
  expect(exitCode).toBe(0)
  expect(stdout).toContain('Usage: tool file copy SOURCE MODE --owner NAME [options]')
  expect(stdout).toContain('The first paragraph spans two source lines.')
  expect(stdout).toMatch(/--port <N> +The port \(default: 80\)/)
  expect(stdout).toContain('Examples:\n  tool file copy a fast --owner me\n')
  expect((await runForTest(tool, 'help file copy')).stdout).toBe(stdout)
  expect((await runForTest(single, '--help')).stdout).toContain('Usage: npm run copy -- SOURCE MODE')
})
