import { type Edit, fields, type Json, operation, parameter, remove, responses, schemas, webhook } from './edits.ts'

const breaking = (where: Edit['where'], of: Edit['of'], edits: Record<string, (document: Json) => void>): Edit[] =>
  Object.entries(edits).map(([name, edit]) => ({ name, where, of, expected: 'breaking', edit }))

/** Edits after which a client that follows the old contract can fail. */
export const breakingEdits: Edit[] = [
  ...breaking('request', 'lending', {
    'a required field is new': (d) => {
      fields(d, 'NewLoan').purpose = { type: 'string' }
      schemas(d).NewLoan.required.push('purpose')
    },
    'a required field is new and has a default, which a validator does not fill in': (d) => {
      fields(d, 'NewLoan').purpose = { type: 'string', default: 'reading' }
      schemas(d).NewLoan.required.push('purpose')
    },
    'an optional field becomes required': (d) => schemas(d).NewLoan.required.push('weeks'),
    'a field of a closed body is removed': (d) => delete fields(d, 'NewLoan').channel,
    'a field is renamed': (d) => {
      fields(d, 'NewLoan').duration = fields(d, 'NewLoan').weeks
      delete fields(d, 'NewLoan').weeks
    },
    'a field becomes read-only': (d) => (fields(d, 'NewLoan').channel.readOnly = true),
    'a required field is no longer read-only': (d) => {
      fields(d, 'NewLoan').id.readOnly = false
      schemas(d).NewLoan.required.push('id')
    },
    'number becomes integer': (d) => (fields(d, 'NewLoan').rate.type = 'integer'),
    'a type changes': (d) => (fields(d, 'NewLoan').item_id = { type: 'integer' }),
    'null is no longer taken': (d) => (fields(d, 'NewLoan').until.type = 'string'),
    'a longest length shrinks': (d) => (fields(d, 'NewLoan').item_id.maxLength = 20),
    'a longest length shrinks behind a reference': (d) => (schemas(d).MemberId.maxLength = 7),
    'a shortest length grows': (d) => (fields(d, 'NewLoan').item_id.minLength = 2),
    'a maximum is lowered': (d) => (fields(d, 'NewLoan').weeks.maximum = 6),
    'a minimum is raised': (d) => (fields(d, 'NewLoan').weeks.minimum = 2),
    'a bound is new': (d) => (fields(d, 'NewLoan').rate.maximum = 100),
    'fewer items are taken': (d) => (fields(d, 'NewLoan').tags.maxItems = 5),
    'items must differ': (d) => (fields(d, 'NewLoan').tags.uniqueItems = true),
    'items get shorter': (d) => (fields(d, 'NewLoan').tags.items.maxLength = 10),
    'a multiple gets coarser': (d) => (fields(d, 'NewLoan').rate.multipleOf = 1),
    'a pattern is narrowed': (d) => (fields(d, 'NewLoan').pin.pattern = '^[0-9]{4}$'),
    'a pattern is new': (d) => (fields(d, 'NewLoan').item_id.pattern = '^[a-z]+$'),
    'a format is new': (d) => (fields(d, 'NewLoan').item_id.format = 'uuid'),
    'a format changes': (d) => (fields(d, 'NewLoan').until.format = 'date-time'),
    'an enum value is removed': (d) => remove(fields(d, 'NewLoan').channel.enum, 'post'),
    'an enum is new': (d) => (fields(d, 'NewLoan').item_id.enum = ['a', 'b']),
    'a branch of a union is removed': (d) => fields(d, 'NewLoan').contact.oneOf.pop(),
    'a longest length is new that a listed value exceeds': (d) => (fields(d, 'NewLoan').channel.maxLength = 3),
    'a field is required together with another one': (d) =>
      (schemas(d).NewLoan.dependentRequired = { title: ['weeks'] }),
    'a branch of an allOf is new and narrows': (d) => schemas(d).LoanPatch.allOf.push({ required: ['note'] }),
    'other fields must fit a schema': (d) => (schemas(d).LoanPatch.unevaluatedProperties = { type: 'string' }),
    'more items must fit a schema': (d) => (fields(d, 'NewLoan').shelves.minContains = 2),
    'a value of an extensible list is removed': (d) => remove(fields(d, 'NewLoan').genre['x-extensible-enum'], 'poem'),
    'a parameter becomes a list that is written in another way': (d) =>
      Object.assign(parameter(d, '/loans', 'get', 'sort'), {
        explode: false,
        schema: { type: 'array', items: parameter(d, '/loans', 'get', 'sort').schema },
      }),
    'a parameter becomes a list of other values': (d) =>
      (parameter(d, '/loans', 'get', 'sort').schema = { type: 'array', items: { type: 'string', enum: ['due'] } }),
    'a parameter ends earlier': (d) => (parameter(d, '/loans', 'get', 'area')['x-sunset'] = '2027-01-31'),
    'a field ends earlier': (d) => (fields(d, 'NewLoan').pin['x-sunset'] = '2027-01-31'),
    'an open body is closed': (d) => {
      schemas(d).LoanPatch.unevaluatedProperties = false
    },
    'an optional body becomes required': (d) => (operation(d, '/loans/{id}', 'patch').requestBody.required = true),
    'a content type of the body is removed': (d) =>
      delete operation(d, '/loans', 'post').requestBody.content['application/x-www-form-urlencoded'],
    'a query parameter is removed': (d) =>
      remove(operation(d, '/loans', 'get').parameters, parameter(d, '/loans', 'get', 'sort')),
    'a required query parameter is new': (d) =>
      operation(d, '/loans', 'get').parameters.push({
        name: 'branch',
        in: 'query',
        required: true,
        schema: { type: 'string' },
      }),
    'an optional parameter becomes required': (d) => (parameter(d, '/loans', 'get', 'sort').required = true),
    'a parameter moves from the query to a header': (d) => (parameter(d, '/loans', 'get', 'sort').in = 'header'),
    'a list parameter is no longer exploded': (d) => (parameter(d, '/loans', 'get', 'status').explode = false),
    'the schema of a path parameter is narrowed': (d) =>
      (d.paths['/loans/{id}'].parameters[0].schema.pattern = '^loan_[a-z]{8}$'),
    'the caller needs another scope': (d) => operation(d, '/loans', 'post').security[1].oauth2.push('loans:read'),
    'a credential is no longer taken': (d) => operation(d, '/loans', 'post').security.shift(),
    'a public operation requires a credential': (d) => delete operation(d, '/status', 'get').security,
    'two credentials are needed where one was enough': (d) =>
      (operation(d, '/loans', 'post').security = [{ card: [], oauth2: ['loans:write'] }]),
  }),
  ...breaking('response', 'lending', {
    'a field can no longer be present': (d) => (fields(d, 'Loan').due = false),
    'a field is removed': (d) => delete fields(d, 'Loan').title,
    'a required field becomes optional': (d) => remove(schemas(d).Loan.required, 'due'),
    'a field becomes write-only': (d) => (fields(d, 'Loan').title.writeOnly = true),
    'integer becomes number': (d) => (fields(d, 'Loan').copies.type = 'number'),
    'int32 becomes int64': (d) => (fields(d, 'Loan').copies.format = 'int64'),
    'null becomes possible': (d) => (fields(d, 'Loan').title.type = ['string', 'null']),
    'null becomes possible by a union': (d) =>
      (fields(d, 'Loan').title = { anyOf: [fields(d, 'Loan').title, { type: 'null' }] }),
    'a type changes': (d) => (fields(d, 'Loan').status = { type: 'integer' }),
    'a longest length grows': (d) => (fields(d, 'Loan').title.maxLength = 200),
    'a maximum was removed': (d) => delete fields(d, 'Loan').copies.maximum,
    'more items come': (d) => (fields(d, 'Loan').notes.maxItems = 50),
    'a pattern is widened': (d) => (fields(d, 'Loan').id.pattern = '^loan_[a-z0-9]{8,10}$'),
    'a format changes': (d) => (fields(d, 'Loan').due.format = 'date-time'),
    'a branch without a tag is new': (d) =>
      (fields(d, 'Loan').due = { oneOf: [fields(d, 'Loan').due, { type: 'integer' }] }),
    'another field distinguishes the kinds': (d) => (schemas(d).Item.discriminator.propertyName = 'type'),
    'the value of a map becomes another type': (d) => (fields(d, 'Loan').extra.additionalProperties.type = 'integer'),
    'a field is removed in a schema that contains itself': (d) => delete fields(d, 'Loan').parent,
    'the success status changes': (d) => {
      responses(d, '/loans', 'post')['202'] = responses(d, '/loans', 'post')['201']
      delete responses(d, '/loans', 'post')['201']
    },
    'a status is removed': (d) => delete responses(d, '/loans', 'get')['304'],
    'a header is removed': (d) => delete responses(d, '/loans', 'get')['200'].headers.ETag,
    'a header is no longer always there': (d) =>
      delete responses(d, '/loans', 'get')['200'].headers['X-Total'].required,
    'a content type is removed': (d) => delete responses(d, '/loans', 'get')['200'].content['text/csv'],
    'a body is removed': (d) => delete responses(d, '/status', 'get')['200'].content,
    'a field of the items of a stream is removed': (d) =>
      delete responses(d, '/loans', 'get')['200'].content['application/jsonl'].itemSchema.properties.id,
    'the items of a stream are no longer described': (d) =>
      delete responses(d, '/loans', 'get')['200'].content['application/jsonl'].itemSchema,
    'a field of a shared error is removed': (d) =>
      delete d.components.responses.Problem.content['application/json'].schema.properties.code,
  }),
  ...breaking('contract', 'lending', {
    'an operation becomes private': (d) => (operation(d, '/loans', 'post')['x-visibility'] = 'private'),
    'an operation is removed': (d) => delete d.paths['/loans/{id}'].patch,
    'a path is removed': (d) => delete d.paths['/status'],
    'a path is renamed': (d) => {
      d.paths['/lendings'] = d.paths['/loans']
      delete d.paths['/loans']
    },
    'an operationId is renamed': (d) => (operation(d, '/loans', 'get').operationId = 'getLoans'),
    'a method changes': (d) => {
      d.paths['/loans/{id}'].put = d.paths['/loans/{id}'].patch
      delete d.paths['/loans/{id}'].patch
    },
    'a server is removed': (d) => d.servers.pop(),
    'a scope is removed': (d) =>
      delete d.components.securitySchemes.oauth2.flows.clientCredentials.scopes['loans:write'],
    'a key moves to another header': (d) => (d.components.securitySchemes.card.name = 'X-Key'),
  }),
  ...breaking('webhook', 'lending', {
    'a webhook is removed': (d) => delete d.webhooks['loan.overdue'],
    'a webhook is renamed': (d) => {
      d.webhooks['loan.late'] = d.webhooks['loan.overdue']
      delete d.webhooks['loan.overdue']
    },
    'a field of the payload is removed': (d) => delete fields(d, 'ReturnedLoan').comment,
    'a required field of the payload becomes optional': (d) => remove(schemas(d).ReturnedLoan.required, 'member'),
    'a field of the payload can be null': (d) => (fields(d, 'ReturnedLoan').member.type = ['string', 'null']),
    'a type in the payload is widened': (d) => (fields(d, 'LoanReturned').late_by.type = ['number', 'null']),
    'a type in the payload changes': (d) => (fields(d, 'ReturnedLoan').id = { type: 'integer' }),
    'a longest length in the payload grows': (d) => (fields(d, 'ReturnedLoan').comment.maxLength = 2000),
    'the version of the payload changes': (d) => (fields(d, 'LoanReturned').version.const = 2),
    'a header of the delivery is removed': (d) => webhook(d, 'loan.returned').parameters.pop(),
    'a header of the delivery is no longer always there': (d) =>
      (webhook(d, 'loan.returned').parameters[0].required = false),
    'a header of the delivery gets longer': (d) => (webhook(d, 'loan.returned').parameters[0].schema.maxLength = 128),
    'the payload may be missing': (d) => (webhook(d, 'loan.returned').requestBody.required = false),
    'the payload is of another content type': (d) => {
      const { content } = webhook(d, 'loan.returned').requestBody
      content['application/cloudevents+json'] = content['application/json']
      delete content['application/json']
    },
    'a status that the receiver may return is removed': (d) => delete webhook(d, 'loan.returned').responses['410'],
    'only 200 counts as received': (d) => {
      webhook(d, 'loan.overdue').responses['200'] = webhook(d, 'loan.overdue').responses['2XX']
      delete webhook(d, 'loan.overdue').responses['2XX']
    },
    'a field of the receipt becomes required': (d) =>
      (webhook(d, 'loan.returned').responses['200'].content['application/json'].schema.required = ['seen']),
    'a text of the receipt must be shorter': (d) =>
      (webhook(d, 'loan.returned').responses['200'].content['application/json'].schema.properties.note.maxLength = 100),
    'a header of the receipt becomes required': (d) =>
      (webhook(d, 'loan.returned').responses['200'].headers['X-Receipt'].required = true),
    'the method of a webhook changes': (d) => {
      d.webhooks['loan.overdue'].put = d.webhooks['loan.overdue'].post
      delete d.webhooks['loan.overdue'].post
    },
    'a field of a callback is removed': (d) => {
      const callback = operation(d, '/loans', 'post').callbacks.reminder['{$request.body#/callback_url}'].post
      delete callback.requestBody.content['application/json'].schema.properties.days
    },
  }),
  ...breaking('webhook', 'ours', {
    'analysis.completed loses analysis_id': (d) => delete fields(d, 'AnalysisCompletedEventData').analysis_id,
    'report.generated is removed': (d) => delete d.webhooks['report.generated'],
    'a delivery no longer carries the signature': (d) => {
      const { parameters } = webhook(d, 'analysis.failed')
      parameters.splice(4, 1)
    },
  }),
  ...breaking('request', 'ours', {
    'the url of a webhook may be half as long': (d) => (fields(d, 'CreateWebhookRequest').url.maxLength = 1024),
    'createWebhook needs event_types': (d) => (schemas(d).CreateWebhookRequest.required = ['url', 'event_types']),
  }),
]
