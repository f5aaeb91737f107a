import { Effect } from "effect"
import { NewContact } from "#schemas/crm/contact"
import { UserId } from "#schemas/kernel/ids"
import { OwnerSql } from "../support/database.ts"
import { as, companyIds, type Key, keys, send } from "../support/test-server.ts"

const companyOf = (key: Key) => companyIds[keys[key].company]

let turn = 0

/** A person of the company whose key it is; no operation makes one yet. */
export const member = Effect.fnUntraced(function*(key: Key) {
  const sql = yield* OwnerSql
  const [row] = yield* sql<{ id: number }>`insert into users ${
    sql.insert({ company_id: companyOf(key), email: `member${turn++}@x.example`, name: "Member", role: "member" })
  } returning id`
  return UserId.make(row!.id)
}, Effect.orDie)

/** A contact that is nothing but there. */
export const someone = Effect.fnUntraced(function*(key: Key, name = "Someone") {
  const { crm } = yield* as(key)
  return yield* crm.create_contact({ payload: NewContact.make({ first_name: name }), headers: {} })
}, Effect.orDie)

/** A contact in the bin. */
export const deletedContact = Effect.fnUntraced(function*(key: Key) {
  const { crm } = yield* as(key)
  const { id } = yield* someone(key)
  yield* crm.delete_contact({ params: { id } })
  return id
}, Effect.orDie)

interface Told {
  readonly kind: string
  readonly object: any
  readonly previous: any
}

/** What was told of one record, oldest first. */
export const eventsOf = Effect.fnUntraced(function*(key: Key, group: string, id: number) {
  const sql = yield* OwnerSql
  return yield* sql<Told>`
    select kind, data->'object' as object, data->'previous' as previous from events
    where company_id = ${companyOf(key)} and kind like ${`${group}.%`} and (data->'object'->>'id')::bigint = ${id} order by id`
}, Effect.orDie)

interface Line {
  readonly verb: string
  readonly object: string
  readonly before: any
  readonly after: any
}

/** What the receipts say of one record, oldest first. */
export const receiptsOf = Effect.fnUntraced(function*(key: Key, object: string, id: number) {
  const sql = yield* OwnerSql
  return yield* sql<Line>`
    select r.verb, c->>'object' as object, c->'before' as before, c->'after' as after
    from receipts r, jsonb_array_elements(r.changes) c
    where r.company_id = ${companyOf(key)} and c->>'object' = ${object} and (c->>'id')::bigint = ${id} order by r.id`
}, Effect.orDie)

/** JSON as it is, over plain HTTP. */
export const call = (key: Key, method: string, path: string, body?: unknown, headers: Record<string, string> = {}) =>
  send(path, { key, method, headers, ...body !== undefined && { body: JSON.stringify(body) } })

/** Every row of a list, by cursor, `limit` at a time. */
export const walked = Effect.fnUntraced(function*(key: Key, path: string, limit: number) {
  const items: Array<any> = []
  let cursor: string | null = ""
  while (cursor !== null) {
    const { json, status, text }: { json: any; status: number; text: string } = yield* send(
      `${path}${path.includes("?") ? "&" : "?"}limit=${limit}${cursor === "" ? "" : `&cursor=${cursor}`}`,
      { key }
    )
    if (status !== 200) throw new Error(`${path}: ${text}`)
    items.push(...json.items)
    cursor = json.next_cursor
  }
  return items
})
