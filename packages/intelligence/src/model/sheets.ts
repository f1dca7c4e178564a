/** A table of weights as a model file has it: each weight a byte, as a multiple of a step. */
export interface StoredSheet {
  step: number
  weights: string
}

export function openSheet({ step, weights }: StoredSheet): Float32Array {
  return Float32Array.from(
    new Int8Array(Uint8Array.from(Buffer.from(weights, 'base64')).buffer),
    (value) => value * step,
  )
}

export function storeSheet(sheet: Float32Array): StoredSheet {
  const largest = sheet.reduce((most, weight) => Math.max(most, Math.abs(weight)), 0)
  const step = Number((largest / 127).toPrecision(6)) || 1
  const steps = Int8Array.from(sheet, (weight) => Math.max(-127, Math.min(127, Math.round(weight / step))))
  return { step, weights: Buffer.from(steps.buffer).toString('base64') }
}
