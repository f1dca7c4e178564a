import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { parse } from 'yaml'
import { root } from './command.ts'

interface Workflow {
  jobs: { test: { steps: { name?: string; run?: string }[] } }
}

function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'commit-messages-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  return folder
}

/** Runs the hook as Git does, with the path of a file that has the message. */
function check(message: string) {
  const file = join(temporaryFolder(), 'COMMIT_EDITMSG')
  writeFileSync(file, message)
  const { status, stderr } = spawnSync(join(root, '.githooks/commit-msg'), [file], { encoding: 'utf8' })
  return { status, stderr }
}

/** A repository with a commit for each message, and a function that runs the step of CI over the last commits. */
function repositoryOf(messages: readonly string[]) {
  const folder = temporaryFolder()
  const home = temporaryFolder()
  const identity = ['AUTHOR', 'COMMITTER'].flatMap((of) => [
    [`GIT_${of}_NAME`, 'Anna'],
    [`GIT_${of}_EMAIL`, 'anna@example.com'],
  ])
  const env = { ...process.env, HOME: home, GIT_CONFIG_GLOBAL: '/dev/null', ...Object.fromEntries(identity) }
  const git = (...args: string[]) => {
    const { status, stderr } = spawnSync('git', args, { cwd: folder, env, encoding: 'utf8' })
    if (status !== 0) throw new Error(stderr)
  }
  git('init', '-q')
  symlinkSync(join(root, '.githooks'), join(folder, '.githooks'))
  for (const message of messages) git('commit', '-q', '--allow-empty', '--no-verify', '-m', message)
  const workflow: Workflow = parse(readFileSync(join(root, '.github/workflows/ci.yml'), 'utf8'))
  const step = workflow.jobs.test.steps.find(({ name }) => name === 'Commit messages')?.run ?? 'exit 9'
  return {
    git,
    checkFrom: (base: string) =>
      spawnSync('sh', ['-e', '-c', step], { cwd: folder, env: { ...env, BASE: base, HEAD: 'HEAD' }, encoding: 'utf8' }),
  }
}

const longest = `Add ${'ü'.repeat(68)}`

test.each([
  ['a subject alone', 'Split the tests of deliveries\n'],
  ['a subject of 72 characters that are not ASCII', longest],
  ['a body after a blank line', 'Split the tests\n\nOne file had 727 lines.\nIt has eight parts.'],
  ['comments of the editor', '# Please enter the message\n\nSplit the tests\n# On branch main\n\nThe reason.'],
  ['the message that Git writes for a merge', `Merge branch '${'x'.repeat(80)}' into main`],
])('a commit message with %s is accepted', (_, message) => {
  expect(check(message)).toEqual({ status: 0, stderr: '' })
})

test.each([
  ['without a subject', '\n# On branch main\n', 'it has no subject'],
  ['with a subject of 73 characters', `${longest}x`, 'its subject has 73 characters'],
  ['that begins with a lower-case letter', 'split the tests', 'does not begin with a capital letter'],
  ['that begins with a space', ' Split the tests', 'does not begin with a capital letter'],
  ['with a period after the subject', 'Split the tests.', 'ends with a period'],
  ['with a body directly below the subject', 'Split the tests\nOne file had 727 lines.', 'second line is not blank'],
])('a commit message %s is refused, and the reason is printed', (_, message, reason) => {
  expect(check(message)).toMatchObject({ status: 1, stderr: expect.stringContaining(reason) })
})

test('git refuses a commit with such a message once the hooks of the repository are switched on', () => {
  const { git } = repositoryOf(['Begin'])
  git('config', 'core.hooksPath', '.githooks')
  git('commit', '-q', '--allow-empty', '-m', 'Add a file')
  expect(() => git('commit', '-q', '--allow-empty', '-m', 'added a file')).toThrow('capital letter')
})

test('CI fails for a pull request if one of its commits has such a message, and ignores earlier commits', () => {
  const { checkFrom } = repositoryOf(['begun.', 'Add a file', 'added another file', 'Remove both files'])
  expect(checkFrom('HEAD~3')).toMatchObject({ status: 1, stderr: expect.stringContaining('added another file') })
  expect(checkFrom('HEAD~1')).toMatchObject({ status: 0, stderr: '' })
})
