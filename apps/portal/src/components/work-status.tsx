import type { ReviewImportStatus } from '@generated/contract/enums'
import { displayName } from '../format.ts'
import { Badge, type Tone } from './parts.tsx'

const tones: Readonly<Record<ReviewImportStatus, Tone>> = {
  queued: 'busy',
  running: 'busy',
  completed: 'good',
  failed: 'bad',
}

/** The state of an import or of an analysis: both have the same ones. */
export function WorkStatus({ status }: { status: ReviewImportStatus }) {
  return <Badge tone={tones[status]}>{displayName(status)}</Badge>
}

/** Returns whether the import or the analysis goes on by itself. */
export function isUnfinished(status: ReviewImportStatus | undefined): boolean {
  return status !== undefined && tones[status] === 'busy'
}
