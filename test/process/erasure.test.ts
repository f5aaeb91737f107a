import { existsSync, readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { assert, it } from "@effect/vitest"
import { Context, Effect, Layer, Redacted } from "effect"
import { dataOf } from "#layers/database/url"
import { attach } from "#layers/embedded-postgres/attach"
import { found, holds, left } from "../crm/traces.ts"
import { OwnerSql } from "../support/database.ts"
import { eventually } from "../support/eventually.ts"
import { faultsOfChain, settled } from "../support/journal.ts"
import { ask, migratedHome, run, serve } from "./service.ts"
import { receiver } from "../webhooks/receiver.ts"

const person = {
  first_name: "Zyxolde", last_name: "Quarnwick", email: "zyxolde.quarnwick@unmistakable.example", phone: "+12025550187",
  notes: "Lives at 17 Vexillary Crescent."
}

/** The database of the service that has this folder, as its owner. */
const ownerOf = Effect.fnUntraced(function*(folder: string) {
  const cluster = yield* Effect.flatMap(attach({ data: dataOf(folder) }), Effect.fromOption)
  return Context.get(yield* Layer.build(OwnerSql.layerOf(Redacted.make(cluster.url("postgres")))), OwnerSql)
})

it.live("an erased person is in no table, no file of the data folder, no e-mail and no line of the log", () =>
  Effect.gen(function*() {
    const folder = yield* migratedHome
    const variables = { DATA_DIR: folder, LOG_LEVEL: "trace", WEBHOOK_ALLOW_HTTP: "true", WEBHOOK_ALLOW_HOSTS: "127.0.0.1" }
    const service = yield* serve(variables)
    const made = yield* run(["key", "--company", "1", "--mode", "live", "--label", "Live", "--json"], variables)
    const key: string = JSON.parse(made.out).key
    const approver: string = JSON.parse((yield* run(
      ["key", "--company", "1", "--mode", "live", "--label", "Olga", "--scopes", "consents:approve,agents:read", "--json"], variables)).out).key
    const call = (method: string, path: string, body?: unknown, headers: Record<string, string> = {}) =>
      ask(service, `/api/v1${path}`, {
        method, headers: { authorization: `Bearer ${key}`, "content-type": "application/json", ...headers },
        ...body !== undefined && { body: typeof body === "string" ? body : JSON.stringify(body) }
      })
    const sql = yield* ownerOf(folder)
    const inDatabase = Effect.provideService(OwnerSql, sql)

    const { url } = yield* receiver((response, { body }) => void response.writeHead(500).end(body))
    assert.strictEqual((yield* call("POST", "/webhooks", { url, events: ["*"] })).status, 201)
    const { json: { id } } = yield* call("POST", "/crm/contacts", person, { "idempotency-key": "one" })
    const { json: other } = yield* call("POST", "/crm/contacts", { first_name: "Bystander", notes: "Knows Zyxolde Quarnwick." })
    yield* call("POST", "/crm/deals", { title: "Quarnwick roof", amount: 900, contact_id: id })
    yield* call("POST", "/crm/tasks", { title: "Ring Zyxolde", contact_id: id, due_at: "2030-01-01T00:00:00Z" })
    yield* call("POST", "/crm/activities", { kind: "note", subject: "Quarnwick rang", contact_id: id }, { "x-service-agent": "ada" })
    yield* call("POST", "/crm/segments", { name: "Mail", filter: { type: "field", field: "email", operator: "equals", value: person.email } })
    assert.strictEqual((yield* call("POST", `/crm/files?name=Quarnwick.txt&contact_id=${id}`, "For Zyxolde Quarnwick, 17 Vexillary Crescent",
      { "content-type": "text/plain" })).status, 201)
    const rows = `first_name,last_name,email,phone\nZyxolde,Quarnwick,not an address,${person.phone}\nZyxolde,Quarnwick,${person.email},\n`
    const { json: file } = yield* call("POST", "/crm/contacts/import", rows, { "content-type": "text/csv" })
    yield* eventually(call("GET", `/crm/imports/${file.id}`), ({ json }) => json.finished_at !== null, 30_000)
    const exported = yield* ask(service, "/api/v1/crm/contacts?search=quarnwick", { headers: { authorization: `Bearer ${key}`, accept: "text/csv" } })
    assert.strictEqual(exported.status, 200)

    /* As a program of a category writes one; no operation does yet. */
    const [email] = yield* sql<{ id: number }>`
      insert into emails (company_id, template, transactional, contact_id, recipient, subject, text, html, state, reference, livemode)
      values (1, 'notice', true, ${id}, ${person.email}, 'For Zyxolde Quarnwick', 'Dear Zyxolde', '<p>Dear Zyxolde</p>', 'queued', 'r1', true),
        (1, 'notice', true, ${other.id}, 'bystander@x.example', 'About Zyxolde Quarnwick', 'a', '<p>a</p>', 'queued', 'r2', true) returning id`
    yield* sql`insert into workflow_runs (company_id, workflow, version, payload, payload_hash, origin, livemode)
      select 1, 'messages.email', 1, jsonb_build_object('email_id', e.id), '', r.origin, true
      from emails e, (select origin from workflow_runs limit 1) r where e.company_id = 1 and reference in ('r1', 'r2')`
    const mail = join(folder, "mail")
    yield* eventually(Effect.sync(() => existsSync(mail) ? readdirSync(mail).filter((name) => name.endsWith(".eml")) : []), ({ length }) => length === 2)
    assert.include(readFileSync(join(mail, `customer-1-${email!.id}.eml`), "utf8"), "Dear Zyxolde")

    /* What breaks is logged, and PostgreSQL repeats the values that it does not like. */
    yield* sql`alter table contacts add constraint unlucky check (first_name <> 'Zyxolde' or last_name <> 'Unlucky')`
    yield* sql`create function unlucky() returns trigger language plpgsql as $$ begin
      if new.notes = 'Vexillary' then perform new.email::int; end if; return new; end $$`
    yield* sql`create trigger unlucky before insert on contacts for each row execute function unlucky()`
    assert.strictEqual((yield* call("POST", "/crm/contacts", { first_name: "Zyxolde", last_name: "Unlucky" })).status, 500)
    assert.strictEqual((yield* call("POST", "/crm/contacts", { first_name: "Z", email: person.email, notes: "Vexillary" })).status, 500)
    yield* sql`alter table contacts drop constraint unlucky`
    yield* sql`drop function unlucky cascade`
    assert.strictEqual((yield* call("POST", "/crm/contacts", `{"first_name": Zyxolde Quarnwick}`)).status, 400)
    assert.strictEqual((yield* call("GET", `/crm/contacts/${person.email}`)).status, 422)
    assert.strictEqual((yield* call("GET", `/nowhere/${person.email}`)).status, 404)
    yield* inDatabase(settled)

    assert.isAbove((yield* inDatabase(found)).length, 10)
    assert.isAbove(left(folder).length, 2)
    const proposed = yield* call("DELETE", `/crm/contacts/${id}/personal-data`)
    assert.strictEqual(proposed.status, 428, JSON.stringify(proposed.json))
    const { json: { confirmation } } = yield* call("POST", `/agent/consents/${proposed.json.consent.id}/approve`, undefined, { authorization: `Bearer ${approver}` })
    const erased = yield* call("DELETE", `/crm/contacts/${id}/personal-data`, undefined, { "x-service-confirmation": confirmation })
    assert.strictEqual(erased.status, 200, JSON.stringify(erased.json))
    yield* inDatabase(settled)
    service.signal("SIGTERM")
    yield* service.ended

    /* What is due within a minute is done at the start. */
    const again = yield* serve(variables)
    const after = yield* ownerOf(folder)
    yield* eventually(after<{ n: number }>`select count(*)::int as n from erasures where analyzed_at is null`.pipe(Effect.orDie), ([row]) => row!.n === 0)
    yield* eventually(Effect.sync(() => readdirSync(join(folder, "mail")).filter((name) => name.startsWith("customer"))), ({ length }) => length === 0)
    yield* eventually(Effect.sync(() => left(join(folder, "postgres-18/pg_wal"))), ({ length }) => length === 0)
    assert.deepStrictEqual(yield* Effect.provideService(found, OwnerSql, after), [])
    /* Free room in pages keeps the bytes of what was there, until something else is written to it or this is done. */
    yield* after`vacuum full`
    yield* after`select installation.end_write_ahead_log()`
    assert.deepStrictEqual(left(folder), [])
    for (const { err, out } of [service.said, again.said]) assert.deepStrictEqual(`${out}\n${err}`.split("\n").filter(holds), [])
    assert.match(service.said.out, /"msg":"request failed"/)
    assert.deepStrictEqual((yield* Effect.provideService(faultsOfChain(1), OwnerSql, after)).faults, [])
  }))
