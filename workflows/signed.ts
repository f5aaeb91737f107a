import { Effect } from "effect"
import { CredentialNames } from "#layers/auth/credential-names"
import type { MadeBy } from "#layers/kernel/receipts/made-by"
import { Caller } from "#schemas/kernel/tenancy"
import type { Author } from "#schemas/website/revision"

/** Who made versions of something, as people know them. */
export const signed = Effect.fnUntraced(function*<Row extends { readonly made_by: MadeBy }>(rows: ReadonlyArray<Row>) {
  const { company_id } = yield* Caller
  const names = yield* CredentialNames.use(({ of }) => of(company_id, rows.flatMap(({ made_by: { id } }) => id === null ? [] : [id])))
  return rows.map((row) => {
    const { id, kind, label } = row.made_by
    const known = id === null ? undefined : names.get(id)
    const credential = known?.person ?? known?.label
    const called = label === null ? credential ?? "The service" : credential === undefined ? label : `${label}, for ${credential}`
    return { ...row, made_by: { kind, id, label: called } satisfies Author as Author }
  })
})
