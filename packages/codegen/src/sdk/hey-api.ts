import { readdir, readFile } from 'node:fs/promises'
import { join, relative, sep } from 'node:path'
import { banner } from '../generate/typescript.ts'
import { copyOf, type OpenApi } from '../source/openapi.ts'
import { apiIndex } from './api-index.ts'
import { methodsOf, resourceTree } from './resource-tree.ts'

/** The interface between the generated modules and the hand-written code of the client. */
const runtimeTemplate = new URL('../../templates/runtime.ts', import.meta.url)

/** Writes parameters with a style. Only clients that have such parameters get it. */
const stylesTemplate = new URL('../../templates/styles.ts', import.meta.url)

/** The types of the platform that the generated types refer to: a component cannot have their names. */
const globalTypes: ReadonlySet<string> = new Set(['Array', 'Blob', 'Date', 'File', 'Record'])

/**
 * Generates the client with hey-api: types, operations, functions, resources and events. Also generates the resource
 * tree as JSON and an index of all methods.
 *
 * @param scratch a folder that the client generator may write to
 *
 * @returns the paths and contents of the files
 */
export async function clientFiles(document: OpenApi, scratch: string): Promise<[string, string][]> {
  // Loads the TypeScript compiler, so it is imported only when it is needed.
  const [{ createClient }, { clientPlugin }] = await Promise.all([
    import('@hey-api/openapi-ts'),
    import('./client-plugin.ts'),
  ])
  const folder = join(scratch, 'sdk')
  const tree = resourceTree(document)
  const make = (level: 'silent' | 'info') =>
    createClient({
      input: { ...copyOf(document) },
      output: {
        path: folder,
        entryFile: false,
        fileName: { suffix: null },
        header: banner.trimEnd(),
        module: { extension: '.ts' },
        tsConfigPath: null,
      },
      plugins: [
        {
          name: '@hey-api/typescript',
          definitions: { name: (name) => (globalTypes.has(name) ? `${name}Schema` : name) },
        },
        clientPlugin({ tree }),
      ],
      logs: { level, file: false },
    })
  if ((await make('silent').catch(rethrowCause)).length === 0) {
    // hey-api reports an error only when it is not silent.
    await make('info')
    throw new Error('The client generator failed on this document; the reason is printed above.')
  }
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const files: [string, string][] = [
    ['runtime.ts', `${banner}\n${await readFile(runtimeTemplate, 'utf8')}`],
    ['resources.json', `${JSON.stringify(tree, null, 2)}\n`],
    ['api.md', apiIndex(tree)],
  ]
  const hasStyles = methodsOf(tree.resources).some(({ pathParameters, queryParameters }) =>
    [...pathParameters, ...queryParameters].some(({ style }) => style !== undefined),
  )
  if (hasStyles) files.push(['styles.ts', `${banner}\n${await readFile(stylesTemplate, 'utf8')}`])
  for (const entry of entries) {
    if (!entry.isFile()) continue
    const file = join(entry.parentPath, entry.name)
    files.push([relative(folder, file).split(sep).join('/'), await readFile(file, 'utf8')])
  }
  return files
}

/**
 * hey-api puts the error of a generator into one without a message.
 *
 * @throws Error with the message of the generator's error, which is its cause
 */
function rethrowCause(error: unknown): never {
  const { originalError }: { originalError?: { error?: unknown } } = Object(error)
  const cause = originalError?.error ?? error
  const reason = cause instanceof Error ? cause.message : String(cause)
  throw new Error(`The client generator failed on this document: ${reason}`, { cause })
}
