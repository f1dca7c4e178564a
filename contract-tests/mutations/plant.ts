import { registerHooks } from 'node:module'
import { readEnvironment } from '@svc/runtime/settings'
import { sourceBugs } from './source-bugs.ts'

// Loaded before the API process. Changes one source module while it is loaded, without writing to any file.

const planted = readEnvironment(import.meta.dirname).SVC_PLANTED_BUG
const bug = sourceBugs.find(({ name }) => name === planted)
if (bug === undefined) throw new Error('SVC_PLANTED_BUG is not the name of a bug.')
const { file, find, replaceWith, name } = bug

registerHooks({
  load(url, context, nextLoad) {
    const loaded = nextLoad(url, context)
    if (!url.endsWith(file)) return loaded
    const parts = String(loaded.source).split(find)
    if (parts.length !== 2) throw new Error(`"${name}" does not apply: ${file} has its code ${parts.length - 1} times.`)
    return { ...loaded, source: parts.join(replaceWith) }
  },
})
