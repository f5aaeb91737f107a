import type { SqlClient } from "effect/sql"
import type { CustomValue } from "#schemas/crm/custom-field"

/** A condition on the values that a record's own fields must have. */
export const customFieldsFit = (sql: SqlClient.SqlClient) => (values: ReadonlyArray<readonly [key: string, value: CustomValue]>) =>
  sql.and(values.map(([key, value]) => sql`custom_fields @> ${JSON.stringify({ [key]: value })}::jsonb`))
