import { defineCommand } from '@svc/command-line/command'
import { countOf } from '@svc/command-line/text'
import { grantReport } from '@svc/db/report-grants'
import { accountOption, chooseAccount, withDatabase } from '../operator.ts'

const grant = defineCommand({
  name: 'report grant',
  summary: 'Grant an account one report outside of its plan',
  description: `
    The next analysis started with a live credential or with "svc analysis run" uses the grant. That analysis does not count
    toward the monthly quota, and its report is a one-time purchase. If the analysis fails, the grant can be used again.`,
  options: { account: accountOption },
  examples: ['svc report grant --account "Rosso Trattoria"'],
  async run({ options }, context) {
    return withDatabase(context, async ({ db }) => {
      const { id, name } = await chooseAccount(db, options.account)
      const report_grants = await grantReport(db, id)
      return {
        data: { account_id: id, report_grants },
        text: `${name} has ${countOf(report_grants, 'granted report')} left.`,
      }
    })
  },
})

export const reportCommands = [grant]
