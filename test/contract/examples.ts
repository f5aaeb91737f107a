import { Effect, type Layer, Schema } from "effect"
import { Api } from "#schemas/api"
import { usualRecording, usualRouting, usualVoicemail } from "#schemas/messages/voice/routing"
import { catalogOf, type Operation, payloadOf } from "#schemas/kernel/catalog"
import { someAnswer, someConversation } from "../ai/examples.ts"
import { member, signedIn } from "../auth/calls.ts"
import { ended } from "../crm/imported.ts"
import { invited } from "../auth/inviting.ts"
import { someSource } from "../kb/examples.ts"
import { someText, someThread } from "../messages/sms/examples.ts"
import { someCall, someRecording } from "../messages/voice/examples.ts"
import { someVariant } from "../shop/examples.ts"
import { OwnerSql } from "../support/database.ts"
import { eventually } from "../support/eventually.ts"
import { prepared } from "../support/shop-order.ts"
import { companyIds, type TestServer, type Key, keys, send, type Sent } from "../support/test-server.ts"
import { encoded, exampleFile, type SentPart } from "./encoding.ts"
import { adjusted } from "./adjusted.ts"
import { askerOf, keyFor } from "./keys.ts"
import { jsonSchemaOf } from "./shape.ts"
import { decoded, type Part, valueOf } from "./values.ts"

export const catalog = catalogOf(Api)

/** One request of an operation, part by part, in the form that programs see. */
export interface Call {
  readonly params: Readonly<Record<string, unknown>>
  readonly query: Readonly<Record<string, unknown>>
  readonly payload: Readonly<Record<string, unknown>> | undefined
  /** A body without fields. */
  readonly file?: { readonly type: string; readonly text: string }
  /** The files of a multipart body, if not one of each. */
  readonly files?: ReadonlyArray<SentPart>
  readonly headers: Readonly<Record<string, string>>
}

/** Fields whose value would narrow or redirect the example; they are left out. */
const leftOut = new Set(["cursor"])

let turn = 0

const companyOf = (key: Key) => companyIds[keys[key].company]

type Here = Layer.Success<typeof TestServer>
type Made = Effect.Effect<any, never, Here>

const creatorOf = (path: string) =>
  catalog.find((entry) => entry.method === "POST" && entry.path.replace(/\/$/, "") === path && entry.successStatus === 201)

/** What the operation that makes such a record answers with; nothing where there is none. */
const madeBy = (path: string, key: Key): Made => {
  const creator = creatorOf(path)
  return creator === undefined ? Effect.undefined : Effect.map(perform(creator, key), ({ json, status, text }) => {
    if (status !== 201) throw new Error(`${creator.name} answered ${status}: ${text}`)
    return json
  })
}

const idOf = (path: string) => (key: Key): Made => Effect.map(madeBy(`/api/v1${path}`, key), (made) => made?.id)

const unique = (text: (turn: number) => string) => (): Made => Effect.sync(() => text(turn++))

/** The field that examples fill, in contacts and deals; the company gets it with the first of them. */
const ownField = Effect.fnUntraced(function*(key: Key) {
  for (const object of ["contact", "deal"]) {
    const body = JSON.stringify({ object, key: "shoe_size", label: "Shoe size", type: "number" })
    yield* send("/crm/fields", { key, method: "POST", body })
  }
})

/** A call that waits for a person. */
const consent = Effect.fnUntraced(function*(key: Key) {
  const { id } = yield* madeBy("/api/v1/crm/contacts", key)
  const { json } = yield* send(`/crm/contacts/${id}`, { key: askerOf[key] ?? key, method: "DELETE" })
  return json.consent.id
})

/** The run that watches it, from when it does nothing but wait. */
const run = Effect.fnUntraced(function*(key: Key) {
  const sql = yield* OwnerSql
  const id = yield* consent(key)
  for (;;) {
    const [row] = yield* Effect.orDie(sql<{ id: number }>`
      select r.id from workflow_runs r join consents c on c.run_id = r.id where c.id = ${id} and r.status = 'waiting' and r.wake_at is not null`)
    if (row !== undefined) return row.id
    yield* Effect.sleep("20 millis")
  }
})

/** What an operation answers with that has another path than what it makes. */
const madeWith = (operation: string) => (key: Key): Made =>
  Effect.map(perform(catalog.find(({ name }) => name === operation)!, key), ({ json }) => json.id)

/** An import that has ended. */
const finishedImport = Effect.fnUntraced(function*(key: Key) {
  const { json } = yield* perform(catalog.find(({ name }) => name === "import_contacts")!, key)
  yield* ended(json.id, key)
  return json.id
})

/** The import of a site, and a check of its links, that have ended. */
const endedWork = (operation: "check_links" | "import_site", path: string) => Effect.fnUntraced(function*(key: Key) {
  const { json: { id }, status, text } = yield* perform(catalog.find(({ name }) => name === operation)!, key)
  if (status !== 202) throw new Error(`${operation} answered ${status}: ${text}`)
  yield* eventually(send(`${path}/${id}`, { key }), ({ json }) => json.finished_at !== null)
  return id
})

/** A batch whose run has ended. */
const endedBatch = Effect.fnUntraced(function*(key: Key) {
  const { json: { id } } = yield* perform(catalog.find(({ name }) => name === "create_workflow_batch")!, key)
  yield* eventually(send(`/workflows/batches/${id}`, { key }), ({ json }) => json.status === "completed")
  return id
})

/** Two contacts, to be merged into a third. */
const pair = Effect.fnUntraced(function*(key: Key) {
  const ids = [yield* idOf("/crm/contacts")(key), yield* idOf("/crm/contacts")(key)]
  yield* send("/crm/tasks", { key, method: "POST", body: JSON.stringify({ title: "To be moved", contact_id: ids[0] }) })
  return ids
})

/** A tool client that is connected; a person agrees to that on a page. */
const connection = Effect.fnUntraced(function*(key: Key) {
  const sql = yield* OwnerSql
  const company_id = companyOf(key)
  const [row] = yield* sql<{ id: number }>`
    with person as (select id, account_id from users where company_id = ${company_id} and account_id is not null limit 1),
    made as (
      insert into api_keys (company_id, kind, user_id, prefix, label, agent, mode, scopes, expires_at)
      select ${company_id}, 'grant', id, '', 'Assistant', 'Assistant', 'live', '{crm:read}', now() + interval '1 day' from person returning id)
    insert into oauth_grants (company_id, key_id, account_id, grant_hash, client_id, client_name)
    select ${company_id}, made.id, person.account_id, sha256(${`grant ${turn++}`}::bytea), 'https://assistant.example/client.json', 'Assistant'
    from made, person returning key_id as id`
  return row!.id
}, Effect.orDie)

/** An e-mail to a customer, which other operations' programs write. */
const customerEmail = Effect.fnUntraced(function*(key: Key) {
  const sql = yield* OwnerSql
  const [row] = yield* sql<{ id: number }>`insert into emails ${sql.insert({
    company_id: companyOf(key), template: "notice", transactional: true, recipient: "grace@navy.example", subject: "Hello", text: "Hello\n",
    html: "<p>Hello</p>", state: "sent", livemode: keys[key].mode === "live", reference: `example ${turn++}`
  })} returning id`
  return row!.id
}, Effect.orDie)

/** A phone number that the company has. */
const phoneNumber = Effect.fnUntraced(function*(key: Key) {
  const sql = yield* OwnerSql
  const [row] = yield* sql<{ id: number }>`insert into phone_numbers ${sql.insert({
    company_id: companyOf(key), livemode: keys[key].mode === "live", phone: `+1202555${String(1000 + turn++).slice(-4)}`, state: "active", provider: "simulated",
    country: "US", messages_per_second: 1, unknown_senders: "create_contact", capabilities: ["sms", "voice"], routing: JSON.stringify(usualRouting),
    voicemail: JSON.stringify(usualVoicemail), recording: JSON.stringify(usualRecording),
    registration: JSON.stringify({ kind: "none", state: "not_needed", reason: null })
  })} returning id`
  return row!.id
}, Effect.orDie)

/** A dispute of a payment, which the payment provider tells of. */
const dispute = Effect.fnUntraced(function*(key: Key) {
  const sql = yield* OwnerSql
  const payment_id = yield* idOf("/gateway/payments")(key)
  const [row] = yield* sql<{ id: number }>`insert into disputes ${sql.insert({
    company_id: companyOf(key), payment_id, state: "open", amount: 100, currency: "USD", reference: `example ${turn++}`, livemode: keys[key].mode === "live"
  })} returning id`
  return row!.id
}, Effect.orDie)

/** Ids of records that no operation makes by itself, by where they live. */
const elsewhere: Readonly<Record<string, (key: Key) => Made>> = {
  "/agent/consents": consent,
  "/auth/invitations": (key) => Effect.map(invited(key), ({ id }) => id),
  "/auth/members": member,
  "/auth/oauth/grants": connection,
  "/auth/sessions": (key) => Effect.map(signedIn(key), ({ session_id }) => session_id),
  "/calendar/time-off": madeWith("add_time_off"),
  "/chat/conversations": someConversation,
  "/chat/messages": someAnswer,
  "/cms/imports": endedWork("import_site", "/cms/imports"),
  "/cms/links/checks": endedWork("check_links", "/cms/links/checks"),
  "/cms/pages/public/forms": idOf("/cms/forms"),
  "/crm/imports": finishedImport,
  "/crm/merges": madeWith("merge_contacts"),
  "/ecommerce/fulfillments": (key) => Effect.map(prepared(key), ({ id }) => id),
  "/ecommerce/variants": someVariant,
  "/gateway/disputes": dispute,
  "/gateway/refunds": madeWith("refund_payment"),
  "/kb/sources": someSource,
  "/kb/company": (key) => Effect.succeed(companyOf(key)),
  "/messages/emails": customerEmail,
  "/sms/messages": someText,
  "/sms/threads": someThread,
  "/voice/calls": someCall,
  "/voice/numbers": phoneNumber,
  "/voice/recordings": someRecording,
  "/workflows/batches": endedBatch,
  "/workflows/runs": run,
  "/webhooks/deliveries": madeWith("send_test_event")
}

/** How to get a value that only the company itself knows. Everything else comes from the schema. */
const obtained: Readonly<Record<string, (key: Key) => Made>> = {
  contact_id: idOf("/crm/contacts"),
  organization_id: idOf("/crm/companies"),
  deal_id: idOf("/crm/deals"),
  page_id: idOf("/cms/pages"),
  plan_id: idOf("/gateway/plans"),
  entry_id: idOf("/kb/company/:id"),
  segment_id: idOf("/crm/segments"),
  contact_ids: pair,
  pipeline_id: (key) => Effect.map(send("/crm/pipelines?limit=1", { key }), ({ json }) => json.items[0].id),
  owner_id: member, assignee_id: member, seller_id: member, user_id: member,
  company_id: (key) => Effect.succeed(companyOf(key)),
  host: unique((turn) => `shop${turn}.juniper.test`),
  email: unique((turn) => `example${turn}@x.example`),
  name: unique((turn) => `Example ${turn}`),
  key: unique((turn) => `example_${turn}`),
  custom_fields: (key) => Effect.as(ownField(key), { shoe_size: 38.5 }),
  custom_field: (key) => Effect.as(ownField(key), ["shoe_size:38.5"])
}

/** Fields that name a record of the company, so that another company's must not pass. */
export const isReference = ({ name, schema }: Part) =>
  name.endsWith("_id") && name in obtained && name !== "company_id" &&
  JSON.stringify({ ...schema, $defs: {} }).includes("integer")

/** Where the records live that an operation's `:id` names, below `/api/v1`. */
const collectionOf = ({ path }: Operation) => path.slice("/api/v1".length, path.indexOf("/:"))

const filled = Effect.fnUntraced(function*(part: Schema.Top | undefined, get: typeof obtained, key: Key): Effect.fn.Return<
  Record<string, unknown>, never, Here
> {
  const values: Record<string, unknown> = {}
  for (const { name, schema } of decoded(part)) {
    const value = leftOut.has(name) ? undefined : yield* get[name]?.(key) ?? Effect.succeed(valueOf(schema))
    if (value !== undefined) values[name] = value
  }
  return values
})

const asksForProof = ({ endpoint }: Operation) =>
  [...endpoint.error].some((error) => JSON.stringify(jsonSchemaOf(error)).includes("\"step_up_required\""))

/** All sessions of the company have just proved again who uses them, where the operation asks for that. */
const proven = Effect.fnUntraced(function*(entry: Operation, key: Key) {
  if (!asksForProof(entry)) return
  const sql = yield* OwnerSql
  yield* sql`update sessions set stepped_up_at = now() where company_id = ${companyOf(key)}`
}, Effect.orDie)

/** A request that must succeed, every field filled; what it refers to was made for it. */
export const exampleOf = Effect.fnUntraced(function*(entry: Operation, key: Key): Effect.fn.Return<Call, never, Here> {
  const { endpoint, raw, upload = raw } = entry
  const call: Call = {
    params: yield* filled(endpoint.params, { ...obtained, id: elsewhere[collectionOf(entry)] ?? idOf(collectionOf(entry)) }, key),
    query: yield* filled(endpoint.query, obtained, key),
    payload: payloadOf(endpoint) === undefined ? undefined : yield* filled(payloadOf(endpoint), obtained, key),
    ...upload !== undefined && { file: exampleFile(upload) },
    headers: {}
  }
  yield* proven(entry, key)
  return yield* adjusted[entry.name]?.(call, key) ?? Effect.succeed(call)
})

/** The path below the server's address. */
export const addressOf = ({ path }: Operation, { params, query }: Pick<Call, "params" | "query">) => {
  const search = new URLSearchParams(Object.entries(query).flatMap(([name, value]) =>
    (Array.isArray(value) ? value : [value]).map((one) => [name, String(one)])))
  const filled = path.replace(/:(\w+)/g, (_, name) => encodeURIComponent(String(params[name] ?? "1")))
  return search.size === 0 ? filled : `${filled}?${search}`
}

/** Sends a call over plain HTTP; `init.key` as `keyFor` has it. */
export const sendCall = (entry: Operation, call: Call, init: Parameters<typeof send>[1] = {}) => {
  const { body, type } = call.file === undefined ? encoded(entry, call.payload, call.files) ?? {} : { body: call.file.text, type: call.file.type }
  return send(addressOf(entry, call), {
    method: entry.method,
    ...body !== undefined && { body },
    ...init,
    ...init.key !== undefined && { key: keyFor(entry, init.key) },
    headers: { ...type !== undefined && { "content-type": type }, ...call.headers, ...init.headers as Record<string, string> }
  })
}

/** Makes an example and sends it. */
export const perform = (entry: Operation, key: Key): Effect.Effect<Sent, never, Here> =>
  Effect.flatMap(exampleOf(entry, key), (call) => sendCall(entry, call, { key }))
