import { timingSafeEqual } from 'node:crypto'
import { parse } from 'node:querystring'
import express, { type Request, type RequestHandler } from 'express'
import { type DemoClient, demoClients } from './credentials.ts'
import { OAuthRefusal } from './oauth-answers.ts'

/** Bodies here are a handful of short fields. */
const bodyLimit = '16kb'

const formType = 'application/x-www-form-urlencoded'
const jsonType = 'application/json'

/** Takes the bytes of a body in one of the two forms; of any other type it takes nothing. */
export const readBody: RequestHandler = express.raw({ type: [formType, jsonType], limit: bodyLimit, inflate: false })

export type Fields = Record<string, string | undefined>

/** A form or a JSON object of texts, each once (RFC 6749 section 3.2). */
export function readFields(request: Request): Fields {
  const isForm = request.is(formType)
  if (!isForm && !request.is(jsonType))
    throw new OAuthRefusal('invalid_request', `Send the fields as ${formType} or as ${jsonType}.`)
  const [, charset = 'utf-8'] = /;\s*charset="?([^\s";]+)/i.exec(request.headers['content-type'] ?? '') ?? []
  if (charset.toLowerCase() !== 'utf-8') throw new OAuthRefusal('invalid_request', 'Send the fields as UTF-8.')
  const text = String(request.body)
  const fields = isForm ? { ...parse(text) } : parseObject(text)
  if (!fields) throw new OAuthRefusal('invalid_request', 'The JSON body must be an object.')
  const odd = Object.entries(fields).find(([, value]) => typeof value !== 'string')
  if (odd?.[0] === 'resource')
    throw new OAuthRefusal('invalid_target', 'There is one resource: the address of this API.')
  if (odd)
    throw new OAuthRefusal(
      'invalid_request',
      isForm ? 'A field was sent more than once.' : 'Every JSON field must be a text.',
    )
  return fields as Fields
}

/** The members of a JSON object; undefined for any other text. */
function parseObject(text: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(text)
    const isObject = typeof value === 'object' && value !== null && !Array.isArray(value)
    return isObject ? (value as Record<string, unknown>) : undefined
  } catch {
    return undefined
  }
}

/** The demo client, by HTTP Basic or by two fields of the body, not by both. */
export function authenticateClient(request: Request, fields: Fields): DemoClient {
  const { authorization } = request.headers
  const basic = authorization === undefined ? undefined : readBasic(authorization)
  if (basic && fields.client_secret !== undefined)
    throw new OAuthRefusal('invalid_request', 'Authenticate with Basic or in the body, not with both.')
  if (basic && fields.client_id !== undefined && fields.client_id !== basic.id)
    throw new OAuthRefusal('invalid_request', 'The client_id in the body is not the one in the Authorization header.')
  const { id, secret } = basic ?? { id: fields.client_id, secret: fields.client_secret }
  const client = demoClients.find(({ client_id }) => client_id === id)
  if (!client || secret === undefined || !isSameText(client.client_secret, secret))
    throw new OAuthRefusal('invalid_client', 'The client id or the client secret is wrong.', 401, {
      // RFC 9110 section 11.6.1 has a challenge on every 401.
      'WWW-Authenticate': 'Basic realm="svc"',
    })
  return client
}

/** RFC 6749 section 2.3.1: id and secret are form-encoded before they are joined. */
function readBasic(authorization: string): { id: string; secret: string } {
  const [, base64] = /^basic +([0-9A-Za-z+/]+=*)$/i.exec(authorization) ?? []
  if (base64 === undefined)
    throw new OAuthRefusal('invalid_request', 'The Authorization header is not "Basic", a space and base64.')
  const [id = '', ...rest] = Buffer.from(base64, 'base64').toString().split(':')
  if (rest.length === 0)
    throw new OAuthRefusal('invalid_request', 'The Authorization header is not "Basic", a space and base64.')
  try {
    const decode = (text: string) => decodeURIComponent(text.replaceAll('+', ' '))
    return { id: decode(id), secret: decode(rest.join(':')) }
  } catch {
    throw new OAuthRefusal(
      'invalid_request',
      'The client id and secret in the Authorization header have to be form-encoded.',
    )
  }
}

function isSameText(expected: string, presented: string): boolean {
  const [a, b] = [Buffer.from(expected), Buffer.from(presented)]
  return a.length === b.length && timingSafeEqual(a, b)
}
