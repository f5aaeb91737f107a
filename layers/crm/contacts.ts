import { Context, Effect, Layer, Option } from "effect"
import { SqlClient, SqlError } from "effect/sql"
import type { Contact, ContactChanges, ContactId, ContactSort, NewContact } from "#schemas/crm/contact"
import type { CustomValue, CustomValues } from "#schemas/crm/custom-field"
import type { OrganizationId } from "#schemas/crm/organization"
import type { ValidationError } from "#schemas/kernel/errors"
import type { UserId } from "#schemas/kernel/ids"
import type { Listed, Paging } from "#schemas/kernel/paging"
import { Caller } from "#schemas/kernel/tenancy"
import { byId, type Order, orderOf, page } from "../page.ts"
import { type Asked, compile } from "./filter.ts"

export interface ContactQuery extends Paging {
  readonly search?: string
  readonly tag?: string
  readonly owner_id?: UserId
  readonly organization_id?: OrganizationId
  readonly created_since?: string
  readonly updated_since?: string
  /** Values that its own fields must have. */
  readonly custom?: ReadonlyArray<readonly [key: string, value: CustomValue]> | undefined
  readonly matching?: Asked | undefined
  readonly sort: ContactSort
}

type WithValues<T> = Omit<T, "custom_fields"> & { readonly custom_fields: CustomValues }

/** Another live contact of the company has the e-mail address. */
export interface Taken {
  readonly _tag: "Taken"
  readonly email: string
  readonly by: number
}

const orders = {
  id: byId,
  created_at: { column: "created_at", type: "timestamptz", descending: false },
  updated_at: { column: "updated_at", type: "timestamptz", descending: false },
  name: { column: "sort_name", type: "text", descending: false },
  score: { column: "score", type: "bigint", descending: false }
} as const satisfies Record<string, Order>

const isTaken = (error: SqlError.SqlError) => error.reason._tag === "UniqueViolation"

/** The address book of the caller's company. */
export class Contacts extends Context.Service<Contacts, {
  readonly page: (query: ContactQuery) => Effect.Effect<Listed<Contact>, ValidationError>
  /** `binned` finds it in the bin too; `lock` keeps others from changing it until the transaction ends. */
  readonly find: (id: ContactId, how?: { readonly binned?: boolean; readonly lock?: boolean }) => Effect.Effect<Option.Option<Contact>>
  /** `custom_fields` are all that it has afterwards, here and in `change`. */
  readonly add: (contact: WithValues<NewContact>) => Effect.Effect<Contact, Taken, Caller>
  readonly change: (
    id: ContactId,
    changes: Omit<ContactChanges, "custom_fields"> & { readonly custom_fields?: CustomValues }
  ) => Effect.Effect<Contact, Taken>
  readonly bin: (id: ContactId) => Effect.Effect<Contact>
  /** One that was merged is on its own again. */
  readonly restore: (id: ContactId) => Effect.Effect<Contact, Taken>
}>()("layers/crm/Contacts") {
  static readonly layer = Layer.effect(Contacts, Effect.gen(function*() {
    const sql = yield* SqlClient.SqlClient
    const mine = sql.literal("company_id = (select current_company())")
    const alive = sql.literal("deleted_at is null")
    const columns = sql.literal(
      "id, first_name, last_name, email, phone, organization_id, company_name, owner_id, tags, notes, source, custom_fields, " +
        "score, version, created_at, updated_at, deleted_at"
    )

    /** A unique violation ends the transaction's statements, so who has the address is asked before writing too. */
    const holder = Effect.fnUntraced(function*(email: string, except: number) {
      const [row] = yield* sql<{ id: number }>`
        select id from contacts where ${mine} and ${alive} and email = ${email} and id <> ${except}`
      return row?.id
    }, Effect.orDie)

    const free = Effect.fnUntraced(function*(email: string | null | undefined, except: number) {
      if (email === null || email === undefined) return
      const by = yield* holder(email, except)
      if (by !== undefined) return yield* Effect.fail<Taken>({ _tag: "Taken", email, by })
    })

    return Contacts.of({
      page: ({ created_since, custom = [], matching, organization_id, owner_id, search, sort, tag, updated_since, ...paging }) => {
        const filters = [
          ...search === undefined ? [] : [sql.literal("id in (select id from hits)")],
          ...tag === undefined ? [] : [sql`tags @> array[${tag}]`],
          ...owner_id === undefined ? [] : [sql`owner_id = ${owner_id}`],
          ...organization_id === undefined ? [] : [sql`organization_id = ${organization_id}`],
          ...created_since === undefined ? [] : [sql`created_at >= ${created_since}`],
          ...updated_since === undefined ? [] : [sql`updated_at >= ${updated_since}`],
          ...custom.map(([key, value]) => sql`custom_fields @> ${JSON.stringify({ [key]: value })}::jsonb`),
          ...matching === undefined ? [] : [compile(sql, matching)]
        ]
        return page<Contact>(sql, {
          from: sql.literal("contacts"),
          columns,
          where: [mine, alive, ...filters],
          order: orderOf(orders, sort),
          paging,
          counted: filters.length === 0 ? "contacts" : undefined,
          hits: search === undefined ? undefined : sql`select id from find_contacts(${search.toLowerCase().split(/\s+/)})`
        }).pipe(Effect.catchIf(SqlError.isSqlError, Effect.die))
      },

      find: Effect.fnUntraced(function*(id, { binned = false, lock = false } = {}) {
        const rows = yield* sql<Contact>`
          select ${columns} from contacts where ${mine} and id = ${id}
          ${binned ? sql.literal("") : sql`and ${alive}`} ${lock ? sql.literal("for update") : sql.literal("")}`
        return Option.fromNullishOr(rows[0])
      }, Effect.orDie),

      add: Effect.fnUntraced(function*(contact) {
        const { company_id } = yield* Caller
        const rows = yield* Effect.orDie(sql<Contact>`
          insert into contacts ${sql.insert({
            company_id, ...contact, tags: [...contact.tags], custom_fields: JSON.stringify(contact.custom_fields)
          })}
          on conflict (company_id, email) where deleted_at is null do nothing
          returning ${columns}`)
        if (rows[0] !== undefined) return rows[0]
        const by = yield* holder(contact.email!, 0)
        return yield* Effect.fail<Taken>({ _tag: "Taken", email: contact.email!, by: by! })
      }),

      change: Effect.fnUntraced(function*(id, { custom_fields, ...changes }) {
        yield* free(changes.email, id)
        const written = { ...changes, ...custom_fields !== undefined && { custom_fields: JSON.stringify(custom_fields) } }
        const rows = yield* sql<Contact>`
          update contacts set ${sql.update(written)}, version = version + 1, updated_at = now()
          where ${mine} and id = ${id} returning ${columns}`.pipe(
            Effect.catchIf(isTaken, () => Effect.fail<Taken>({ _tag: "Taken", email: changes.email!, by: 0 })),
            Effect.catchIf(SqlError.isSqlError, Effect.die)
          )
        return rows[0]!
      }),

      bin: Effect.fnUntraced(function*(id) {
        const rows = yield* sql<Contact>`
          update contacts set deleted_at = now(), version = version + 1, updated_at = now()
          where ${mine} and id = ${id} returning ${columns}`
        return rows[0]!
      }, Effect.orDie),

      restore: Effect.fnUntraced(function*(id) {
        const [binned] = yield* Effect.orDie(sql<Contact>`select ${columns} from contacts where ${mine} and id = ${id}`)
        yield* free(binned!.email, id)
        const rows = yield* sql<Contact>`
          update contacts set deleted_at = null, merged_into = null, version = version + 1, updated_at = now()
          where ${mine} and id = ${id} returning ${columns}`.pipe(
            Effect.catchIf(isTaken, () => Effect.fail<Taken>({ _tag: "Taken", email: binned!.email!, by: 0 })),
            Effect.catchIf(SqlError.isSqlError, Effect.die)
          )
        return rows[0]!
      })
    })
  }))
}
