import { mediaOf, responseFor } from '@svc/http/document'
import { resolveNode } from '@svc/http/references'
import { isRecord } from '@svc/runtime/json'
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'

type Validate = (schema: unknown, value: unknown) => boolean

const validators = new WeakMap<object, Validate>()

/** Whether a value matches a schema of a document. A schema that no validator accepts permits every value. */
export function isValid(document: object, schema: unknown, value: unknown): boolean {
  const validate = validators.get(document) ?? createValidate(document)
  validators.set(document, validate)
  return validate(schema, value)
}

function createValidate(document: object): Validate {
  const ajv = new Ajv2020({ strict: false, logger: false, validateSchema: false })
  addFormats.default(ajv)
  ajv.addSchema(document, 'document')
  const compiled = new WeakMap<object, ValidateFunction | undefined>()

  function compile(schema: object): ValidateFunction | undefined {
    try {
      return ajv.compile(JSON.parse(JSON.stringify(schema).replaceAll('"$ref":"#/', '"$ref":"document#/')))
    } catch {
      // A mistake of the document, such as an invalid pattern: `svc-spec lint` reports it.
      return undefined
    }
  }

  return (schema, value) => {
    if (!isRecord(schema)) return true
    if (!compiled.has(schema)) compiled.set(schema, compile(schema))
    return compiled.get(schema)?.(value) ?? true
  }
}

/** The first example of the JSON body of a response that matches its schema, as the document has it. */
export function validExample(
  document: object,
  response: Parameters<typeof responseFor>[0],
  status: number,
): { body: unknown } | undefined {
  const part = responseFor(response, status)
  const [media] = mediaOf(document, part)
  const { example, examples } = resolveNode(document, resolveNode(document, part?.content)[media?.type ?? ''])
  const named = Object.values(isRecord(examples) ? examples : {}).map((one) => resolveNode(document, one).value)
  const body = [example, ...named].find((one) => one !== undefined && isValid(document, media?.schema, one))
  return body === undefined ? undefined : { body }
}
