import type { ReplyDraftStatus } from '@generated/contract/enums'
import type { Schemas } from '@generated/contract/server-types'
import type { Id } from '@svc/runtime/ids'
import { type Connection, query, type Reader, type Transaction } from '../connection/database.ts'
import { isOlderThan, purge } from '../connection/purge.ts'
import {
  beyondEveryId,
  type Columns,
  type NoOtherFields,
  type Owner,
  only,
  type Page,
  type PageRequest,
  pageOfRows,
  selectList,
} from '../connection/records.ts'

/** The stored fields of a draft. `requires_human_approval` is the same for all drafts. */
export type ReplyDraft = Omit<Schemas['ReplyDraft'], 'requires_human_approval'>

export const replyDraftColumns: Columns<ReplyDraft> = {
  id: 'text',
  business_id: 'text',
  status: 'text',
  text: 'text',
  review: 'json',
  language: 'text',
  variants: 'json',
  warnings: 'json',
  engine: 'json',
  created_at: 'timestamptz',
  updated_at: 'timestamptz',
}
const columns = selectList(replyDraftColumns)

type NewReplyDraft = Pick<ReplyDraft, 'review' | 'language' | 'variants' | 'warnings' | 'engine'> & {
  id: Id<'drf'>
}

/** Stores a draft with the status `draft` and the text of its first variant. */
export async function insertReplyDraft(
  transaction: Transaction,
  owner: Owner,
  draft: NewReplyDraft,
): Promise<ReplyDraft> {
  return only(
    await query<ReplyDraft>(
      transaction,
      {
        name: 'insert_reply_draft',
        text: `
          insert into reply_drafts (id, business_id, review, language, variants, warnings, engine, text)
          values ($1, $2, $3, $4, $5, $6, $7, $5::json -> 0 ->> 'text') returning ${columns}`,
      },
      [
        draft.id,
        owner.business_id,
        JSON.stringify(draft.review),
        draft.language,
        JSON.stringify(draft.variants),
        JSON.stringify(draft.warnings),
        JSON.stringify(draft.engine),
      ],
    ),
  )
}

export async function findReplyDraft(connection: Reader, owner: Owner, id: Id<'drf'>): Promise<ReplyDraft | undefined> {
  const [draft] = await query<ReplyDraft>(
    connection,
    { name: 'find_reply_draft', text: `select ${columns} from reply_drafts where business_id = $1 and id = $2` },
    [owner.business_id, id],
  )
  return draft
}

/** The texts of the latest drafts of the business, newest first. */
export async function latestReplyTexts(connection: Reader, owner: Owner, limit: number): Promise<string[]> {
  const rows = await query<Pick<ReplyDraft, 'text'>>(
    connection,
    {
      name: 'latest_reply_texts',
      text: 'select text from reply_drafts where business_id = $1 order by business_id, id desc limit $2',
    },
    [owner.business_id, limit],
  )
  return rows.map(({ text }) => text)
}

/** Lists the drafts of the business, newest first. With `status`, lists only drafts with this status. */
export async function listReplyDrafts(
  connection: Reader,
  owner: Owner,
  { limit, after, status }: PageRequest & { status?: ReplyDraftStatus | undefined },
): Promise<Page<ReplyDraft>> {
  const rows = await query<ReplyDraft>(
    connection,
    {
      name: 'list_reply_drafts',
      text: `
        select ${columns} from reply_drafts
        where business_id = $1 and id < $2 and ($4::text is null or status = $4)
        order by business_id, id desc limit $3`,
    },
    [owner.business_id, after?.id ?? beyondEveryId, limit + 1, status ?? null],
  )
  return pageOfRows(rows, limit)
}

/**
 * Sets the text of a draft, its status, or both. Undefined leaves a field unchanged. However, if the text changes
 * without a status, the draft becomes a `draft` again, because the approval or rejection applied to the previous text.
 * Returns undefined if there is no such draft.
 */
export async function updateReplyDraft(
  transaction: Transaction,
  owner: Owner,
  id: Id<'drf'>,
  { text, status, ...rest }: Schemas['UpdateReviewReplyRequest'],
): Promise<ReplyDraft | undefined> {
  rest satisfies NoOtherFields
  const [draft] = await query<ReplyDraft>(
    transaction,
    {
      name: 'update_reply_draft',
      text: `
        update reply_drafts
        set text = coalesce($3::text, text), updated_at = now(),
            status = coalesce($4::text, case when $3::text <> text then 'draft' end, status)
        where business_id = $1 and id = $2
        returning ${columns}`,
    },
    [owner.business_id, id, text ?? null, status ?? null],
  )
  return draft
}

/** The time in days for which a draft is kept after its last change. */
const keptDays = 90

/** Deletes up to `limit` expired drafts, and returns their number. */
export function purgeReplyDrafts(connection: Connection, { limit }: { limit: number }): Promise<number> {
  const condition = isOlderThan('updated_at', keptDays)
  return purge(connection, { table: 'reply_drafts', condition, oldestFirst: 'updated_at', limit })
}
