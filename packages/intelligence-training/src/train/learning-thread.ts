import { parentPort, workerData } from 'node:worker_threads'
import type { LearnedPart, LearningTask } from './learning.ts'
import { fit } from './logistic.ts'
import { fitWindows } from './windows.ts'

// A thread that learns one part of a reader.

const { words, windows }: LearningTask = workerData
const learned: LearnedPart = { words: words && fit(words), windows: fitWindows(windows) }
parentPort?.postMessage(learned)
