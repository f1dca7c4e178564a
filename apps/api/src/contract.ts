import { operations } from '@generated/contract/operations'
import { basePath } from '@svc/http/base-path'
import { createContract } from '@svc/http/contract'
import { webhookUrlProblem } from '@svc/webhooks/url-policy'
import { readContract } from './documents.ts'

export const contractDocument = readContract()

/** Compiled once for a process and shared by its servers: the validators of an operation are made when it is called. */
export const contract = createContract({
  document: contractDocument,
  operations,
  basePath,
  formats: { 'public-https-url': webhookUrlProblem },
})
