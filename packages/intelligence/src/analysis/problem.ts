import type { Aspect } from '@generated/contract/enums'
import type { Alert } from '../model/alert-reader.ts'
import type { Side, Tally } from './aggregate.ts'
import type { Cause } from './causes.ts'
import { naming, namingSubject, slotName } from './quotables.ts'
import type { Weight } from './score.ts'
import type { Subject } from './subjects.ts'

/** A problem with the inputs of its score. */
export interface Problem extends Weight {
  aspect: Aspect
  /** The topic of most complaints; null without a majority. */
  topic: string | null
  alert: Alert | null
  /** The cause that its complaints name; null where none is named often enough. */
  cause: Cause | null
  /** The cause is the problem itself: `tally` counts the reviews that name it. */
  isCause: boolean
  /** The subject that its complaints have in common, which `tally` counts; null for any other problem. */
  subject: Subject | null
  /** The subject that most of its quotes name, where it is no more than an aspect or a cause with common words. */
  quoted: Subject | null
  tally: Tally
}

/** Problems with a lower score are not reported. */
const reportedScoreMin = 8
/** A subject or a cause of at least this share of all reviews is reported and recommended from this score on. */
const widespreadShare = 0.1
const widespreadScoreMin = 5

/** Returns whether an ordinary problem is reported: its score is high enough, or many reviews name it. */
export function isReportable(problem: Problem): boolean {
  return problem.alert === null && (problem.score >= reportedScoreMin || isWidespread(problem))
}

/** Returns whether the problem is a subject or a cause that many reviews name, whatever it costs in stars. */
export function isWidespread({ subject, isCause, factors, score }: Problem): boolean {
  return (subject !== null || isCause) && factors.frequency >= widespreadShare && score >= widespreadScoreMin
}

/** The complaints of one side about what an ordinary problem is about. */
export function tallyIn({ aspect, cause, isCause, subject }: Problem, side: Side): Tally | undefined {
  if (subject) return side.subjects.get(subject.key)
  return cause && isCause ? side.causes.get(cause.key) : side.aspects.get(aspect)
}

/** The slot with the quotes that show an ordinary problem best. */
export function slotOf({ aspect, cause, subject }: Problem): string {
  if (subject) return slotName('own', namingSubject(subject.key), 'negative')
  return slotName('own', cause ? naming(cause.key) : aspect, 'negative')
}
