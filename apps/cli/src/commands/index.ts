import type { Command } from '@svc/command-line/command'
import { accountCommands } from './account.ts'
import { adminCommands } from './admin.ts'
import { analysisCommands } from './analysis.ts'
import { backupCommands } from './backup.ts'
import { businessProfileCommands } from './business-profile.ts'
import { clientCommands } from './client.ts'
import { competitorCommands } from './competitor.ts'
import { consentCommands } from './consent.ts'
import { flagCommands } from './flag.ts'
import { keyCommands } from './key.ts'
import { limitsCommands } from './limits.ts'
import { listenCommand } from './listen.ts'
import { migrateCommand } from './migrate.ts'
import { apiCommand, mockCommand, workerCommand } from './processes.ts'
import { reportCommands } from './report.ts'
import { reviewsCommands } from './reviews.ts'
import { secretsCommands } from './secrets.ts'
import { sentencesCommands } from './sentences.ts'
import { sourceCommands } from './source.ts'
import { startCommand } from './start.ts'
import { userCommands } from './user.ts'
import { webhooksCommands } from './webhooks.ts'

/** All commands of `svc`, in the order in which the help lists them. */
export const commands: readonly Command[] = [
  startCommand,
  apiCommand,
  workerCommand,
  mockCommand,
  migrateCommand,
  ...accountCommands,
  ...competitorCommands,
  ...reviewsCommands,
  ...sourceCommands,
  ...analysisCommands,
  ...reportCommands,
  ...sentencesCommands,
  ...keyCommands,
  ...clientCommands,
  ...userCommands,
  ...adminCommands,
  ...consentCommands,
  ...flagCommands,
  ...businessProfileCommands,
  ...limitsCommands,
  listenCommand,
  ...webhooksCommands,
  ...secretsCommands,
  ...backupCommands,
]
