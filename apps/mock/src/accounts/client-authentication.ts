import { timingSafeEqual } from 'node:crypto'
import type { OAuthErrorCode } from '@generated/contract/enums'
import { oauthError, oauthResponse } from '@svc/http/oauth'
import { type Form, readForm } from '@svc/http/oauth-form'
import { oauthMessages as messages } from '@svc/http/oauth-messages'
import type { HttpResponse } from '@svc/http/shell/response'
import type { Request } from 'express'
import { type DemoClient, demoClients } from './credentials.ts'

type Fields = Form['fields']

/** A refusal in the form of RFC 6749 section 5.2. */
export class OAuthRefusalError extends Error {
  readonly response: HttpResponse

  constructor(error: OAuthErrorCode, description: string, status = 400, headers: Record<string, string> = {}) {
    super(description)
    this.response = oauthResponse(status, oauthError(error, description), headers)
  }
}

export function readFields(request: Request): Fields {
  const form = readForm(request)
  if ('error' in form) throw new OAuthRefusalError(form.error, form.error_description)
  return form.fields
}

/** The demo client, by HTTP Basic or by two fields of the body, not by both. */
export function authenticateClient(request: Request, fields: Fields): DemoClient {
  const { authorization } = request.headers
  const basic = authorization === undefined ? undefined : readBasic(authorization)
  if (basic && fields.client_secret !== undefined)
    throw new OAuthRefusalError('invalid_request', messages.twoAuthentications)
  if (basic && fields.client_id !== undefined && fields.client_id !== basic.id)
    throw new OAuthRefusalError('invalid_request', messages.clientIdMismatch)
  const { id, secret } = basic ?? { id: fields.client_id, secret: fields.client_secret }
  const client = demoClients.find(({ client_id }) => client_id === id)
  if (!client || secret === undefined || !isSameText(client.client_secret, secret))
    throw new OAuthRefusalError('invalid_client', messages.wrongClient, 401, {
      // RFC 9110 section 11.6.1 has a challenge on every 401.
      'WWW-Authenticate': 'Basic realm="svc"',
    })
  return client
}

/** RFC 6749 section 2.3.1: id and secret are form-encoded before they are joined. */
function readBasic(authorization: string): { id: string; secret: string } {
  const [, base64] = /^basic +([0-9A-Za-z+/]+=*)$/i.exec(authorization) ?? []
  const [id = '', ...rest] = Buffer.from(base64 ?? '', 'base64')
    .toString()
    .split(':')
  if (rest.length === 0) throw new OAuthRefusalError('invalid_request', messages.malformedBasic)
  try {
    const decode = (text: string) => decodeURIComponent(text.replaceAll('+', ' '))
    return { id: decode(id), secret: decode(rest.join(':')) }
  } catch {
    throw new OAuthRefusalError('invalid_request', messages.basicNotFormEncoded)
  }
}

function isSameText(expected: string, presented: string): boolean {
  const [a, b] = [Buffer.from(expected), Buffer.from(presented)]
  return a.length === b.length && timingSafeEqual(a, b)
}
