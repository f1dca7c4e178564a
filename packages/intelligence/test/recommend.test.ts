import { describe, expect, test } from 'vitest'
import { correctPrior, type Mass } from '../src/analysis/score.ts'

const usual: Mass = { mention: 1000, positive: 700, negative: 200 }

describe('sums corrected for the bias toward the average business', () => {
  test('an average business is not corrected', () => {
    const { mention, positive, negative } = correctPrior({ mention: 50, positive: 35, negative: 10 }, usual)
    expect(mention).toBe(50)
    expect(positive).toBeCloseTo(35)
    expect(negative).toBeCloseTo(10)
  })

  test('more complaints than average are corrected upward, and so is more praise', () => {
    expect(correctPrior({ mention: 50, positive: 25, negative: 20 }, usual).negative).toBeGreaterThan(22)
    expect(correctPrior({ mention: 50, positive: 42, negative: 5 }, usual).negative).toBeLessThan(4.5)
  })

  test('fewer mentions are corrected less', () => {
    const correction = (mention: number) => {
      const mass = { mention, positive: 0.5 * mention, negative: 0.4 * mention }
      return correctPrior(mass, usual).negative / mention - 0.4
    }
    expect(correction(2)).toBeLessThan(correction(20))
    expect(correction(2)).toBeGreaterThan(0)
  })

  test.each<[string, Mass]>([
    ['nothing but praise', { mention: 30, positive: 30, negative: 0 }],
    ['nothing but complaints', { mention: 30, positive: 0, negative: 30 }],
    ['nothing clear', { mention: 30, positive: 0, negative: 0 }],
    ['no mentions', { mention: 0, positive: 0, negative: 0 }],
  ])('%s stays within the mentions', (_, mass) => {
    const { mention, positive, negative } = correctPrior(mass, usual)
    expect(mention).toBe(mass.mention)
    expect(Math.min(positive, negative)).toBeGreaterThanOrEqual(0)
    expect(positive + negative).toBeLessThanOrEqual(mention + 1e-9)
  })

  test('without others to compare with, nothing changes', () => {
    const alone: Mass = { mention: 12, positive: 3, negative: 8 }
    const { positive, negative } = correctPrior(alone, alone)
    expect(positive).toBeCloseTo(3)
    expect(negative).toBeCloseTo(8)
  })
})
