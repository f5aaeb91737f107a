import type { SqlClient } from "effect/sql"

/** Finds a text within columns, in upper and lower case. */
export const matching = (sql: SqlClient.SqlClient, columns: ReadonlyArray<string>) => (text: string) =>
  sql`(${sql.or(columns.map((column) => sql`position(lower(${text}) in lower(${sql(column)})) > 0`))})`

/** Something of it is to happen at a time to come. */
export const isScheduled = (sql: SqlClient.SqlClient) => (scheduled: boolean) =>
  sql`(publish_at is not null or unpublish_at is not null) = ${scheduled}`
