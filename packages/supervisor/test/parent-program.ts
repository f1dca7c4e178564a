import { join } from 'node:path'
import { startChildProgram } from '../src/child-program.ts'

// A parent for tests that will be killed: prints the lines of its child.
startChildProgram({
  source: join(import.meta.dirname, 'child-program.ts'),
  cwd: import.meta.dirname,
  env: {},
  onLine: (line) => void process.stdout.write(`${line}\n`),
})
