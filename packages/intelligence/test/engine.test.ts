import { expect, test } from 'vitest'
import { compareToEngine, embeddedEngine } from '../src/engine.ts'

test('versions are compared by their numbers, not by their letters', () => {
  const [major = 0, minor = 0, patch = 0] = embeddedEngine.version.split('.').map(Number)
  expect(compareToEngine(embeddedEngine.version)).toBe(0)
  for (const older of [`${major - 1}.99.99`, `${major}.${minor - 1}.99`, 'test', '', `${major}.${minor}`])
    expect(compareToEngine(older)).toBeLessThan(0)
  for (const newer of [`${major + 10}.0.0`, `${major}.${minor + 10}.0`, `${major}.${minor}.${patch + 1}`])
    expect(compareToEngine(newer)).toBeGreaterThan(0)
})
