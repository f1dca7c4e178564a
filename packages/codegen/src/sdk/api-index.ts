import type { Method, Resource, ResourceTree } from './resource-tree.ts'

/** Writes api.md: every method with its function, its request and the type of its result. */
export function apiIndex({ title, version, resources }: ResourceTree): string {
  return `<!-- Written from the contract by \`npm run generate\`. -->

# ${title} ${version}

${resources.flatMap(sectionsOf).join('\n')}`
}

function sectionsOf({ path, methods, resources }: Resource): string[] {
  const rows = methods.map((method) => {
    const call = ['client', ...path, method.name].join('.')
    const request = `${method.httpMethod} ${method.path}`
    return `| \`${call}(${argumentsOf(method)})\` | \`${method.functionName}\` | \`${request}\` | \`${resultOf(method)}\` |\n`
  })
  const section = `## ${path.join('.')}\n\n| method | function | request | result |\n|---|---|---|---|\n${rows.join('')}`
  return [...(methods.length > 0 ? [section] : []), ...resources.flatMap(sectionsOf)]
}

function argumentsOf({ pathParameters, body, queryParameters }: Method): string {
  const args = pathParameters.map(({ argumentName }) => ({ name: argumentName, required: true }))
  if (body) args.push({ name: 'body', required: body.required })
  if (queryParameters.length > 0)
    args.push({ name: 'query', required: queryParameters.some(({ required }) => required) })
  args.sort((a, b) => Number(b.required) - Number(a.required))
  return [...args, { name: 'options', required: false }]
    .map(({ name, required }) => (required ? name : `${name}?`))
    .join(', ')
}

function resultOf({ response, pagination }: Method): string {
  const body = response === null ? 'void' : (response.schema ?? 'object')
  return pagination ? `List<${body}, ${pagination.itemSchema ?? 'object'}>` : `Call<${body}>`
}
