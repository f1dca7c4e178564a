import { type ClientName, clientNames, identifier } from '@svc/codegen/sdk/resource-names'
import { type ContractDocument, child, children, follow } from '@svc/codegen/source/document'
import { methods, type OpenApi } from '@svc/codegen/source/openapi'

/** The names of the operations of a document in the client and the tools. */
interface Outline {
  /** By operationId. */
  operations: Map<string, OperationNames>
}

export interface OperationNames {
  /** The call in a program: `client.webhooks.deliveries.list`; null in a document without a client. */
  method: string | null
  /** Method and path. */
  route: string
  /** The Model Context Protocol tool (`x-mcp-tool`); null when it is not one. */
  tool: string | null
}

/**
 * Reads only names, so that it works with an incomplete document.
 *
 * @param hasClient whether a client is generated from the document
 */
export function outlineOf(document: ContractDocument, hasClient: boolean): Outline {
  const found = operationsIn(document)
  const paths: OpenApi['paths'] = {}
  for (const { path, method, operationId, tag } of found) {
    paths[path] = { ...paths[path], [method]: { operationId, tags: tag === undefined ? [] : [tag] } }
  }
  const names = clientNames({ openapi: '3.1.0', info: { title: '', version: '' }, paths })
  return {
    operations: new Map(
      found.map(({ operationId, tool, method, path }) => [
        operationId,
        {
          method: hasClient ? inProgram(names.get(identifier(operationId)), operationId) : null,
          route: `${method} ${path}`,
          tool,
        },
      ]),
    ),
  }
}

function operationsIn(document: ContractDocument) {
  return children(child(document.root, 'paths')).flatMap(([path, reference]) => {
    const item = follow(document, reference)
    return methods.flatMap((method) => {
      const operation = follow(document, child(item, method))
      const operationId = child(operation, 'operationId')?.value
      if (typeof operationId !== 'string') return []
      const [tag] = children(child(operation, 'tags')).map(([, { value }]) => value)
      const tool = child(child(operation, 'x-mcp-tool'), 'name')?.value
      return [
        {
          path,
          method,
          operationId,
          tag: typeof tag === 'string' ? tag : undefined,
          tool: typeof tool === 'string' ? tool : null,
        },
      ]
    })
  })
}

function inProgram(name: ClientName | undefined, operationId: string): string {
  return ['client', ...(name?.namespace ?? []), name?.method ?? operationId].join('.')
}
