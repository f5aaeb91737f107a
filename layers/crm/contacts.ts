import { Context, Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { contact, type Contact } from "#schemas/crm/contact"
import { repository, type Written } from "../kernel/repository.ts"
import { customFieldsFit } from "./custom-filter.ts"
import { type Asked, compile } from "./filter.ts"

/** Another contact of the company, which is not deleted, has the e-mail address; which one, where that is known. */
export interface Taken {
  readonly _tag: "Taken"
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
        tag: (tag: string) => ({ hits: sql`select id from contacts_tagged(${tag})` }),
        custom: customFieldsFit(sql),
        matching: (asked: Asked) => compile(sql, asked)
      },
      unique: { contacts_email: { column: "email", error: (email: string, by?: number): Taken => ({ _tag: "Taken", email, by }) } }
    })
    return {
      ...contacts,
      /** One that was merged is on its own again. */
      restore: (before: Contact, written?: Written) => contacts.restore(before, { ...written, changes: { merged_into: null } })
    }
  })
}) {
  static readonly layer = Layer.effect(Contacts, Contacts.make)
}
