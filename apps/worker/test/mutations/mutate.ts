import { registerHooks } from 'node:module'
import { readEnvironment } from '@svc/runtime/settings'
import { mutations } from './list.ts'

// Loaded before a test run. Changes one source module while it is loaded, without writing to any file.

const chosen = readEnvironment(import.meta.dirname).SVC_MUTATION
const mutation = mutations.find(({ name }) => name === chosen)
if (mutation === undefined) throw new Error('SVC_MUTATION is not the name of a mutation.')
const { file, find, replaceWith, name } = mutation

registerHooks({
  load(url, context, nextLoad) {
    const loaded = nextLoad(url, context)
    if (!url.endsWith(file)) return loaded
    const source = String(loaded.source)
    if (!source.includes(find))
      throw new Error(`The mutation "${name}" does not apply to ${file}: the code to replace was not found.`)
    return { ...loaded, source: source.replace(find, () => replaceWith) }
  },
})
