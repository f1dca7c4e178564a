import type { Finding } from '@svc/codegen/lint/findings'
import { lintContract } from '@svc/codegen/lint/lint-contract'
import { runLoadedRedocly } from '@svc/codegen/lint/loaded-redocly'
import type { ContractFiles } from '@svc/codegen/source/contract-files'
import { serveRequests } from '@svc/supervisor/worker-process'

// The worker process that lints the contract: it keeps the linter in memory.

serveRequests<ContractFiles, Finding[]>((source) => lintContract(source, runLoadedRedocly))
