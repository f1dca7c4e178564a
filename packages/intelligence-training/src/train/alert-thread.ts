import { parentPort, workerData } from 'node:worker_threads'
import type { WindowWeights } from '@svc/intelligence/model/alert-windows'
import { fit, type LogisticTask, type LogisticWeights } from './logistic.ts'
import { fitWindows, type WindowsTask } from './windows.ts'

// A thread that learns one part of the reader of alerts.

export interface AlertTask {
  words: LogisticTask | null
  windows: WindowsTask
}

export interface LearnedPart {
  words: LogisticWeights | null
  windows: WindowWeights
}

const { words, windows }: AlertTask = workerData
const learned: LearnedPart = { words: words && fit(words), windows: fitWindows(windows) }
parentPort?.postMessage(learned)
