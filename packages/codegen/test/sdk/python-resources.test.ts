import { expect, test } from 'vitest'
import { pythonNotes, pythonResources } from '../../src/sdk/python-resources.ts'
import { resourceTree } from '../../src/sdk/resource-tree.ts'
import type { OpenApi } from '../../src/source/openapi.ts'

const description = 'A """quoted""" path \\ with a backslash.'
const document: OpenApi = {
  openapi: '3.1.0',
  info: { title: 'Cars', version: '7' },
  servers: [{ url: 'https://example.org/v1' }],
  components: {
    schemas: {
      Car: { type: 'object', properties: { id: { type: 'string' } } },
      CarList: { type: 'object', properties: { data: { type: 'array', items: { $ref: '#/components/schemas/Car' } } } },
    },
  },
  paths: {
    '/cars': {
      get: {
        operationId: 'listCars',
        tags: ['Cars'],
        summary: 'List cars',
        description,
        'x-pagination': { style: 'cursor', cursor: 'cursor', limit: 'limit', items: 'data', next: 'meta.next' },
        parameters: [
          { name: 'cursor', in: 'query', schema: { type: 'string' } },
          { name: 'from', in: 'query', schema: { type: 'string', format: 'date-time' } },
          { name: 'color', in: 'query', required: true, schema: { type: 'string', enum: ['red', 'blue'] } },
          { name: 'sold', in: 'query', schema: { type: 'boolean' } },
        ],
        responses: {
          200: {
            description: 'The cars.',
            content: { 'application/json': { schema: { $ref: '#/components/schemas/CarList' } } },
          },
        },
      },
    },
    '/cars/{carId}': {
      delete: {
        operationId: 'deleteCar',
        tags: ['Cars'],
        summary: 'Delete a car',
        parameters: [{ name: 'carId', in: 'path', required: true, schema: { type: 'string' } }],
        responses: { 204: { description: 'Deleted.' } },
      },
    },
  },
}

const module = pythonResources(document, resourceTree(document))

test('a list has its parameters by name, in the types of Python, and is read page by page', () => {
  expect(module).toContain(`class CarsResource:
    """Operations of \`\`cars\`\`."""

    def __init__(self, caller: SyncCaller) -> None:
        self._caller = caller

    def list(
        self,
        *,
        cursor: str | None = None,
        from_: datetime | str | None = None,
        color: Literal["red", "blue"],
        sold: bool | None = None,
        options: CallOptions | None = None,
    ) -> Page[models.CarList, models.Car]:`)
  expect(module).toContain('query={"cursor": cursor, "from": from_, "color": color, "sold": sold},')
  expect(module).toContain('    pagination=Pagination("cursor", "data", "meta.next"),')
})

test('an asynchronous list is not awaited, and every other asynchronous method is', () => {
  expect(module).toContain('class AsyncCarsResource:')
  expect(module).toContain('    ) -> AsyncList[models.CarList, models.Car]:')
  expect(module).toContain(`    async def delete(
        self,
        car_id: str,
        *,
        options: CallOptions | None = None,
    ) -> None:`)
  expect(module).toContain(`        return await self._caller.call(
            _DELETE_CAR,
            type(None),
            path={"carId": car_id},
            options=options,
        )`)
})

test('a description cannot end its docstring or be read as an escape', () => {
  expect(module).toContain("A '''quoted''' path \\\\ with a backslash.")
})

test('the same document is written in the same way', () => {
  expect(pythonResources(structuredClone(document), resourceTree(document))).toBe(module)
})

test('an operation with a parameter in a style that the client does not write has no method, and a note', () => {
  const parameter = (name: string, type: string, style = 'simple') => ({
    name,
    in: 'path' as const,
    required: true,
    style,
    schema: { type },
  })
  const operation = (operationId: string, ...parameters: ReturnType<typeof parameter>[]) => ({
    get: { operationId, parameters, responses: { 204: { description: 'Nothing.' } } },
  })
  const styled = {
    ...document,
    paths: {
      '/plain/{open}/{count}': operation('getPlain', parameter('open', 'boolean'), parameter('count', 'integer')),
      '/lists/{ids}': operation('getList', parameter('ids', 'array')),
      '/labels{name}': operation('getLabel', parameter('name', 'string', 'label')),
    },
  }
  const tree = resourceTree(styled)
  const written = pythonResources(styled, tree)
  expect(written).toContain('        open: bool,\n        count: int,\n')
  expect(written).not.toMatch(/_GET_LIST|_GET_LABEL/)
  expect(pythonNotes(tree)).toEqual([
    'The Python client has no method for operations whose parameters have a style that it does not write: getList, getLabel.',
  ])
  expect(pythonNotes(resourceTree(document))).toEqual([])
})
