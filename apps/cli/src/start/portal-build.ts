import { execa } from 'execa'
import { repository } from '../repository.ts'

/**
 * Builds the pages of the portal; turbo keeps the result until they change. Throws an error with the output of the
 * build when it fails. An installation for production has them built already.
 */
export async function buildPortal(): Promise<void> {
  const words = ['run', 'build', '--filter=@svc/portal', '--output-logs=errors-only']
  const { failed, all } = await execa('turbo', words, {
    cwd: repository,
    preferLocal: true,
    localDir: repository,
    all: true,
    reject: false,
  })
  if (failed) throw new Error(`The portal could not be built.\n${all}`)
}
