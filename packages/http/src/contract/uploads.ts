import { Busboy } from '@fastify/busboy'
import { isRecord } from '@svc/runtime/json'
import type { Request, Response } from 'express'
import { compressedBody } from '../body-parser.ts'
import { allowUpload } from '../body-time.ts'
import { type ApiError, invalidRequest } from '../errors.ts'

// Bodies that are files: they have any size, and are read while they arrive.

/** Maximum size of everything in a form except the file, such as delimiters and part headers. Bytes. */
const formOverheadMax = 1024 * 1024

/** Refuses a compressed file, as the parser of other bodies does. */
export function requirePlainUpload({ headers }: Request): void {
  const encoding = headers['content-encoding'] ?? 'identity'
  if (encoding.toLowerCase() !== 'identity') throw invalidRequest('body', compressedBody)
}

/**
 * The file that a request uploads: its body, or the part `field` of it where `contentType` says that it is a form.
 *
 * A reader that stops early leaves the rest to be discarded, so that the client can read why.
 *
 * @throws ApiError 400 while it is read, if a form is not valid or has other parts
 */
export function uploadedFile(
  request: Request,
  response: Response,
  { contentType = '', field }: { contentType: string | undefined; field: string | undefined },
): AsyncGenerator<Uint8Array> {
  allowUpload(request)
  const body = bodyOf(request, response)
  const isForm = /^\s*multipart\/form-data\s*(;|$)/i.test(contentType)
  return isForm && field !== undefined ? fileOfForm(body, { contentType, field }) : body
}

/**
 * Returns whether the client closed the connection before it had sent the whole body: no client waits for a response.
 */
export function isAbortedUpload(thrown: unknown): boolean {
  return isRecord(thrown) && thrown.type === abortedUpload
}

/** As the parser of other bodies calls it. */
const abortedUpload = 'request.aborted'

async function* bodyOf(request: Request, response: Response): AsyncGenerator<Uint8Array> {
  try {
    yield* request.iterator({ destroyOnReturn: false })
  } catch (cause) {
    throw Object.assign(new Error('The upload was aborted', { cause }), { type: abortedUpload })
  } finally {
    if (!request.complete) {
      response.shouldKeepAlive = false
      request.resume()
    }
  }
}

/** The file of a form that has no other part (RFC 7578). The part needs no file name. */
async function* fileOfForm(
  body: AsyncIterable<Uint8Array>,
  { contentType, field }: { contentType: string; field: string },
): AsyncGenerator<Uint8Array> {
  const parser = formParser(contentType)
  const arrived: Uint8Array[] = []
  let isFound = false
  let problem: ApiError | undefined
  parser.on('file', (name, part) => {
    if (name !== field || isFound) problem ??= invalidRequest('body', `must have one part, named ${field}`)
    isFound = true
    part.on('data', (chunk: Uint8Array) => arrived.push(chunk))
    part.on('error', () => {}) // The parser reports the same.
  })
  parser.on('error', () => {
    problem ??= invalidRequest('body', 'is not complete multipart/form-data')
  })

  let overheadBytes = 0
  for await (const chunk of body) {
    await new Promise((resolve) => parser.write(chunk, resolve))
    overheadBytes += chunk.length
    for (const bytes of arrived.splice(0)) {
      overheadBytes -= bytes.length
      yield bytes
    }
    if (overheadBytes > formOverheadMax)
      problem ??= invalidRequest('body', `must not contain more than ${formOverheadMax} bytes in addition to the file`)
    if (problem) throw problem
  }
  await new Promise((resolve) => parser.once('finish', resolve).once('error', resolve).end())
  yield* arrived
  if (problem) throw problem
  if (!isFound) throw invalidRequest(`body.${field}`, 'is required')
}

function formParser(contentType: string): InstanceType<typeof Busboy> {
  try {
    // All parts, because the file may come without a name.
    return new Busboy({ headers: { 'content-type': contentType }, isPartAFile: () => true })
  } catch {
    throw invalidRequest('header.content-type', 'must have a boundary')
  }
}
