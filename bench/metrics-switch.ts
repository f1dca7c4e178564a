// Loaded before the API: stops the counting of its metrics and starts it again when the benchmark requests it.

import { PerformanceObserver } from 'node:perf_hooks'
import { Counter, Gauge, Histogram } from 'prom-client'

/** The message of the benchmark. */
export interface SwitchMetrics {
  type: 'metrics'
  isOn: boolean
}

/** The response: how many observers of garbage collection were switched. */
export interface SwitchedMetrics {
  observers: number
}

let isOn = true

/** Replaces methods of a metric by ones that do nothing while metrics are off. */
function makeSwitchable(prototype: object, methods: readonly string[]): void {
  for (const method of methods) {
    const original = Reflect.get(prototype, method)
    Reflect.set(prototype, method, function (this: unknown, ...values: unknown[]) {
      if (isOn) Reflect.apply(original, this, values)
    })
  }
}

makeSwitchable(Counter.prototype, ['inc'])
makeSwitchable(Gauge.prototype, ['inc', 'dec', 'set'])
makeSwitchable(Histogram.prototype, ['observe'])

/** The observers of garbage collection, with the entries that each observes. */
const observers = new Map<PerformanceObserver, Parameters<PerformanceObserver['observe']>[0]>()
const observe = PerformanceObserver.prototype.observe
PerformanceObserver.prototype.observe = function (options) {
  observers.set(this, options)
  observe.call(this, options)
}

process.on('message', (message: SwitchMetrics | { type: 'usage' }) => {
  if (message.type !== 'metrics') return
  isOn = message.isOn
  for (const [observer, options] of observers) {
    if (isOn) observe.call(observer, options)
    else observer.disconnect()
  }
  process.send?.({ observers: observers.size } satisfies SwitchedMetrics)
})
