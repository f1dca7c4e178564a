// The program of the thread that generates the client of a large document (`client-thread.ts`).

import { parentPort, workerData } from 'node:worker_threads'
import { filesOf, type ThreadData } from './client-thread.ts'

const { text, scratch }: ThreadData = workerData
parentPort?.postMessage(await filesOf(JSON.parse(text), scratch))
