import { Context, Effect, Layer, Option } from "effect"
import { SqlClient, type Statement } from "effect/sql"
import type { ContactId } from "#schemas/crm/contact"
import { personal } from "../categories.ts"
import type { PersonalRows } from "../kernel/category.ts"
import { exists, inTenant, one } from "../kernel/sql.ts"
import { naming } from "./personal.ts"
import { type Known, type Patterns, patternsOf } from "./person-patterns.ts"

/** A contact with those that were merged into it, and all that names them. */
export interface Person extends Patterns {
  /** The contact first. */
  readonly ids: ReadonlyArray<number>
  /** What else is theirs or another's, and is left. */
  readonly shared: ReadonlyArray<Kept>
}

/** Rows of one kind, and how many. */
export interface Count {
  readonly kind: string
  readonly count: number
}

/** Rows that stay. */
export interface Kept extends Count {
  readonly reason: string
}

/** What erasing a person did. */
export interface Erased {
  readonly erased: ReadonlyArray<Count>
  readonly kept: ReadonlyArray<Kept>
}

type Said = { readonly [field: string]: string | null }

/** Milliseconds that one statement may take: all receipts and events of the company are gone through. */
const ERASING_MS = "60000"

/** Names that were never together are looked for too, up to so many. */
const MOST_NAMES = 100

const texts = (all: ReadonlyArray<Said>, field: string) =>
  new Set(all.flatMap((said) => said[field] === undefined || said[field] === null || said[field] === "[erased]" ? [] : [said[field]]))

const knownOf = (all: ReadonlyArray<Said>): Known => {
  const [firsts, lasts] = [[...texts(all, "first_name")], [...texts(all, "last_name")]]
  const names = firsts.length === 0 ? lasts.map((last) => [null, last] as const) : lasts.length === 0
    ? firsts.map((first) => [first, null] as const)
    : firsts.flatMap((first) => lasts.map((last) => [first, last] as const))
  return { emails: texts(all, "email"), phones: texts(all, "phone"), names: names.slice(0, MOST_NAMES) }
}

const namingFields = ["first_name", "last_name", "email", "phone"]

/** Everything that the caller's company holds about a person, from what all categories declare and from what writes leave behind. */
export class People extends Context.Service<People>()("layers/crm/People", {
  make: Effect.gen(function*() {
    const sql = yield* SqlClient.SqlClient
    const own = inTenant(sql, "r")

    /** Contacts that became this one, also those that are gone since, as the receipts tell it. */
    const family = (id: number) =>
      Effect.map(Effect.orDie(sql<{ id: number }>`
        with recursive merged as (
          select distinct on (c.change->'id') (c.change->>'id')::bigint as id, (c.change #>> '{after,merged_into}')::bigint as kept
          from receipts r
            cross join jsonb_path_query(r.changes, '$[*] ? (@.object == "contact" && exists (@.after.merged_into))') c (change)
          where ${own} order by c.change->'id', r.id desc
        ),
        family as (select ${id}::bigint as id, 0 as step union select m.id, f.step + 1 from merged m join family f on m.kept = f.id)
        select id from family order by step, id`), (rows) => rows.map((row) => row.id))

    const snapshots = (ids: ReadonlyArray<number>) =>
      Effect.orDie(sql<{ said: Said }>`
        select to_jsonb(r) as said from (
          select company_id, id, ${sql.literal(namingFields.join(", "))} from contacts) r where ${own} and r.id = any(${[...ids]}::bigint[])
        union all
        select s.said from receipts r cross join jsonb_path_query(r.changes, '$[*] ? (@.object == "contact")') c (change)
          cross join lateral (values (c.change->'before'), (c.change->'after')) s (said)
        where ${own} and to_jsonb(${[...ids]}::bigint[]) @> (c.change->'id') and jsonb_typeof(s.said) = 'object'`)

    /** Numbers and names of the person that other contacts have too. */
    const others = ({ names, phones }: Known, ids: ReadonlyArray<number>) =>
      Effect.orDie(sql<Said>`
        select r.first_name, r.last_name, r.phone from contacts r
        where ${own} and r.deleted_at is null and r.id <> all(${[...ids]}::bigint[]) and (r.phone = any(${[...phones]}::text[])
          or exists (select from json_to_recordset(${JSON.stringify(names.map(([first, last]) => ({ first, last })))}::json) as n (first text, last text)
            where n.first = r.first_name and n.last = r.last_name))`)

    /** What stays because it is not only, or not at all, the contact's. */
    const sharedBy = Effect.fnUntraced(function*({ emails, names, phones }: Known, contacts: ReadonlyArray<Said>) {
      const addresses = [...emails]
      const { members, suppressions } = yield* one(sql<{ members: number; suppressions: number }>`select
        (select count(*)::int from users r where ${own} and r.removed_at is null and lower(r.email) = any(${addresses}::text[])) as members,
        (select count(*)::int from email_suppressions r where ${own} and r.address in (
          select address_digest(r.company_id, said) from unnest(${addresses}::text[]) as a (said))) as suppressions`)
      return [
        { kind: "shared_phone", count: contacts.filter(({ phone }) => typeof phone === "string" && phones.has(phone)).length,
          reason: "Other contacts have this number too: it is theirs where it does not stand beside a record of the person." },
        { kind: "shared_name", count: contacts.filter((said) => names.some(([first, last]) => first === said["first_name"] && last === said["last_name"])).length,
          reason: "Other contacts have the same name: it is theirs where it does not stand beside a record of the person." },
        { kind: "user", count: members, reason: "A member of the company has this address: their membership and account are not the contact's." },
        { kind: "email_suppression", count: suppressions, reason: "So that nobody writes to the address again; it is kept as a digest only." }
      ].filter(({ count }) => count > 0)
    })

    const about = ({ about }: PersonalRows, person: Person): Statement.Fragment =>
      about === "never" || about === "anybody" ? sql.literal("false") : sql.and([own, about === undefined ? sql`r.contact_id = any(${[...person.ids]}::bigint[])` : about(sql, person)])

    /** Texts and JSON of rows without the person; `beside` where these are about them. */
    const cleaned = ({ json = [], texts = [], versioned = false }: PersonalRows, { forms, ids, words }: Person, beside: boolean) => [
      ...texts.map((column) => sql`${sql(column)} = erased_text(r.${sql(column)}, ${forms}, ${beside ? words : null})`),
      ...json.map((column) => sql`${sql(column)} = erased_json(r.${sql(column)}, ${beside ? 1 : 0}::int, ${[...ids]}::bigint[], ${forms}, ${words})`),
      ...versioned ? [sql.literal("version = r.version + 1, updated_at = now()")] : []
    ]

    const idsOf = (rows: ReadonlyArray<{ readonly id: number | null }>) => rows.flatMap(({ id }) => id === null ? [] : [id])

    /** Deletes what is about the person, or takes them out of it. */
    const eraseRows = (declared: PersonalRows, person: Person) => {
      const { deletable, kept, table } = declared
      if (declared.about === "never") return Effect.succeed([])
      const which = declared.about === "anybody" ? own : about(declared, person)
      const without = kept?.without ?? []
      const left = (columns: ReadonlyArray<string> = []) => columns.filter((column) => !without.includes(column))
      const set = [...cleaned({ ...declared, texts: left(declared.texts), json: left(declared.json) }, person, true), ...without.map((column) => sql`${sql(column)} = null`)]
      if (kept !== undefined) return Effect.orDie(sql<{ id: number | null }>`update ${sql(table)} r set ${sql.csv(set)} where ${which} returning r.id`)
      if (deletable) return Effect.orDie(sql<{ id: number | null }>`delete from ${sql(table)} r where ${which} returning (to_jsonb(r)->>'id')::bigint as id`)
      return Effect.orDie(Effect.tap(sql<{ id: number | null }>`select r.id from ${sql(table)} r where ${which}`, (rows) =>
        sql`select erase_rows(${table}, ${idsOf(rows)}::bigint[])`))
    }

    /** Takes the person out of rows that only name them. */
    const eraseMentions = Effect.fnUntraced(function*(declared: PersonalRows, person: Person) {
      const { json = [], table, texts = [] } = declared
      if (person.forms === null || texts.length + json.length === 0) return 0
      const found = sql.or([
        ...texts.map((column) => sql`r.${sql(column)} ~* ${person.forms}`), ...json.map((column) => sql`r.${sql(column)}::text ~* ${person.formed}`)
      ])
      const rows = yield* sql`update ${sql(table)} r set ${sql.csv(cleaned(declared, person, false))} where ${own} and ${found} returning 1`
      return rows.length
    }, Effect.orDie)

    return {
      /** The person whose contact this is, as they are and as they were; nothing where nothing is held of them. `lock` keeps the contact. */
      find: Effect.fnUntraced(function*(id: ContactId, { lock = false }: { readonly lock?: boolean } = {}) {
        if (lock) yield* Effect.orDie(sql`select r.id from contacts r where ${own} and r.id = ${id} for update`)
        const ids = yield* family(id)
        const known = knownOf((yield* snapshots(ids)).map(({ said }) => said))
        if (known.emails.size + known.phones.size + known.names.length === 0) return Option.none<Person>()
        const contacts = yield* others(known, ids)
        const theirs: Known = {
          emails: new Set(), phones: texts(contacts, "phone"), names: contacts.map(({ first_name, last_name }) => [first_name ?? null, last_name ?? null])
        }
        return Option.some<Person>({ ids, shared: yield* sharedBy(known, contacts), ...patternsOf(known, theirs) })
      }),

      /** Whether a file that names the person is being imported. */
      isImported: (person: Person) => exists(sql`
        select from imports r join workflow_runs w on w.company_id = r.company_id and w.id = r.run_id
          cross join lateral (select readable_text(string_agg(p.bytes, '' order by p.position)) as text from upload_pieces p
            where p.company_id = r.company_id and p.upload_id = r.upload_id offset 0) f
        where ${own} and r.finished_at is null and w.finished_at is null and ${naming(sql, person, sql.literal("f.text"))}`),

      /** The rows of one table about a person, as JSON. */
      rows: (declared: PersonalRows, person: Person) =>
        Effect.map(Effect.orDie(sql<{ row: object }>`
          select to_jsonb(r) - ${["company_id", ...declared.hidden ?? []]}::text[] as row from ${sql(declared.table)} r
          where ${about(declared, person)} order by to_jsonb(r)->'id'`), (rows) => rows.map(({ row }) => row)),

      /** What was changed of the person's records, and by which operation. */
      history: ({ ids }: Person) =>
        Effect.map(Effect.orDie(sql<{ row: object }>`
          select c.change || jsonb_build_object('verb', r.verb, 'at', r.created_at, 'receipt_id', r.id) as row
          from receipts r cross join jsonb_array_elements(r.changes) c (change)
          where ${own} and (c.change->>'object' = 'contact' and to_jsonb(${[...ids]}::bigint[]) @> (c.change->'id')
            or to_jsonb(${[...ids]}::bigint[]) @> (c.change #> '{after,contact_id}') or to_jsonb(${[...ids]}::bigint[]) @> (c.change #> '{before,contact_id}'))
          order by r.id`), (rows) => rows.map(({ row }) => row)),

      /** To whom the person's data went. */
      deliveries: ({ ids }: Person) =>
        Effect.map(Effect.orDie(sql<{ row: object }>`
          select jsonb_build_object('url', w.url, 'event', r.kind, 'status', r.status, 'at', r.created_at) as row
          from webhook_deliveries r join events e on e.company_id = r.company_id and e.id = r.event_id
            join webhooks w on w.company_id = r.company_id and w.id = r.webhook_id
          where ${own} and (e.kind like 'contact.%' and to_jsonb(${[...ids]}::bigint[]) @> (e.data #> '{object,id}')
            or to_jsonb(${[...ids]}::bigint[]) @> (e.data #> '{object,contact_id}')) order by r.id`), (rows) => rows.map(({ row }) => row)),

      /** Takes a person out of everything, within the transaction in progress. `verbs` are operations whose `id` is a contact's. */
      erase: Effect.fnUntraced(function*(person: Person, verbs: ReadonlyArray<string>) {
        const erased = new Map<string, number>()
        const kept = [...person.shared]
        const gone: Record<string, ReadonlyArray<number>> = { contact: person.ids }
        const near: Record<string, ReadonlyArray<number>> = {}
        const note = (kind: string, count: number) => erased.set(kind, (erased.get(kind) ?? 0) + count)

        yield* Effect.orDie(sql`select set_config('statement_timeout', ${ERASING_MS}, true)`)
        for (const declared of personal) {
          const rows = yield* eraseRows(declared, person)
          const { kept: stays, object } = declared
          if (stays === undefined) {
            note(object, rows.length)
            gone[object] = [...gone[object] ?? [], ...idsOf(rows)]
          } else {
            if (rows.length > 0) kept.push({ kind: object, count: rows.length, reason: stays.reason })
            near[object] = idsOf(rows)
          }
        }
        for (const declared of personal) note("mention", yield* eraseMentions(declared, person))
        yield* Effect.orDie(sql`
          delete from uploads r where ${own} and not r.stored and exists (select from imports i where i.company_id = r.company_id and i.upload_id = r.id)`)

        const { forms, formed, ids, worded, words } = person
        const { found } = yield* one(sql<{ found: { readonly [kind: string]: number } }>`
          select erase_from_journal(${[...ids]}::bigint[], ${JSON.stringify(gone)}::jsonb, ${JSON.stringify(near)}::jsonb, ${[...verbs]}::text[],
            ${forms}, ${words}, ${formed}, ${worded}) as found`)
        const { receipt = 0, ...others } = found
        for (const [kind, count] of Object.entries(others)) note(kind, count)
        if (receipt > 0) kept.push({ kind: "receipt", count: receipt, reason: "That something was done, when and by whom, stays proved; the values are erased." })
        return { erased: [...erased].filter(([, count]) => count > 0).map(([kind, count]) => ({ kind, count })), kept } satisfies Erased
      })
    }
  })
}) {
  static readonly layer = Layer.effect(People, People.make)
}
