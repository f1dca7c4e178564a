import type { Operations } from '@generated/contract/operations'
import { findAnalysis, listAnalyses, requestAnalysis } from '@svc/db/analyses'
import { listRecommendations } from '@svc/db/recommendations'
import { findReport } from '@svc/db/reports'
import { notFound } from '@svc/http/errors'
import type { ApiCaller } from '../caller.ts'
import { pageRequest, pageResult } from '../pagination.ts'
import { signedFiles } from '../report-files.ts'
import type { Service } from '../service.ts'
import { requireOwnBusiness } from './businesses.ts'

type Names = 'listAnalyses' | 'startAnalysis' | 'getAnalysis' | 'getReport' | 'listRecommendations'

export function analysisOperations(service: Service): Pick<Operations<ApiCaller>, Names> {
  const { db, takeQuota } = service
  return {
    async listAnalyses({ path, query, caller }) {
      requireOwnBusiness(caller, path.id)
      return pageResult(await listAnalyses(db, caller.owner, pageRequest(query, 'ana')))
    },

    async startAnalysis({ path, caller }) {
      requireOwnBusiness(caller, path.id)
      return db.transaction(async (transaction) => {
        await takeQuota(transaction, caller, 'analyses')
        return requestAnalysis(transaction, caller.owner)
      })
    },

    async getAnalysis({ path, caller }) {
      const analysis = await findAnalysis(db, caller.owner, path.id)
      if (!analysis) throw notFound()
      return analysis
    },

    async getReport({ path, caller }) {
      const report = await findReport(db, caller.owner, path.id)
      if (!report) throw notFound()
      return { ...report, files: signedFiles(service, report) }
    },

    async listRecommendations({ path, query, caller }) {
      requireOwnBusiness(caller, path.id)
      return pageResult(await listRecommendations(db, caller.owner, pageRequest(query, 'rec')))
    },
  }
}
