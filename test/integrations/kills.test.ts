import { join } from "node:path"
import { assert, it } from "@effect/vitest"
import { Effect, Layer, Redacted, type Scope } from "effect"
import type { Credentials, IntegrationSettings } from "#layers/integrations/access"
import { Connections } from "#layers/integrations/connections"
import type { IntegrationKey } from "#schemas/integrations/catalogue"
import { Caller } from "#schemas/kernel/tenancy"
import { sync_integration } from "#workflows/integrations/sync/runs"
import { OwnerSql } from "../support/database.ts"
import { begin, companyUrl, programsOn } from "../support/engine.ts"
import { killedAfter } from "../support/engine-worker.ts"
import { eventually } from "../support/eventually.ts"
import { rounds } from "../support/rounds.ts"
import { somebody } from "../support/workflows.ts"
import { quickbooksServer, REALM, TENANT, TOKENS, xeroServer } from "./accounting-servers.ts"
import { AUDIENCE, MAILCHIMP_KEY, mailchimpServer } from "./mailchimp-server.ts"
import { graphServer, linkedinServer, META, metaServer, PAYPAL, paypalServer, stripeAccountServer } from "./people-servers.ts"

const OBJECTS = rounds(300, 5_000)
const STRIPE = "rk_live_0123456789abcdef"
const LONG = 1_800_000

const agreed: Credentials = { token: Redacted.make(TOKENS.token), refresh_token: Redacted.make(TOKENS.refresh_token), expires_at: null }

/** People whom the company knows, and what it billed them and was paid. */
const billed = Effect.fnUntraced(function*(count: number) {
  const sql = yield* OwnerSql
  yield* sql`insert into contacts (company_id, first_name, email) select 1, 'Person ' || n, 'person' || n || '@billed.example' from generate_series(1, ${count}::int) n`
  yield* sql`insert into invoices (company_id, contact_id, number, state, currency, lines, discount, invoice_discount, subtotal, tax, taxes, amount, paid_amount, payments,
      issued_on, finalized_at, livemode)
    select 1, id, 'INV-' || id, 'open', 'USD', '[{"description":"Lamp","quantity":1,"unit_amount":1000}]', 0, 0, 1000, 0, '[]', 1000, 400,
      '[{"amount":400,"received_on":"2026-11-02","method":"transfer","reference":null}]', '2026-11-01', now(), true
    from contacts where email like '%@billed.example'`
})

interface Case {
  readonly credentials: Credentials
  readonly settings: Omit<IntegrationSettings, "conflict">
  readonly server: Effect.Effect<{ readonly url: string; readonly there: () => number }, never, Scope.Scope>
  /** What there is before. */
  readonly before?: Effect.Effect<void, never, OwnerSql>
  readonly created: number
  /** What is there afterwards: so many rows of a table here, or records at the other side. */
  readonly rows?: readonly [of: string, count: number]
  readonly told?: number
}

const people = (domain: string) => `contacts where deleted_at is null and email like '%@${domain}'`
const serving = <A extends { readonly url: string }, R>(server: Effect.Effect<A, never, R>, there: (server: A) => number) =>
  Effect.map(server, (one) => ({ url: one.url, there: () => there(one) }))
const recordsOf = ({ records }: { readonly records: Record<string, Map<string, unknown>> }) => Object.values(records).reduce((sum, { size }) => sum + size, 0)
const third = Math.floor(OBJECTS / 3)

const cases: Partial<Record<IntegrationKey, Case>> = {
  quickbooks: {
    credentials: agreed, settings: { tenant: REALM }, server: serving(quickbooksServer, recordsOf), before: Effect.orDie(billed(third)), created: third * 3, told: third * 3
  },
  mailchimp: {
    credentials: { token: Redacted.make(MAILCHIMP_KEY) }, settings: { account: AUDIENCE }, server: serving(mailchimpServer(OBJECTS - third), ({ writes }) => writes.length),
    before: Effect.orDie(billed(third)), created: OBJECTS, rows: [people("list.example"), OBJECTS - third], told: third
  },
  xero: {
    credentials: agreed, settings: { tenant: TENANT }, server: serving(xeroServer, recordsOf), before: Effect.orDie(billed(third)), created: third * 3, told: third * 3
  },
  stripe: { credentials: { token: Redacted.make(STRIPE) }, settings: {}, server: serving(stripeAccountServer(STRIPE, OBJECTS), () => 0), created: OBJECTS + 2, rows: [people("paid.example"), OBJECTS] },
  microsoft: { credentials: agreed, settings: {}, server: serving(graphServer(OBJECTS, 50), () => 0), created: OBJECTS, rows: [people("there.example"), OBJECTS] },
  paypal: {
    credentials: { client_id: PAYPAL.client_id, client_secret: Redacted.make(PAYPAL.client_secret) }, settings: {}, server: serving(paypalServer(OBJECTS), () => 0),
    before: OwnerSql.use((sql) => Effect.asVoid(Effect.orDie(sql`insert into contacts (company_id, first_name, email) values (1, 'Payer', 'payer1@paid.example')`))),
    created: OBJECTS + 2, rows: ["activities", OBJECTS + 2]
  },
  meta_leads: { credentials: { token: Redacted.make(META.token) }, settings: { account: META.form }, server: serving(metaServer(OBJECTS), () => 0), created: OBJECTS, rows: [people("form.example"), OBJECTS] },
  linkedin_leads: { credentials: agreed, settings: { account: "507404993" }, server: serving(linkedinServer(OBJECTS), () => 0), created: OBJECTS, rows: [people("form.example"), OBJECTS] }
}

interface Row {
  readonly created: number
  readonly failed: number
  readonly error: string | null
  readonly finished: boolean
}

const latest = OwnerSql.use((sql) => Effect.map(Effect.orDie(sql<Row>`select created, failed, error, finished_at is not null as finished
  from integration_runs order by id desc limit 1`), ([row]) => row!))
const numberOf = (of: string) => OwnerSql.use((sql) => Effect.map(Effect.orDie(sql<{ n: number }>`select count(*)::int as n from ${sql.literal(of)}`), ([row]) => row!.n))

/* The suite kills one that tells; all of them take minutes, and are killed by `npm run faults`. */
for (const [key, one] of Object.entries(cases).slice(0, rounds(1, 8)) as ReadonlyArray<[IntegrationKey, Case]>) {
  const { before = Effect.void, created, credentials, rows, server, settings, told = 0 } = one
  it.live(`${key}: ${created} objects are exact, whatever kills the process, and the second run finds nothing new`, () =>
    Effect.gen(function*() {
      const url = yield* companyUrl
      const other = yield* server
      const work = killedAfter(url, join(import.meta.dirname, "sync-works.ts"), JSON.stringify({ [key]: other.url }))
      const some = (part: number) => eventually(latest, (run) => run.created >= created * part, LONG)
      const finished = eventually(latest, (run) => run.finished, LONG)
      yield* Effect.gen(function*() {
        yield* before
        yield* begin(Connections.use(({ connect }) => connect({ key, state: "connected", account: null, settings: { conflict: "ours", ...settings }, credentials })))
        const began = performance.now()
        yield* begin(sync_integration({ key, dry_run: false }))
        yield* work(some(0.3))
        yield* work(some(0.6))
        const first = yield* work(finished)
        const took = performance.now() - began
        assert.deepInclude(first, { created, error: null })
        assert.strictEqual(yield* numberOf("integration_objects where action = 'created'"), created)
        assert.strictEqual(yield* numberOf("integration_links"), created)
        if (rows !== undefined) assert.strictEqual(yield* numberOf(rows[0]), rows[1])
        if (told > 0) assert.strictEqual(other.there(), told)
        yield* begin(sync_integration({ key, dry_run: false }))
        assert.deepInclude(yield* work(finished), { created: 0, error: null })
        if (told > 0) assert.strictEqual(other.there(), told)
        console.log(`${key}: ${created} objects, killed twice: ${Math.round(took)} ms`)
      }).pipe(Effect.provideService(Caller, somebody), Effect.provide(Layer.merge(programsOn(url), OwnerSql.layerOf(url))))
    }).pipe(Effect.scoped), LONG)
}
