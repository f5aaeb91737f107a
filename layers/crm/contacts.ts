import { Context, Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { contact, type Contact } from "#schemas/crm/contact"
import { repository, type Written } from "../kernel/repository.ts"
import { customFieldsFit } from "./custom-filter.ts"
import { type FilterWithFields, compile } from "./filter.ts"

/** Another contact of the company, which is not deleted, has the e-mail address; which one, where that is known. */
export interface EmailTaken {
  readonly _tag: "EmailTaken"
  readonly email: string
  readonly by: number | undefined
}

/** The address book of the caller's company. */
export class Contacts extends Context.Service<Contacts>()("layers/crm/Contacts", {
  make: Effect.gen(function*() {
    const sql = yield* SqlClient.SqlClient
    const contacts = yield* repository(contact, {
      softDelete: true,
      counted: true,
      sort: {
        name: { column: "sort_name", type: "text" },
        score: { column: "score", type: "bigint" }
      },
      filter: {
        search: (text: string) => ({ hits: sql`select id from find_contacts(${text.toLowerCase().split(/\s+/)})` }),
        tag: (tag: string) => ({
          few: (most: number) => sql`select id from contacts_tagged(${tag}, ${most}::int)`,
          condition: sql`tags @> array[${tag}]`
        }),
        custom: customFieldsFit(sql),
        matching: (filter: FilterWithFields) => compile(sql, filter)
      },
      unique: { contacts_email: { column: "email", error: (email: string, by?: number): EmailTaken => ({ _tag: "EmailTaken", email, by }) } }
    })
    return {
      ...contacts,
      /** Those of these ids, also from the bin. */
      those: (ids: ReadonlyArray<number>) => {
        const { columns, inTenant, table } = contacts.sql
        return Effect.map(Effect.orDie(sql<Contact>`select ${columns} from ${table} where ${inTenant} and id = any(${[...ids]}::bigint[])`), (all) =>
          new Map(all.map((one) => [one.id, one])))
      },
      /** One that was merged is on its own again. */
      restore: (before: Contact, written?: Written) => contacts.restore(before, { ...written, changes: { merged_into: null } })
    }
  })
}) {
  static readonly layer = Layer.effect(Contacts, Contacts.make)
}
