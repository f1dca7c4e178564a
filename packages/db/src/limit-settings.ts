import { type Connection, query } from './database.ts'

/**
 * The limits that an operator has set, by name: `ip`, `account`, `key`, `quota.analyses`, …. A missing limit has its
 * default.
 */
export async function readLimitSettings(connection: Connection): Promise<Map<string, number>> {
  const rows = await query<{ name: string; value: number }>(
    connection,
    { name: 'read_limit_settings', text: 'select name, value from limit_settings order by name' },
    [],
  )
  return new Map(rows.map(({ name, value }) => [name, value]))
}

/** Sets limits, all or none; null takes one back to its default. Effective wherever the settings are next read. */
export async function setLimits(connection: Connection, limits: ReadonlyMap<string, number | null>): Promise<void> {
  await query(
    connection,
    {
      name: 'set_limits',
      text: `
        with wanted as (select * from unnest($1::text[], $2::int[]) as wanted (name, value)),
        reset as (delete from limit_settings where name in (select name from wanted where value is null))
        insert into limit_settings (name, value) select name, value from wanted where value is not null order by name
        on conflict (name) do update set value = excluded.value`,
    },
    [[...limits.keys()], [...limits.values()]],
  )
}
