import { parse } from 'node:querystring'
import { isRecord, parseJson } from '@svc/runtime/json'
import express, { type Request } from 'express'
import { bodyParser } from './body-parser.ts'
import { type OAuthError, oauthError, unreadableBody } from './oauth.ts'
import { oauthMessages } from './oauth-messages.ts'

/** Bodies have a few short fields. */
const bodyLimit = '16kb'

export const formType = 'application/x-www-form-urlencoded'
const jsonType = 'application/json'

/** Reads the bytes of a form or JSON body, and leaves a body of any other type unread. */
export const readBody = bodyParser(
  express.raw({ type: [formType, jsonType], limit: bodyLimit, inflate: false }),
  unreadableBody,
)

/** The fields of a body, and the same fields as the bytes of a form. */
export interface Form {
  fields: Readonly<Record<string, string | undefined>>
  bytes: Buffer
}

/**
 * Reads a form or a JSON object of strings (INTERFACE.md §4: "a JSON body is also shown in use"). "Request and response
 * parameters must not be included more than once" (RFC 6749 section 3.2).
 */
export function readForm(request: Request): Form | OAuthError {
  const isForm = request.is(formType)
  if (!isForm && !request.is(jsonType))
    return oauthError('invalid_request', `Send the fields as ${formType} or as ${jsonType}.`)
  if (!isUtf8(request.headers['content-type'])) return oauthError('invalid_request', 'Send the fields as UTF-8.')
  const bytes: Buffer = request.body
  const fields = isForm ? parse(bytes.toString()) : parseObject(bytes.toString())
  if (!fields) return oauthError('invalid_request', 'The JSON body must be an object.')
  const strings: Record<string, string> = {}
  for (const [name, value] of Object.entries(fields)) {
    if (typeof value === 'string') strings[name] = value
    else if (name === 'resource') return oauthError('invalid_target', oauthMessages.wrongResource)
    else
      return oauthError(
        'invalid_request',
        isForm ? 'A field was sent more than once.' : 'Every JSON field must be a string.',
      )
  }
  // Unlike querystring, URLSearchParams can encode every string, half a surrogate pair included.
  return { fields: strings, bytes: isForm ? bytes : Buffer.from(String(new URLSearchParams(strings))) }
}

function isUtf8(contentType = ''): boolean {
  const [, charset] = /;\s*charset="?([^\s";]+)/i.exec(contentType) ?? []
  return charset === undefined || charset.toLowerCase() === 'utf-8'
}

/** The fields of a JSON object; undefined for any other body. */
function parseObject(text: string): object | undefined {
  const value = parseJson(text)
  return isRecord(value) ? value : undefined
}
