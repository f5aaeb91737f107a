import { Context, Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { organization, type OrganizationId } from "#schemas/crm/organization"
import { repository } from "../kernel/repository.ts"

/** The firms that contacts of the caller's company belong to. */
export class Organizations extends Context.Service<Organizations>()("layers/crm/Organizations", {
  make: Effect.gen(function*() {
    const sql = yield* SqlClient.SqlClient
    const organizations = yield* repository(organization, {
      noun: "company",
      softDelete: true,
      counted: true,
      sort: { name: { column: "sort_name", type: "text" } },
      filter: { search: (text: string) => sql`sort_name >= lower(${text}::text) and sort_name < lower(${text}::text) || chr(1114111)` }
    })
    return {
      ...organizations,
      /** Gives its contacts, the deleted ones too, its name for their `company_name`. */
      renameContacts: (id: OrganizationId, name: string) =>
        Effect.orDie(Effect.asVoid(sql`
          update contacts set company_name = ${name}, version = version + 1, updated_at = now()
          where ${organizations.sql.inTenant} and organization_id = ${id} and company_name is distinct from ${name}`)),
      /** Its contacts and deals, the deleted ones too, belong to no company any more. */
      release: Effect.fnUntraced(function*(id: OrganizationId) {
        for (const table of ["contacts", "deals"]) {
          yield* sql`
            update ${sql(table)} set organization_id = null, version = version + 1, updated_at = now()
            where ${organizations.sql.inTenant} and organization_id = ${id}`
        }
      }, Effect.orDie)
    }
  })
}) {
  static readonly layer = Layer.effect(Organizations, Organizations.make)
}
