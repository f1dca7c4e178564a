import { findAnalysis, listAnalyses, requestAnalysis } from '@svc/db/analyses'
import { listRecommendations } from '@svc/db/recommendations'
import { findReport } from '@svc/db/reports'
import { notFound } from '@svc/http/errors'
import type { ApiOperations } from '../context.ts'
import { pageRequest, pageResult } from '../pagination.ts'
import { signedFiles } from '../report-files.ts'
import type { Service } from '../service.ts'
import { requireOwnBusiness } from './businesses.ts'

export const analysisOperations = (service: Pick<Service, 'keyring' | 'publicUrl'>) =>
  ({
    async listAnalyses({ path, query, caller, db }) {
      requireOwnBusiness(caller, path.id)
      return pageResult(await listAnalyses(db, caller.owner, pageRequest(query, 'ana')))
    },

    async startAnalysis({ path, caller, db, takeQuota }) {
      requireOwnBusiness(caller, path.id)
      return db.transaction(async (transaction) => {
        await takeQuota(transaction, 'analyses')
        return requestAnalysis(transaction, caller.owner)
      })
    },

    async getAnalysis({ path, caller, db }) {
      const analysis = await findAnalysis(db, caller.owner, path.id)
      if (!analysis) throw notFound()
      return analysis
    },

    async getReport({ path, caller, db }) {
      const report = await findReport(db, caller.owner, path.id)
      if (!report) throw notFound()
      return { ...report, files: signedFiles(service, report) }
    },

    async listRecommendations({ path, query, caller, db }) {
      requireOwnBusiness(caller, path.id)
      return pageResult(await listRecommendations(db, caller.owner, pageRequest(query, 'rec')))
    },
  }) satisfies Partial<ApiOperations>
