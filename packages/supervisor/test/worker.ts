import { serveRequests } from '../src/worker-process.ts'

export type WorkerRequest = 'pid' | 'fail' | 'exit' | 'progress'

serveRequests<WorkerRequest, number, string>((request, report) => {
  if (request === 'fail') throw new Error('The request failed.')
  if (request === 'exit') process.exit(4)
  if (request === 'progress') report('half')
  return process.pid
})
