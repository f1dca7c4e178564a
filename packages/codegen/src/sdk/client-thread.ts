import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { clientTypes } from '../generate/openapi-typescript.ts'
import { banner } from '../generate/typescript.ts'
import type { OpenApi } from '../source/openapi.ts'
import { clientFiles } from './hey-api.ts'

/** The files for clients in TypeScript that are being generated, or will be. Disposing of it stops the thread. */
interface ClientGeneration extends AsyncDisposable {
  /** Returns the files of the client and the types of the contract: paths below the output folder, and contents. */
  files(): Promise<[string, string][]>
}

/**
 * The data of the thread (`client-worker.ts`). `text` is the document as JSON, which takes less time than a structured
 * clone.
 */
export interface ThreadData {
  text: string
  scratch: string
}

/** The length of a document, in characters of JSON, from which a thread saves more time than it needs to start. */
const largeMin = 2_000_000

/**
 * Starts to generate the client of a large document in a thread of its own, at the same time as the other files. A
 * thread loads the compiler again, in half a second: the client of another document is generated in this thread when
 * its files are requested.
 *
 * @param scratch a folder that the client generator may write to
 */
export function startClient(document: OpenApi, scratch: string): ClientGeneration {
  const text = JSON.stringify(document)
  if (text.length < largeMin) return { files: () => filesOf(document, scratch), async [Symbol.asyncDispose]() {} }
  const data: ThreadData = { text, scratch }
  const thread = new Worker(new URL('./client-worker.ts', import.meta.url), { workerData: data })
  const generated = once(thread, 'message')
  // The caller gets the error when it requests the files.
  generated.catch(() => {})
  return {
    files: async () => {
      const [files]: [string, string][][] = await generated
      return files ?? []
    },
    async [Symbol.asyncDispose]() {
      await thread.terminate()
    },
  }
}

/** The files of the client and the types of the contract: paths below the output folder, and contents. */
export async function filesOf(document: OpenApi, scratch: string): Promise<[string, string][]> {
  const client = await clientFiles(document, scratch)
  return [
    ...client.map(([path, text]): [string, string] => [`sdk/${path}`, text]),
    ['contract/client-types.ts', banner + (await clientTypes(document))],
  ]
}
