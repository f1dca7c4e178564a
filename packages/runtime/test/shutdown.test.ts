import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'

/** Runs the process, calls `act` when it prints a line that contains `when`, and returns how it ended. */
async function run(
  behavior: string,
  reactions: [when: string, act: (kill: (signal: NodeJS.Signals) => void) => void][],
  program = 'shutdown-process.ts',
) {
  const child = spawn(process.execPath, [join(import.meta.dirname, program), behavior], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let output = ''
  const pending = [...reactions]
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    output += text
    while (pending[0] && output.includes(pending[0][0])) pending.shift()?.[1]((signal) => child.kill(signal))
  })
  const [code] = await once(child, 'close')
  return { code, output }
}

test.each(['SIGINT', 'SIGTERM', 'SIGHUP'] as const)(
  '%s runs every step, the last registered first, and ends with 0',
  async (signal) => {
    const { code, output } = await run('quick', [['ready', (kill) => kill(signal)]])
    expect(code).toBe(0)
    expect(output).toMatch(/"reason":"SIG[\s\S]*did first[\s\S]*did third[\s\S]*"msg":"Stopped"/)
  },
)

test('a failed step does not keep the later ones from running, and ends with 1', async () => {
  const { code, output } = await run('failing', [['ready', (kill) => kill('SIGTERM')]])
  expect(code).toBe(1)
  expect(output).toMatch(/The second step failed[\s\S]*did third/)
})

test('a second signal ends a stuck shutdown immediately', async () => {
  const { code, output } = await run('stuck', [
    ['ready', (kill) => kill('SIGTERM')],
    // Within a second it counts as the same wish: npm passes on the Ctrl-C that the terminal has sent to everybody.
    ['did first', (kill) => setTimeout(kill, 1_100, 'SIGTERM')],
  ])
  expect(code).toBe(1)
  expect(output).toMatch(/Second request to stop/)
  expect(output).not.toContain('did third')
})

test('a Ctrl-C that arrives twice does not interrupt the shutdown', async () => {
  const { code, output } = await run('quick', [
    [
      'ready',
      (kill) => {
        kill('SIGINT')
        kill('SIGINT')
      },
    ],
  ])
  expect(code).toBe(0)
  expect(output).toContain('did third')
})

test('an unhandled error during the shutdown is logged, and the later steps still run', async () => {
  const { code, output } = await run('troubled', [['ready', (kill) => kill('SIGTERM')]])
  expect(code).toBe(1)
  expect(output).toMatch(/This is not awaited[\s\S]*did third/)
})

test('the deadline ends a stuck shutdown, and the log names the step', async () => {
  const { code, output } = await run('late', [['ready', (kill) => kill('SIGTERM')]])
  expect(code).toBe(1)
  expect(output).toMatch(/"step":"second"[^\n]*Shutdown timed out/)
})

test.each(['uncaught', 'unhandled'])(
  'an %s error is logged, the steps run, and the process exits with 1',
  async (behavior) => {
    const { code, output } = await run(behavior, [])
    expect(code).toBe(1)
    expect(output).toMatch(/"level":"fatal"[\s\S]*This is not (expected|awaited)[\s\S]*did first[\s\S]*did third/)
  },
)

describe('a signal during the start', () => {
  const stopped = (behavior: string) => run(behavior, [['ready', (kill) => kill('SIGTERM')]], 'starting-process.ts')

  test('closes what was opened, and ends with 0 although the start fails because of it', async () => {
    const { code, output } = await stopped('fails')
    expect(code).toBe(0)
    expect(output).toMatch(/closed second\nclosed first\n[\s\S]*"msg":"Stopped"/)
    expect(output).not.toMatch(/"level":"fatal"|The start failed/)
  })

  test('ends a start that goes on at its next step, which runs as well', async () => {
    const { code, output } = await stopped('goes on')
    expect(code).toBe(0)
    expect(output).toMatch(/closed second\nclosed third\nclosed first\n/)
    expect(output).not.toContain('went on')
  })
})
