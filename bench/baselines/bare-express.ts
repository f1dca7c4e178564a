// (a) Bare Express: the same two statements, the response as JSON. No contract, no limits, only a minimal envelope.

import { findCallerByKeyHash } from '@svc/db/api-keys'
import express from 'express'
import { announce, basePath, listAnalyses, openSharedParts, pageSizeDefault } from './baseline.ts'

const shared = await openSharedParts()
const app = express()

app.get(`${basePath}/businesses/:id/analyses`, async (request, response) => {
  const hash = shared.keyring.hmac('pepper', request.get('X-API-Key') ?? '')
  const caller = await findCallerByKeyHash(shared.db, [hash.hash])
  if (!caller || caller.business_id !== request.params.id) {
    response.status(404).json({ error: 'not found' })
    return
  }
  const { items, next } = await listAnalyses(shared, caller, Number(request.query.limit ?? pageSizeDefault))
  response.json({ data: items, meta: { next: next?.id ?? null } })
})

const server = app.listen(0, '127.0.0.1', () => announce(server))
