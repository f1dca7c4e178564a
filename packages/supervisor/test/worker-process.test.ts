import { afterEach, expect, test } from 'vitest'
import { createWorkerProcess } from '../src/worker-process.ts'
import type { WorkerRequest } from './worker.ts'

const worker = createWorkerProcess<WorkerRequest, number, string>(new URL('worker.ts', import.meta.url))
afterEach(() => worker.stop())

test('one process serves all requests and reports progress', async () => {
  const progress: string[] = []
  const first = await worker.request('pid')
  expect(await worker.request('progress', (report) => progress.push(report))).toBe(first)
  expect(progress).toEqual(['half'])
})

test('the error of a request rejects it, and the worker serves the next one', async () => {
  const pid = await worker.request('pid')
  await expect(worker.request('fail')).rejects.toThrow('The request failed.')
  expect(await worker.request('pid')).toBe(pid)
})

test('a worker that ends rejects its pending requests, and the next request starts a new one', async () => {
  const pid = await worker.request('pid')
  await expect(worker.request('exit')).rejects.toThrow('The worker process ended before it responded (code 4).')
  expect(await worker.request('pid')).not.toBe(pid)
})

test('a restart lets pending requests finish', async () => {
  const pending = worker.request('pid')
  worker.restart()
  expect(await worker.request('pid')).not.toBe(await pending)
})

test('a worker with a limit is replaced after that many requests', async () => {
  const limited = createWorkerProcess<WorkerRequest, number, string>(new URL('worker.ts', import.meta.url), {
    requestsMax: 2,
  })
  const pids = [await limited.request('pid'), await limited.request('pid'), await limited.request('pid')]
  expect([pids[1] === pids[0], pids[2] === pids[0]]).toEqual([true, false])
  await limited.stop()
})
