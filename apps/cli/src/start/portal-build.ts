import { execa } from 'execa'
import { repository } from '../repository.ts'

/**
 * Builds the pages of the portal. turbo caches the result until the pages change. If the build fails, throws an error
 * with its output. An installation for production already has the built pages.
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
