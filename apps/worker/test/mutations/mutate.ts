import { registerHooks } from 'node:module'
import { readEnvironment } from '@svc/runtime/settings'
import { mutations } from './list.ts'

// Loaded before a test run: changes one source as it is read, on its way into the process; no file is touched.

const chosen = readEnvironment(import.meta.dirname).SVC_MUTATION
const mutation = mutations.find(({ name }) => name === chosen)
if (mutation === undefined) throw new Error('SVC_MUTATION names no mutation.')
const { file, find, replaceWith, name } = mutation

registerHooks({
  load(url, context, nextLoad) {
    const loaded = nextLoad(url, context)
    if (!url.endsWith(file)) return loaded
    const source = String(loaded.source)
    if (!source.includes(find)) throw new Error(`"${name}" finds nothing to change in ${file}.`)
    return { ...loaded, source: source.replace(find, () => replaceWith) }
  },
})
