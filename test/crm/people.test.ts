import { assert, layer } from "@effect/vitest"
import { Effect, Schema } from "effect"
import { Tenancy } from "#layers/kernel/tenancy"
import { payloadHash } from "#layers/workflows/runs"
import { Caller } from "#schemas/kernel/tenancy"
import { durable, step } from "#workflows/durable"
import { OwnerSql } from "../support/database.ts"
import { faultsOfChain, settled } from "../support/journal.ts"
import { eventually } from "../support/eventually.ts"
import { companyIds, PASSWORD, send, TestServerWith } from "../support/test-server.ts"
import { somebody } from "../support/workflows.ts"
import { ageProof, call as asPerson, plain } from "../auth/authenticator.ts"
import { login } from "../auth/signing.ts"
import { refusalOf } from "../roles/refusal.ts"
import { emailTo } from "../messages/emailing.ts"
import { here, receiver } from "../webhooks/receiver.ts"
import { imported } from "./imported.ts"
import { call } from "./records.ts"
import { found, left } from "./traces.ts"

/** Words that stand nowhere by chance. */
const person = {
  first_name: "Zyxolde", last_name: "Quarnwick", email: "zyxolde.quarnwick@unmistakable.example", phone: "+12025550187",
  custom_fields: { street: "17 Vexillary Crescent", shoe_size: 43 }, notes: "Lives at 17 Vexillary Crescent."
}

/** Files of the database that hold a trace, once what was deleted is vacuumed away. */
const foundOnDisk = Effect.gen(function*() {
  const sql = yield* OwnerSql
  yield* sql`vacuum full analyze`
  yield* sql`checkpoint`
  const [place] = yield* sql<{ folder: string }>`
    select current_setting('data_directory') || '/base/' || oid as folder from pg_database where datname = current_database()`
  return left(place!.folder)
}).pipe(Effect.orDie)

/** A workflow that knows the person: in its payload, in a step and in its result. */
const Greeting = durable({
  name: "test.greeting", version: 1, payload: { to: Schema.String }, success: Schema.Struct({ greeted: Schema.String })
})
const GreetingProgram = Greeting.program(Effect.fnUntraced(function*({ to }) {
  return { greeted: yield* step("greet", { success: Schema.String }, Effect.succeed(`Hello ${to}`)) }
}))

const greeted = Effect.gen(function*() {
  const sql = yield* OwnerSql
  const tenancy = yield* Tenancy
  const run = yield* Effect.provideService(tenancy.transaction(Greeting.start({ to: "Zyxolde Quarnwick" })), Caller, somebody)
  yield* eventually(Effect.orDie(sql<{ status: string }>`select status from workflow_runs where id = ${run}`), ([row]) => row?.status === "completed")
})

const attached = (contact_id: number) =>
  send(`/crm/files?${new URLSearchParams({ name: "Quarnwick offer.txt", contact_id: String(contact_id) })}`, {
    key: "acme", method: "POST", body: "For Zyxolde Quarnwick, 17 Vexillary Crescent", headers: { "content-type": "text/plain" }
  })

layer(TestServerWith(here, [[Greeting, GreetingProgram]]), { excludeTestServices: true })("a person", (it) => {
  it.effect("is erased everywhere, and the chain still verifies", () =>
    Effect.gen(function*() {
      const ok = yield* receiver()
      const failing = yield* receiver((response, { body }) => void response.writeHead(500).end(body))
      for (const { url } of [ok, failing]) {
        assert.strictEqual((yield* call("acme", "POST", "/webhooks", { url, events: ["*"] })).status, 201)
      }
      for (const [key, type] of [["street", "text"], ["shoe_size", "number"]]) {
        yield* call("acme", "POST", "/crm/fields", { object: "contact", key, label: key, type })
      }
      const key = { "idempotency-key": "people-1" }
      const made = yield* call("acme", "POST", "/crm/contacts", person, key)
      assert.strictEqual(made.status, 201, made.text)
      const { id } = made.json
      assert.strictEqual((yield* call("acme", "POST", "/crm/contacts", person, key)).headers.get("idempotent-replayed"), "true")
      yield* call("acme", "PATCH", `/crm/contacts/${id}`, { email: "zyxie@elsewhere.example" })
      const other = (yield* call("acme", "POST", "/crm/contacts", { first_name: "Bystander", notes: "Knows Quarnwick, Zyxolde well: (202) 555-0187." })).json
      const double = (yield* call("acme", "POST", "/crm/contacts", { first_name: "Zyxolde", last_name: "Quarnwick-Smythe", notes: "twin record" })).json
      yield* call("acme", "POST", "/crm/activities", { kind: "call", subject: "Quarnwick rang", body: "at 17 Vexillary Crescent", contact_id: id })
      const bystanders = (yield* call("acme", "POST", "/crm/activities", { kind: "note", subject: "About zyxolde quarnwick", contact_id: other.id })).json
      yield* call("acme", "POST", "/crm/tasks", { title: "Ring Zyxolde", contact_id: double.id, due_at: "2030-01-01T00:00:00Z" })
      const deal = (yield* call("acme", "POST", "/crm/deals", { title: "Quarnwick roof", amount: 900, contact_id: id })).json
      yield* call("acme", "POST", "/crm/companies", { name: "Zyxolde Quarnwick Roofing", address: "call 202-555-0187" })
      yield* call("acme", "POST", "/crm/segments", { name: "Mail", filter: { type: "field", field: "email", operator: "equals", value: person.email } })
      yield* greeted
      /* Names that are sent in parts are in no piece whole. */
      const sql = yield* OwnerSql
      yield* sql`with begun as (
          insert into event_streams (company_id, verb, livemode, fingerprint, worker, leased_until, pieces, outcome)
          select id, 'elsewhere', true, 'x', gen_random_uuid(), now(), 2, '{"status":200,"headers":{},"body":"Zyxolde Quarnwick"}'
          from companies where id in (1, 2) returning company_id, id)
        insert into event_pieces (company_id, stream_id, position, data)
        select company_id, id, n, data from begun, (values (1, '"Quarn'), (2, 'wick, Zyxolde"')) as given (n, data) where company_id = 1`
      yield* sql`update event_streams set outcome = null where company_id = 2`
      yield* emailTo(id, { mode: "test", subject: "For Zyxolde Quarnwick" })
      assert.strictEqual((yield* attached(id)).status, 201)
      const rows = `first_name,last_name,email,phone\nZyxolde,Quarnwick,not an address,${person.phone}\nZyxolde,Quarnwick,zyxie@elsewhere.example,\nImported,One,one@x.example,\n`
      const file = yield* imported(rows)
      assert.strictEqual(file.rejected, 1)
      const merged = yield* call("acme", "POST", `/crm/contacts/${id}/merge`, { contact_ids: [double.id] })
      assert.strictEqual(merged.status, 200, merged.text)
      assert.strictEqual((yield* call("cautious", "DELETE", `/crm/contacts/${id}`)).status, 428)
      assert.strictEqual((yield* call("cautious", "PATCH", `/crm/contacts/${id}`, { notes: "Zyxolde" })).status, 200)
      yield* eventually(Effect.sync(() => failing.received.length), (n) => n > 3)
      yield* settled

      const exported = yield* send(`/crm/contacts/${id}/personal-data`, { key: "acme" })
      assert.strictEqual(exported.status, 200, exported.text)
      assert.include(exported.headers.get("content-disposition"), `person-${id}.json`)
      const { contact_ids, records } = exported.json
      assert.deepStrictEqual(contact_ids, [id, double.id])
      assert.deepStrictEqual([records.contact.length, records.deal.length, records.activity.length, records.task.length, records.file.length, records.import_reject.length, records.email.length],
        [2, 1, 1, 1, 1, 1, 1])
      assert.deepStrictEqual(records.stream, [])
      assert.isAbove(records.change.length, 5)
      assert.include(records.delivery.map(({ url }: any) => url), failing.url)
      assert.isAbove((yield* found).length, 10)
      assert.isAbove((yield* foundOnDisk).length, 0)
      const twins = (yield* call("bolt", "POST", "/crm/contacts", { first_name: "Bolt", notes: "b" })).json

      const before = (yield* faultsOfChain(companyIds.acme))
      assert.deepStrictEqual(before.faults, [])
      const erased = yield* call("acme", "DELETE", `/crm/contacts/${id}/personal-data`)
      assert.strictEqual(erased.status, 200, erased.text)
      assert.deepStrictEqual(erased.json.contact_ids, [id, double.id])
      assert.includeMembers(erased.json.kept.map(({ kind }: any) => kind), ["deal", "receipt"])
      yield* settled
      assert.deepInclude(erased.json.erased, { kind: "stream", count: 1 })
      assert.deepStrictEqual(yield* sql`select company_id from event_streams`, [{ company_id: 2 }])
      assert.deepStrictEqual(yield* sql`select 1 from event_pieces`, [])
      assert.deepStrictEqual(yield* found, [])
      assert.deepStrictEqual(yield* foundOnDisk, [])
      /* No value can be guessed from a hash that stayed. */
      assert.strictEqual((yield* call("acme", "POST", "/crm/contacts", person, key)).status, 409)
      const [run] = yield* sql<{ hash: string }>`select encode(payload_hash, 'hex') as hash from workflow_runs where workflow = 'test.greeting'`
      assert.notStrictEqual(run!.hash, Buffer.from(payloadHash({ to: "Zyxolde Quarnwick" })).toString("hex"))
      const chain = yield* faultsOfChain(companyIds.acme)
      assert.deepStrictEqual(chain.faults, [])
      assert.isAbove(chain.length, before.length)

      assert.strictEqual((yield* call("bolt", "GET", `/crm/contacts/${twins.id}`)).text, JSON.stringify(twins))
      const told = ok.received.filter(({ event }) => event.kind === "person.erased").map(({ event }) => event.data)
      assert.deepStrictEqual(told, [{ object: { id } }])
      const { json: list } = yield* call("acme", "GET", "/agent/receipts?verb=create_contact&limit=200")
      const shown = list.items.flatMap(({ changes }: any) => changes).find((change: any) => change.id === id)
      assert.deepInclude(shown.after, { id, first_name: "[erased]", custom_fields: {}, version: 1 })
      assert.deepInclude(shown, { erased_by: id })

      assert.strictEqual((yield* call("acme", "GET", `/crm/contacts/${id}`)).status, 404)
      assert.strictEqual((yield* call("acme", "DELETE", `/crm/contacts/${id}/personal-data`)).status, 404)
      assert.strictEqual((yield* call("acme", "GET", `/crm/contacts/${id}/personal-data`)).status, 404)
      assert.deepInclude((yield* call("acme", "GET", `/crm/deals/${deal.id}`)).json, { contact_id: null, amount: 900, title: "[erased] roof" })
      assert.deepInclude((yield* call("acme", "GET", `/crm/activities/${bystanders.id}`)).json, { subject: "About [erased]" })
      assert.deepInclude((yield* call("acme", "GET", `/crm/contacts/${other.id}`)).json, { notes: "Knows [erased] well: ([erased]." })
    }))

  it.effect("is erased by agreement: the proposal says who, and what is left of it does not", () =>
    Effect.gen(function*() {
      const { id } = (yield* call("acme", "POST", "/crm/contacts", { first_name: "Zyxolde" })).json
      const path = `/crm/contacts/${id}/personal-data`
      const { json: { consent }, status } = yield* call("cautious", "DELETE", path)
      assert.deepStrictEqual([status, consent.summary], [428, "Erase a person: contact Zyxolde"])
      const preview = yield* send(`/agent/consents/${consent.id}/preview`, { key: "acme" })
      assert.deepStrictEqual(preview.json.changes.map(({ action, id, object }: any) => [object, action, id]), [["person", "remove", id]])
      assert.strictEqual((yield* call("acme", "GET", `/crm/contacts/${id}`)).status, 200)
      const { json: { confirmation } } = yield* call("acme", "POST", `/agent/consents/${consent.id}/approve`)
      const done = yield* call("cautious", "DELETE", path, undefined, { "x-service-confirmation": confirmation })
      assert.strictEqual(done.status, 200, done.text)
      yield* settled
      assert.deepStrictEqual(yield* found, [])
      assert.deepStrictEqual((yield* faultsOfChain(companyIds.acme)).faults, [])
      assert.deepInclude((yield* send(`/agent/consents/${consent.id}`, { key: "acme" })).json, { state: "executed", summary: "[erased]", input: null })
    }))

  it.effect("is erased by people who have just proved who they are, of their own company, in a tier that has it", () =>
    Effect.gen(function*() {
      const { id } = (yield* call("acme", "POST", "/crm/contacts", { first_name: "Step", email: "step@x.example" })).json
      const path = `/crm/contacts/${id}/personal-data`
      assert.strictEqual((yield* call("bolt", "DELETE", path)).status, 404)
      assert.strictEqual((yield* call("bolt", "GET", path)).status, 404)
      assert.strictEqual((yield* call("starter", "DELETE", path)).json.upgrade_to, "professional")
      yield* plain("owner")
      const tokens = yield* login("owner")
      yield* ageProof(tokens, "1 day")
      const sql = yield* OwnerSql
      yield* sql`insert into standing_consents (company_id, key_id, verb, agents) select company_id, id, 'erase_person', false from api_keys
        where company_id = ${companyIds.acme} and kind = 'session' on conflict do nothing`
      yield* eventually(asPerson(tokens, "DELETE", path), ({ json }) => json.code === "step_up_required")
      yield* asPerson(tokens, "POST", "/auth/step-up", { password: PASSWORD })
      assert.strictEqual((yield* asPerson(tokens, "DELETE", path)).status, 200)
    }))

  it.effect("waits for an import that names them, and leaves namesakes what is theirs", () =>
    Effect.gen(function*() {
      const sql = yield* OwnerSql
      const shared = { first_name: "Common", last_name: "Name", phone: "+12025550199" }
      const { id } = (yield* call("bolt", "POST", "/crm/contacts", { ...shared, email: "one@common.example" })).json
      const other = (yield* call("bolt", "POST", "/crm/contacts", { ...shared, email: "two@common.example", notes: "Common Name, 202 555 0199, one@common.example" })).json
      const big = `first_name,email\n${Array.from({ length: 6_000 }, (_, n) => `A${n},a${n}@x.example`).join("\n")}\nB,one@common.example\n`
      yield* send("/crm/contacts/import", { key: "bolt", method: "POST", body: big, headers: { "content-type": "text/csv" } })
      assert.strictEqual((yield* call("bolt", "DELETE", `/crm/contacts/${id}/personal-data`)).status, 409)
      yield* eventually(call("bolt", "GET", "/crm/imports"), ({ json }) => json.items[0].finished_at !== null, 60_000)
      const before = (yield* call("bolt", "GET", `/crm/contacts/${other.id}`)).json
      const erased = yield* call("bolt", "DELETE", `/crm/contacts/${id}/personal-data`)
      assert.strictEqual(erased.status, 200, erased.text)
      const common = erased.json.kept.filter(({ kind }: any) => kind.startsWith("shared_")).map(({ count, kind }: any) => [kind, count])
      assert.deepStrictEqual(common, [["shared_phone", 1], ["shared_name", 1]])
      const after = (yield* call("bolt", "GET", `/crm/contacts/${other.id}`)).json
      assert.deepStrictEqual({ ...after, version: 0, updated_at: "" }, { ...before, version: 0, updated_at: "", notes: "Common Name, 202 555 0199, [erased]" })
      const [uploads] = yield* sql<{ n: number }>`select count(*) as n from uploads where company_id = ${companyIds.bolt}`
      assert.strictEqual(uploads!.n, 0)
      yield* settled
      assert.deepStrictEqual((yield* faultsOfChain(companyIds.bolt)).faults, [])
    }))

  it.effect("is erased from receipts that were sealed before there were commitments", () =>
    Effect.gen(function*() {
      const sql = yield* OwnerSql
      const { id } = (yield* call("cautiousBolt", "POST", "/crm/contacts", { first_name: "Zyxolde", last_name: "Quarnwick" })).json
      yield* settled
      const last = sql.unsafe("company_id = 2 and sequence = (select max(sequence) from receipts where company_id = 2)")
      yield* sql.withTransaction(Effect.gen(function*() {
        yield* sql`set local session_replication_role = replica`
        yield* sql`update receipts set salts = null where ${last}`
        yield* sql`update receipts r set hash = sha256(previous_hash || convert_to(receipt_text(r), 'UTF8')) where ${last}`
        yield* sql`update chain_heads set receipt_hash = (select hash from receipts where ${last}) where company_id = 2`
      }))
      assert.deepStrictEqual((yield* faultsOfChain(companyIds.bolt)).faults, [])
      assert.strictEqual((yield* call("bolt", "DELETE", `/crm/contacts/${id}/personal-data`)).status, 200)
      yield* settled
      assert.deepStrictEqual(yield* found, [])
      assert.deepStrictEqual((yield* faultsOfChain(companyIds.bolt)).faults, [])
    }))

  it.effect("is found erased by the chain only where a receipt says so, and nobody changes what is proved", () =>
    Effect.gen(function*() {
      const sql = yield* OwnerSql
      const { id } = (yield* call("acme", "POST", "/crm/contacts", { first_name: "Proved" })).json
      yield* settled
      const forged = (change: string) => refusalOf(sql.withTransaction(Effect.andThen(
        sql.unsafe(`update receipts set ${change} where company_id = 1 and id = (select max(id) from receipts where company_id = 1)`), Effect.fail("done" as const))))
      for (const change of ["changes = '[]'", "payload_hash = '\\x00'", "salts = null", "salts = '{}'", "verb = 'x'",
        "changes = jsonb_set(changes, '{0,after,first_name}', '\"Other\"')"]) {
        assert.strictEqual(yield* forged(change), "P0001", change)
      }
      /* Somebody who can do everything makes it look erased. */
      yield* sql`update receipts r set salts = array[r.salts[1], null], changes = jsonb_build_array(r.changes->0
          || jsonb_build_object('after', '{}'::jsonb, 'erased_by', ${id}::int, 'commitment', change_commitment(r.salts[2], r.changes->0)))
        where company_id = 1 and id = (select max(id) from receipts where company_id = 1)`
      const { faults } = yield* faultsOfChain(companyIds.acme)
      assert.lengthOf(faults, 1)
      assert.include(faults[0], "not what was sealed")
    }))
})
