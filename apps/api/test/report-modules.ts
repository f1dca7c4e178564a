import { registerHooks } from 'node:module'

// Loaded before a program: reports each module of OpenTelemetry that a module of another package imports.

registerHooks({
  resolve(specifier, context, next) {
    const resolved = next(specifier, context)
    const isImported = resolved.url.includes('/@opentelemetry/') && !context.parentURL?.includes('/@opentelemetry/')
    if (isImported) process.send?.({ type: 'module', specifier, importer: context.parentURL })
    return resolved
  },
})
