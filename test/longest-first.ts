import { existsSync } from 'node:fs'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { root } from './command.ts'

/**
 * The test files that take longest, the longest first. Vitest knows how long a file took only after its first run, and
 * starts with large files before that: a long one that is small would run alone at the end.
 */
const longest = [
  'apps/dev/test/dev.test.ts',
  'apps/cli/test/start.test.ts',
  'packages/local-postgres/test/local-postgres.test.ts',
  'packages/sdk/test/examples.test.ts',
  'test/recipe.test.ts',
  'apps/mock/test/parity/parity.test.ts',
  'docs/test/samples.test.ts',
  'apps/worker/test/faults.test.ts',
  'apps/api/test/outage.test.ts',
  'packages/intelligence-training/test/training.test.ts',
  'packages/codegen/test/generate/output.test.ts',
].map((path) => root + path)

const missing = longest.filter((path) => !existsSync(path))
if (missing.length > 0) throw new Error(`test/longest-first.ts names files that do not exist: ${missing.join(', ')}`)

/** Starts the longest files first, so that all processes end at about the same time. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ moduleId, project }: TestSpecification) => {
      const index = longest.indexOf(moduleId)
      // A process that files share ends when the next file wants one of its own: those come first.
      const after = project.config.isolate ? 0 : longest.length + 1
      return after + (index === -1 ? longest.length : index)
    }
    return (await super.sort(files)).sort((a, b) => rank(a) - rank(b))
  }
}
