import { basename, resolve } from 'node:path'
import { dateOrders, sources } from '@generated/contract/enums'
import { defineCommand } from '@svc/command-line/command'
import type { Context } from '@svc/command-line/context'
import { CommandError } from '@svc/command-line/errors'
import { createProgress } from '@svc/command-line/progress'
import { countOf, formatCount, table } from '@svc/command-line/text'
import { findBusiness } from '@svc/db/businesses'
import type { Problem } from '@svc/review-import/row'
import { openKeyring } from '@svc/runtime/secrets'
import { BadRowsError, type ImportSummary, importReviews, problemsMax } from '../import/import-reviews.ts'
import { asCommandError, openReviewFile } from '../import/open-file.ts'
import { describeProblem } from '../import/problems.ts'
import { requireBusiness, withDatabase } from '../operator.ts'
import { allCompetitors } from './competitor.ts'

/** The number of skipped rows that `--json` lists at most. All skipped rows are written to standard error. */
const skippedListedMax = 1_000

const importCommand = defineCommand({
  name: 'reviews import',
  summary: 'Import reviews of a business and its competitors from a file',
  description: `
    FILE is CSV with a header row, a JSON array, or JSON Lines, of any size. The columns are subject (own, or the name or id of a
    competitor), source, source_id, rating, title, text, language, published_at, owner_replied and owner_reply. Either rating
    or text is required. The usual headings of Google Business Profile, Yelp and TripAdvisor exports are recognized. Names of
    reviewers are not stored. An empty owner_replied means that it is unknown whether the owner has replied. An empty
    owner_reply means that there is no reply.

    If a review is already stored (same subject, source and source_id), its changed fields are updated, so a file can be imported
    again. A review without an id is identified by its date, stars and text. Reviews that the account has deleted are not
    restored.

    Either all rows are imported or none. If a row is invalid, the error lists the invalid rows with line, column and reason.`,
  arguments: [{ name: 'FILE', description: 'Path of the file' }],
  options: {
    business: { value: 'ID', required: true, description: 'The business' },
    competitor: { value: 'ID', description: 'Import all rows as reviews of this competitor, regardless of the file' },
    'create-competitors': {
      flag: true,
      description: 'Start tracking the competitors in the file that the business does not track yet',
    },
    'skip-bad': { flag: true, description: 'Import the valid rows and list the others' },
    source: { choices: sources, description: 'Source of rows that do not name one (default: other)' },
    dates: { choices: dateOrders, description: 'Order of day and month in dates like 03/04/2026' },
    encoding: {
      value: 'NAME',
      description: 'Such as windows-1252 (default: UTF-8, or UTF-16 with a byte order mark)',
    },
  },
  examples: [
    'svc reviews import reviews.csv --business biz_01kjpx4gtrex7rhcb4yfrgw100 --create-competitors',
    'svc reviews import bella-vista.json --business biz_… --competitor cmp_… --source google',
  ],
  async run({ arguments: [path], options, json }, context) {
    return withDatabase(context, async ({ db, settings }) => {
      const owner = await requireBusiness(db, options.business)
      const business = await findBusiness(db, owner, owner.business_id)
      const competitors = await allCompetitors(db, owner)
      const competitor = competitors.find(({ id, name }) => id === options.competitor || name === options.competitor)
      if (!business) throw new CommandError(`The business ${options.business} no longer exists.`)
      if (options.competitor !== undefined && !competitor) {
        throw new CommandError(
          `${business.name} does not track a competitor "${options.competitor}". To list its competitors, run "svc competitor list --business ${business.id}".`,
        )
      }
      const file = await openReviewFile(resolve(context.workingDirectory, path), options.encoding)
      const watch = watchImport(file, context, { quiet: json })
      try {
        const summary = await importReviews(db, {
          owner,
          business,
          competitors,
          competitor,
          rows: file.rows,
          keyring: await openKeyring(settings),
          createCompetitors: options['create-competitors'],
          skipBad: options['skip-bad'],
          source: options.source ?? 'other',
          dayOrder: options.dates,
          nowMs: Date.now(),
          onRow: watch.onRow,
          onSkip: watch.onSkip,
        })
        return report(basename(path), summary, watch.skipped, watch.elapsedMs())
      } catch (error) {
        if (error instanceof BadRowsError) throw new CommandError(refusal(basename(path), error.problems))
        throw asCommandError(error)
      } finally {
        watch.end()
      }
    })
  },
})

export const reviewsCommands = [importCommand]

/** Shows the progress of an import and each skipped row. */
function watchImport(
  file: Awaited<ReturnType<typeof openReviewFile>>,
  context: Context,
  { quiet }: { quiet: boolean },
) {
  const progress = createProgress(context.stderr)
  const skipped: Problem[] = []
  const startedMs = performance.now()
  const elapsedMs = () => performance.now() - startedMs
  return {
    skipped,
    elapsedMs,
    onRow(rows: number) {
      // Reading the clock takes longer than most rows.
      if (rows % 500 !== 0) return
      const share = Math.min(1, file.bytesRead() / file.sizeBytes)
      const perSecond = Math.round(rows / (elapsedMs() / 1000))
      progress.show(
        `${bar(share)} ${Math.floor(share * 100)} %  ${formatCount(rows)} rows, ${formatCount(perSecond)} rows/s`,
      )
    },
    onSkip(problem: Problem) {
      if (skipped.length < skippedListedMax) skipped.push(problem)
      if (!quiet) progress.note(`Skipped ${describeProblem(problem)}`)
    },
    end: progress.end,
  }
}

const barWidth = 20

function bar(share: number): string {
  const filled = Math.round(share * barWidth)
  return `${'█'.repeat(filled)}${'░'.repeat(barWidth - filled)}`
}

function report(file: string, summary: ImportSummary, skipped: readonly Problem[], elapsedMs: number) {
  const subjects = summary.subjects.map(({ subject, read, new: added }) => ({
    subject: subject.competitor_id === null ? 'own' : subject.name,
    competitor_id: subject.competitor_id,
    created: subject.created,
    new_count: added,
    known_count: read - added,
  }))
  const sum = (counts: number[]) => counts.reduce((total, count) => total + count, 0)
  const newCount = sum(subjects.map(({ new_count }) => new_count))
  const knownCount = sum(subjects.map(({ known_count }) => known_count))
  const rows = subjects.map(({ subject, created, new_count, known_count }) => [
    `${subject}${created ? ' (new competitor)' : ''}`,
    formatCount(new_count),
    formatCount(known_count),
  ])
  const skippedText = summary.skipped === 0 ? '' : `, ${countOf(summary.skipped, 'bad row')} skipped`
  const seconds = elapsedMs / 1000
  return {
    data: {
      file,
      row_count: summary.rows,
      new_count: newCount,
      known_count: knownCount,
      skipped_count: summary.skipped,
      skipped,
      subjects,
      duration_ms: Math.round(elapsedMs),
    },
    text: [
      `${file}: ${countOf(newCount, 'new review')}, ${formatCount(knownCount)} already stored${skippedText}. ${seconds.toFixed(1)} s, ${formatCount(Math.round(summary.rows / seconds))} rows/s`,
      ...(rows.length === 0 ? [] : ['', table(['SUBJECT', 'NEW', 'KNOWN'], rows, '')]),
    ].join('\n'),
  }
}

function refusal(file: string, problems: readonly Problem[]): string {
  const more = problems.length === problemsMax ? [`  … and possibly more: the first ${problemsMax} are shown`] : []
  return [
    `Nothing was imported from ${file}:`,
    ...problems.map((problem) => `  ${describeProblem(problem)}`),
    ...more,
    'Correct the file, or import the valid rows with --skip-bad.',
  ].join('\n')
}
