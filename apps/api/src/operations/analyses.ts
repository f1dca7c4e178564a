import { findAnalysis, listAnalyses, requestAnalysis } from '@svc/db/analyses'
import { findAnalysisSchedule, setAnalysisSchedule } from '@svc/db/analysis-schedules'
import { findRecommendation, listRecommendations, updateRecommendation } from '@svc/db/recommendations'
import { useReportGrant } from '@svc/db/report-grants'
import { findReport, listReports } from '@svc/db/reports'
import { conflict, notFound } from '@svc/http/errors'
import { resolvedRecommendation } from '@svc/rules/messages'
import { newId } from '@svc/runtime/ids'
import type { ApiOperations } from '../context.ts'
import type { Dependencies } from '../dependencies.ts'
import { pageRequest, pageResult } from '../pagination.ts'
import { signedFiles } from '../report-files.ts'
import { requireOwnBusiness } from './businesses.ts'

export const analysisOperations = (dependencies: Pick<Dependencies, 'keyring' | 'publicUrl' | 'clock'>) =>
  ({
    async listAnalyses({ path, query, caller, db }) {
      requireOwnBusiness(caller, path.id)
      return pageResult(await listAnalyses(db, caller.owner, { ...query, ...pageRequest(query, 'ana') }))
    },

    async startAnalysis({ path, caller, db, takeQuota }) {
      requireOwnBusiness(caller, path.id)
      return db.transaction(async (transaction) => {
        const id = newId('ana')
        // A test must not use up what was paid for.
        const isGranted = caller.credential.kind === 'live' && (await useReportGrant(transaction, caller.owner, id))
        if (!isGranted) await takeQuota(transaction, 'analyses')
        return requestAnalysis(transaction, caller.owner, { id })
      })
    },

    async getAnalysis({ path, caller, db }) {
      const analysis = await findAnalysis(db, caller.owner, path.id)
      if (!analysis) throw notFound()
      return analysis
    },

    async getAnalysisSchedule({ path, caller, db }) {
      requireOwnBusiness(caller, path.id)
      const schedule = await findAnalysisSchedule(db, caller.owner)
      if (!schedule) throw notFound()
      return schedule
    },

    async setAnalysisSchedule({ path, body, caller, db }) {
      requireOwnBusiness(caller, path.id)
      const schedule = await db.transaction((transaction) =>
        setAnalysisSchedule(transaction, caller.owner, body, dependencies.clock.now()),
      )
      if (!schedule) throw notFound()
      return schedule
    },

    async getReport({ path, caller, db }) {
      const report = await findReport(db, caller.owner, path.id)
      if (!report) throw notFound()
      return { ...report, files: signedFiles(dependencies, report) }
    },

    async listReports({ path, query, caller, db }) {
      requireOwnBusiness(caller, path.id)
      return pageResult(await listReports(db, caller.owner, pageRequest(query, 'rpt')))
    },
  }) satisfies Partial<ApiOperations>

export const recommendationOperations = {
  async listRecommendations({ path, query, caller, db }) {
    requireOwnBusiness(caller, path.id)
    return pageResult(await listRecommendations(db, caller.owner, { ...query, ...pageRequest(query, 'rec') }))
  },

  async getRecommendation({ path, caller, db }) {
    const recommendation = await findRecommendation(db, caller.owner, path.id)
    if (!recommendation) throw notFound()
    return recommendation
  },

  async updateRecommendation({ path, body, caller, db }) {
    const updated = await db.transaction((transaction) =>
      updateRecommendation(transaction, caller.owner, path.id, body),
    )
    if (updated) return updated
    if (await findRecommendation(db, caller.owner, path.id)) throw conflict(resolvedRecommendation)
    throw notFound()
  },
} satisfies Partial<ApiOperations>
