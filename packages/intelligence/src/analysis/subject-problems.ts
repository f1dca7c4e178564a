import type { Vocabulary } from '../vocabulary/taxonomy.ts'
import type { Side } from './aggregate.ts'
import type { Cause } from './causes.ts'
import { overlapOf } from './common-subjects.ts'
import { hasPlay } from './playbook.ts'
import type { Problem } from './problem.ts'
import type { Subject } from './subjects.ts'

/** Two problems are one if at least this part of the reviews of one complain about the other. */
const samePart = 0.6
/** The same for a cause with common words, such as that food was not hot: a subject of more reviews says more. */
const sameAsCommonPart = 0.8
/** A problem explains an aspect if it has at least this share, and this number, of the complaints about the aspect. */
const explainedPart = 0.5
const explainedMin = 3
/** It takes the place of the aspect only if its score is at least this part of that of the aspect. */
const weighsAsMuch = 0.5

interface Context {
  own: Side
  vocabulary: Vocabulary
}

/**
 * Adds the subjects that complaints have in common to other problems: in place of the aspects that they explain, and
 * not where a serious report, a cause, a topic with advice of its own or a subject of more reviews says the same
 * already.
 */
export function withSubjects(problems: readonly Problem[], subjects: readonly Problem[], context: Context): Problem[] {
  const added: Problem[] = []
  for (const problem of subjects) {
    const isStated = [...problems, ...added].some((other) => saysTheSame(problem, other, context))
    if (!isStated) added.push(problem)
  }
  const isExplained = (problem: Problem) => added.some((subject) => explains(subject, problem, context.own))
  return [...problems.filter((problem) => !isExplained(problem)), ...added]
}

function saysTheSame({ subject, tally, score }: Problem, other: Problem, { own, vocabulary }: Context): boolean {
  const key = statedBy(other) ?? (other.score >= score && isNamed(other, { own, vocabulary }) ? other.aspect : null)
  if (subject === null || key === null) return false
  const part = other.cause?.onlyWithin ? sameAsCommonPart : samePart
  return overlapOf(subject.key, key, own) >= part * tally.complaining
}

/** The key of what is more specific than an aspect, as overlaps are counted; null for an aspect alone. */
function statedBy({ alert, cause, subject }: Problem): string | null {
  if (alert !== null) return `alert.${alert}`
  if (subject !== null) return `subject.${subject.key}`
  return cause === null ? null : `cause.${cause.key}`
}

/** Returns whether at least half of the complaints about an aspect are about a topic that has advice of its own. */
function isNamed({ topic, tally }: Problem, { own, vocabulary }: Context): boolean {
  if (topic === null || !hasPlay(topic) || vocabulary.topics.get(topic)?.whole) return false
  return (own.topics.get(topic)?.complaining ?? 0) * 2 >= tally.complaining
}

function explains({ subject, score }: Problem, { aspect, alert, cause, tally, ...other }: Problem, own: Side): boolean {
  if (subject === null || alert !== null || score < weighsAsMuch * other.score) return false
  if (cause !== null && !coversCommon(subject, cause, own)) return false
  const most = Math.max(Math.min(explainedMin, tally.complaining), explainedPart * tally.complaining)
  return overlapOf(subject.key, aspect, own) >= most
}

/** Returns whether most reviews that name a cause with common words complain about a subject. */
function coversCommon({ key }: Subject, cause: Cause, own: Side): boolean {
  const named = own.causes.get(cause.key)?.complaining ?? 0
  return cause.onlyWithin && overlapOf(key, `cause.${cause.key}`, own) >= samePart * named
}
