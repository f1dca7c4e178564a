import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import { startChildProgram } from '../src/child-program.ts'
import { startRestartingProgram } from '../src/restarting-program.ts'

function optionsFor(program: string) {
  const lines: string[] = []
  const source = join(import.meta.dirname, program)
  return { lines, source, cwd: import.meta.dirname, env: {}, onLine: (line: string) => void lines.push(line) }
}

const isAlive = (pid: number) => {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

async function until(condition: () => boolean): Promise<void> {
  while (!condition()) await sleep(20)
}

describe('a child program', () => {
  test('becomes ready, forwards its lines and stops on request', async () => {
    const options = optionsFor('child-program.ts')
    const program = startChildProgram(options)
    await program.ready
    await program.stop()
    expect(options.lines).toEqual([expect.stringMatching(/^pid \d+$/), 'stopping'])
    expect(await program.exited).toEqual({ reason: 'code 0' })
  })

  test('a program that ends before it is ready reports its exit code', async () => {
    expect(await startChildProgram(optionsFor('failing-program.ts')).exited).toEqual({ reason: 'code 3' })
  })

  test('a program without remaining work exits', async () => {
    const program = startChildProgram(optionsFor('finishing-program.ts'))
    expect(await program.exited).toEqual({ reason: 'code 0' })
    await program.ready
  })

  test('a program that cannot be started reports the reason', async () => {
    const { reason } = await startChildProgram({ ...optionsFor('child-program.ts'), cwd: '/nonexistent' }).exited
    expect(reason).toContain('nonexistent')
  })

  test('stops when its parent is killed', async () => {
    const parent = spawn(process.execPath, [join(import.meta.dirname, 'parent-program.ts')], {
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    const [line] = await once(createInterface(parent.stdout), 'line')
    const pid = Number(String(line).split(' ')[1])
    expect(isAlive(pid)).toBe(true)
    parent.kill('SIGKILL')
    await until(() => !isAlive(pid))
  })
})

describe('a restarting program', () => {
  const logger = { info: () => {}, error: () => {} }

  test('a restarting program that crashes is started again', async () => {
    const options = optionsFor('child-program.ts')
    const program = startRestartingProgram({ ...options, name: 'test', logger })
    await program.ready
    process.kill(Number(options.lines[0]?.split(' ')[1]), 'SIGKILL')
    await until(() => options.lines.length === 2)
    await program.stop()
    expect(options.lines[1]).not.toBe(options.lines[0])
  })

  test('a restarting program that ends before it is ready is an error', async () => {
    const { ready } = startRestartingProgram({ ...optionsFor('failing-program.ts'), name: 'test', logger })
    await expect(ready).rejects.toThrow('The test process could not start (code 3).')
  })
})
