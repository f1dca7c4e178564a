// (a) Express with nothing around it: the same two statements, the response as JSON. No contract, no limits, no
// envelope to speak of.

import { findCallerByKeyHash } from '@svc/db/api-keys'
import express from 'express'
import { announce, basePath, listAnalyses, openSurroundings, pageSizeDefault } from './rival.ts'

const surroundings = await openSurroundings()
const app = express()

app.get(`${basePath}/businesses/:id/analyses`, async (request, response) => {
  const hash = surroundings.keyring.hmac('pepper', request.get('X-API-Key') ?? '')
  const caller = await findCallerByKeyHash(surroundings.db, [hash.hash])
  if (!caller || caller.business_id !== request.params.id) {
    response.status(404).json({ error: 'not found' })
    return
  }
  const { items, next } = await listAnalyses(surroundings, caller, Number(request.query.limit ?? pageSizeDefault))
  response.json({ data: items, meta: { next: next?.id ?? null } })
})

const server = app.listen(0, '127.0.0.1', () => announce(server))
