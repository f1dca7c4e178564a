import { type Edit, fields, type Json, operation, parameter, remove, responses, schemas, webhook } from './edits.ts'

const judged =
  (expected: Edit['expected']) =>
  (where: Edit['where'], of: Edit['of'], edits: Record<string, (document: Json) => void>): Edit[] =>
    Object.entries(edits).map(([name, edit]) => ({ name, where, of, expected, edit }))
const safe = judged('safe')
const risky = judged('risky')

/** Edits that do not affect a client of the old contract, or only some clients. */
export const harmlessEdits: Edit[] = [
  ...safe('request', 'lending', {
    'an optional field is new': (d) => (fields(d, 'NewLoan').purpose = { type: 'string' }),
    'a required field becomes optional': (d) => remove(schemas(d).NewLoan.required, 'member'),
    'integer becomes number': (d) => (fields(d, 'NewLoan').weeks.type = 'number'),
    'null is taken as well': (d) =>
      (fields(d, 'NewLoan').channel = { type: ['string', 'null'], enum: ['desk', 'web', 'post', null] }),
    'a longest length grows': (d) => (fields(d, 'NewLoan').item_id.maxLength = 80),
    'a bound was removed': (d) => delete fields(d, 'NewLoan').weeks.maximum,
    'a pattern is widened': (d) => (fields(d, 'NewLoan').pin.pattern = '^[0-9]{4,8}$'),
    'a pattern is written otherwise': (d) => (fields(d, 'NewLoan').pin.pattern = '^\\d{4,6}$'),
    'a format was removed': (d) => delete fields(d, 'NewLoan').callback_url.format,
    'an enum value is new': (d) => fields(d, 'NewLoan').channel.enum.push('phone'),
    'an enum was removed': (d) => delete fields(d, 'NewLoan').channel.enum,
    'a longest length is new that no listed value exceeds': (d) => (fields(d, 'NewLoan').channel.maxLength = 4),
    'a type that the keywords imply is left out': (d) => delete schemas(d).NewLoan.type,
    'a branch of a union is new': (d) => fields(d, 'NewLoan').contact.oneOf.push({ type: 'boolean' }),
    'no item has to fit a schema': (d) => (fields(d, 'NewLoan').shelves.minContains = 0),
    'a value of an extensible list is new': (d) => fields(d, 'NewLoan').genre['x-extensible-enum'].push('play'),
    'a parameter becomes a list that is written by repeating it': (d) =>
      (parameter(d, '/loans', 'get', 'sort').schema = {
        type: 'array',
        items: parameter(d, '/loans', 'get', 'sort').schema,
      }),
    'a parameter becomes a list or null, and is written as before': (d) =>
      (parameter(d, '/loans', 'get', 'sort').schema = {
        type: ['array', 'null'],
        items: parameter(d, '/loans', 'get', 'sort').schema,
      }),
    'the text of a numeric parameter can be any text': (d) =>
      (parameter(d, '/loans', 'get', 'limit').schema.type = 'string'),
    'a field ends later': (d) => (fields(d, 'NewLoan').pin['x-sunset'] = '2027-12-31'),
    'a parameter is no longer deprecated and does not end': (d) => {
      delete parameter(d, '/loans', 'get', 'area').deprecated
      delete parameter(d, '/loans', 'get', 'area')['x-sunset']
    },
    'a multiple gets finer': (d) => (fields(d, 'NewLoan').rate.multipleOf = 0.25),
    'a required body becomes optional': (d) => delete operation(d, '/loans', 'post').requestBody.required,
    'a content type of the body is new': (d) =>
      (operation(d, '/loans', 'post').requestBody.content['application/merge-patch+json'] = {
        schema: { type: 'object' },
      }),
    'an optional parameter is new': (d) =>
      operation(d, '/loans', 'get').parameters.push({ name: 'branch', in: 'query', schema: { type: 'string' } }),
    'a required parameter becomes optional': (d) => (parameter(d, '/loans', 'get', 'X-Branch').required = false),
    'a header parameter is written in other letters': (d) =>
      (parameter(d, '/loans', 'get', 'X-Branch').name = 'x-branch'),
    'the style of a single value is spelt out': (d) =>
      Object.assign(parameter(d, '/loans', 'get', 'sort'), { style: 'form', explode: true }),
    'a credential is taken as well': (d) => operation(d, '/loans', 'post').security.push({ card: [], oauth2: [] }),
    'a scope is no longer needed': (d) => (operation(d, '/loans', 'post').security[1].oauth2 = []),
    'a property that callers never send is removed': (d) => delete fields(d, 'NewLoan').id,
    'a closed body is opened': (d) => delete schemas(d).NewLoan.additionalProperties,
    'an exclusive bound of an integer is written inclusively': (d) => {
      delete fields(d, 'NewLoan').weeks.minimum
      fields(d, 'NewLoan').weeks.exclusiveMinimum = 0
    },
  }),
  ...safe('response', 'lending', {
    'an optional field is new': (d) => (fields(d, 'Loan').shelf = { type: 'string' }),
    'a required field is new': (d) => {
      fields(d, 'Loan').shelf = { type: 'string' }
      schemas(d).Loan.required.push('shelf')
    },
    'an optional field becomes required': (d) => schemas(d).Loan.required.push('title'),
    'number becomes integer': (d) => (fields(d, 'Loan').fee.type = ['integer', 'null']),
    'null is no longer possible': (d) => (fields(d, 'Loan').fee.type = 'number'),
    'an enum value is removed': (d) => remove(fields(d, 'Loan').status.enum, 'returned'),
    'a value of an extensible list is new': (d) => fields(d, 'Loan').genre['x-extensible-enum'].push('play'),
    'a longest length shrinks': (d) => (fields(d, 'Loan').title.maxLength = 50),
    'a header is new': (d) =>
      (responses(d, '/loans', 'get')['200'].headers['X-Page'] = { schema: { type: 'integer' } }),
    'a content type is new': (d) =>
      (responses(d, '/loans/{id}', 'get')['200'].content['text/plain'] = { schema: { type: 'string' } }),
    'a status is separated from its class': (d) =>
      (responses(d, '/loans', 'get')['422'] = { $ref: '#/components/responses/Problem' }),
    'a union with null is written as a list of types': (d) =>
      (fields(d, 'Loan').fee = { anyOf: [{ type: 'number', minimum: 0 }, { type: 'null' }] }),
    'an object is split into an allOf': (d) => {
      const { id, ...rest } = fields(d, 'Loan')
      schemas(d).Loan = {
        allOf: [
          { type: 'object', required: ['id'], properties: { id } },
          { type: 'object', required: ['status', 'due', 'item'], properties: rest },
        ],
      }
    },
    'a schema is written in place': (d) => (fields(d, 'Loan').item = structuredClone(schemas(d).Item)),
    'a schema moves to another component': (d) => {
      schemas(d).Problem = d.components.responses.Problem.content['application/json'].schema
      d.components.responses.Problem.content['application/json'].schema = { $ref: '#/components/schemas/Problem' }
    },
    'a component is renamed': (d) => {
      schemas(d).Lending = schemas(d).Loan
      delete schemas(d).Loan
      const text = JSON.stringify(d).replaceAll('#/components/schemas/Loan"', '#/components/schemas/Lending"')
      Object.assign(d, JSON.parse(text))
    },
    'the branches of a union change places': (d) => schemas(d).Item.oneOf.reverse(),
    'an open object is closed': (d) => (schemas(d).Loan.additionalProperties = false),
    'a const is written as an enum of one': (d) => (fields(d, 'Book').kind = { enum: ['book'] }),
  }),
  ...safe('webhook', 'lending', {
    'a webhook is new': (d) => (d.webhooks['loan.extended'] = structuredClone(d.webhooks['loan.overdue'])),
    'a required field of the payload is new': (d) => {
      fields(d, 'ReturnedLoan').branch = { type: 'string' }
      schemas(d).ReturnedLoan.required.push('branch')
    },
    'an optional field of the payload becomes required': (d) => schemas(d).LoanReturned.required.push('condition'),
    'a longest length in the payload shrinks': (d) => (fields(d, 'ReturnedLoan').comment.maxLength = 100),
    'null is no longer possible in the payload': (d) => (fields(d, 'LoanReturned').late_by.type = 'integer'),
    'an enum value of the payload is removed': (d) => remove(fields(d, 'LoanReturned').condition.enum, 'worn'),
    'a header of the delivery is new': (d) =>
      webhook(d, 'loan.returned').parameters.push({
        name: 'X-Region',
        in: 'header',
        required: true,
        schema: { type: 'string' },
      }),
    'a header of the delivery is always there now': (d) => (webhook(d, 'loan.returned').parameters[1].required = true),
    'any 2xx counts as received': (d) => {
      webhook(d, 'loan.returned').responses['2XX'] = webhook(d, 'loan.returned').responses['200']
      delete webhook(d, 'loan.returned').responses['200']
    },
    'the receiver may return another status': (d) =>
      (webhook(d, 'loan.returned').responses['202'] = { description: 'Later.' }),
    'a text of the receipt may be longer': (d) =>
      (webhook(d, 'loan.returned').responses['200'].content['application/json'].schema.properties.note.maxLength = 400),
    'a header of the receipt is no longer described': (d) =>
      delete webhook(d, 'loan.returned').responses['200'].headers,
    'a description in the payload changes': (d) =>
      (fields(d, 'ReturnedLoan').comment.description = 'What the member said.'),
  }),
  ...safe('contract', 'lending', {
    'a private operation is new': (d) =>
      (d.paths['/loans'].put = { operationId: 'importLoans', 'x-visibility': 'private', responses: {} }),
    'an operation is new': (d) =>
      (d.paths['/members'] = { get: { operationId: 'listMembers', responses: { '200': { description: 'All.' } } } }),
    'a description changes': (d) => (operation(d, '/loans', 'get').description = 'Every loan of the branch.'),
    'an example changes': (d) => (fields(d, 'Loan').title.examples = ['Max Havelaar']),
    'keys change places': (d) => {
      d.paths = Object.fromEntries(Object.entries(d.paths).reverse())
      schemas(d).Loan.properties = Object.fromEntries(Object.entries(schemas(d).Loan.properties).reverse())
      schemas(d).Loan.required.reverse()
      operation(d, '/loans', 'get').parameters.reverse()
    },
    'a tag is renamed': (d) => {
      d.tags[0].name = 'Lending'
      for (const item of Object.values<Json>(d.paths))
        for (const one of Object.values<Json>(item)) if (one.tags) one.tags = ['Lending']
    },
    'an operation is deprecated': (d) =>
      Object.assign(operation(d, '/loans', 'get'), { deprecated: true, 'x-sunset': '2027-06-30' }),
    'a server is new': (d) => d.servers.push({ url: 'https://us.library.example/v1' }),
    'the version changes': (d) => (d.info.version = '1.1.0'),
    'a scope is new': (d) =>
      (d.components.securitySchemes.oauth2.flows.clientCredentials.scopes['loans:admin'] = 'All.'),
    'an authentication scheme is written in other letters': (d) => (d.components.securitySchemes.desk.scheme = 'Basic'),
    'a security scheme is renamed': (d) => {
      d.components.securitySchemes.libraryCard = d.components.securitySchemes.card
      delete d.components.securitySchemes.card
      d.security[0] = { libraryCard: [] }
      operation(d, '/loans', 'post').security[0] = { libraryCard: [] }
    },
    'an unused component is new': (d) => (schemas(d).Unused = { type: 'string' }),
    'a callback is new': (d) =>
      (operation(d, '/loans', 'get').callbacks = structuredClone(operation(d, '/loans', 'post').callbacks)),
  }),
  ...safe('webhook', 'ours', {
    'recommendation.created carries one more required field': (d) => {
      fields(d, 'RecommendationCreatedEventData').effort = { type: 'string' }
      schemas(d).RecommendationCreatedEventData.required.push('effort')
    },
  }),
  ...risky('request', 'lending', {
    'a parameter of text can also be a number': (d) =>
      (parameter(d, '/loans', 'get', 'area').schema.type = ['string', 'integer']),
    'a field ends on something that is not a date': (d) => (fields(d, 'NewLoan').pin['x-sunset'] = 'soon'),
    'a new branch of a union overlaps another one': (d) =>
      fields(d, 'NewLoan').contact.oneOf.push({ type: 'string', format: 'uri', maxLength: 200 }),
    'a value becomes one branch of a union that overlaps it': (d) =>
      (fields(d, 'NewLoan').item_id = { oneOf: [fields(d, 'NewLoan').item_id, { type: 'string', pattern: '^x' }] }),
    'a default changes': (d) => (fields(d, 'NewLoan').weeks.default = 2),
    'the end of a deprecated parameter is no longer stated': (d) =>
      delete parameter(d, '/loans', 'get', 'area')['x-sunset'],
    'a parameter is no longer stable': (d) => (parameter(d, '/loans', 'get', 'area')['x-stability-level'] = 'beta'),
    'the default page gets smaller': (d) => (parameter(d, '/loans', 'get', 'limit').schema.default = 10),
    'a path parameter is renamed': (d) => {
      d.paths['/loans/{loan_id}'] = d.paths['/loans/{id}']
      delete d.paths['/loans/{id}']
      d.paths['/loans/{loan_id}'].parameters[0].name = 'loan_id'
    },
    'the caller can be tokened elsewhere': (d) =>
      (d.components.securitySchemes.oauth2.flows.clientCredentials.tokenUrl = 'https://id.library.example/token'),
  }),
  ...risky('response', 'lending', {
    'a content type gets a parameter': (d) => {
      const { content } = responses(d, '/loans/{id}', 'get')[200]
      content['application/json; charset=utf-8'] = content['application/json']
      delete content['application/json']
    },
    'an enum value is new': (d) => fields(d, 'Loan').status.enum.push('lost'),
    'an enum was removed': (d) => delete fields(d, 'Loan').status.enum,
    'a branch with a tag is new': (d) => {
      schemas(d).Map = { type: 'object', required: ['kind'], properties: { kind: { const: 'map' } } }
      schemas(d).Item.oneOf.push({ $ref: '#/components/schemas/Map' })
      schemas(d).Item.discriminator.mapping.map = '#/components/schemas/Map'
    },
    'an error code is new': (d) =>
      d.components.responses.Problem.content['application/json'].schema.properties.code.enum.push('full'),
    'a status is new': (d) => (responses(d, '/loans', 'post')['202'] = { description: 'Later.' }),
    'a link is removed': (d) => delete responses(d, '/loans', 'get')['200'].links,
    'an operation is no longer stable': (d) => (operation(d, '/loans', 'get')['x-stability'] = 'beta'),
  }),
  ...risky('webhook', 'lending', {
    'an enum value of the payload is new': (d) => fields(d, 'LoanReturned').condition.enum.push('lost'),
  }),
  ...risky('webhook', 'ours', {
    'a new failure reason': (d) => schemas(d).FailureReason.enum.push('engine_stopped'),
  }),
]
