import { Effect, Redacted, type Scope } from "effect"
import type { Credentials, IntegrationSettings } from "#layers/integrations/access"
import type { IntegrationKey } from "#schemas/integrations/catalogue"
import { providerServer, type ProviderServer } from "../providers/provider-server.ts"
import { OwnerSql } from "../support/database.ts"
import { quickbooksServer, REALM, TENANT, xeroServer } from "./accounting-servers.ts"
import { AUDIENCE, MAILCHIMP_KEY, mailchimpServer } from "./mailchimp-server.ts"
import { graphServer, linkedinServer, META, metaServer, PAYPAL, paypalServer, stripeAccountServer } from "./people-servers.ts"
import type { TokenServer } from "./token-server.ts"

const STRIPE = "rk_live_0123456789abcdef"
const agreed = ({ tokens }: Running): Credentials => tokens!.agreed()

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

type Served = Pick<ProviderServer, "fail" | "url"> & { readonly tokens?: TokenServer }

/** Another system as it runs on this machine. */
interface Running extends Served {
  /** How many records it has of what it was told. */
  readonly there: () => number
}

/** Another system, how a company is let in, and what a first sync of so many objects comes to. */
export interface System {
  readonly credentials: (server: Running) => Credentials
  readonly settings: Omit<IntegrationSettings, "conflict">
  readonly server: Effect.Effect<Running, never, Scope.Scope>
  /** What there is before. */
  readonly before?: Effect.Effect<void, never, OwnerSql>
  readonly created: number
  /** What is there afterwards: so many rows of a table here, or records at the other side. */
  readonly rows?: readonly [of: string, count: number]
  readonly told?: number
}

/** A file of people, which asks for no key. */
const csvServer = (count: number) =>
  providerServer(() => ({
    status: 200, headers: { "content-type": "text/csv" },
    body: `id;first_name;email\r\n${Array.from({ length: count }, (_, n) => `${n};"Person ""${n}""";person${n}@file.example\r\n`).join("")}`
  }))

const people = (domain: string) => `contacts where deleted_at is null and email like '%@${domain}'`
const serving = <A extends Served, R>(server: Effect.Effect<A, never, R>, there: (server: A) => number) =>
  Effect.map(server, (one): Running => ({ url: one.url, fail: one.fail, there: () => there(one), ...one.tokens !== undefined && { tokens: one.tokens } }))
const recordsOf = ({ records }: { readonly records: Record<string, Map<string, unknown>> }) => Object.values(records).reduce((sum, { size }) => sum + size, 0)

export interface RunRow {
  readonly created: number
  readonly error: string | null
  readonly finished: boolean
}

export const latestRun = OwnerSql.use((sql) => Effect.map(Effect.orDie(sql<RunRow>`select created, error, finished_at is not null as finished
  from integration_runs order by id desc limit 1`), ([row]) => row!))

/** How many rows there are of something that stands behind `from`. */
export const rowsOf = (of: string) => OwnerSql.use((sql) => Effect.map(Effect.orDie(sql<{ n: number }>`select count(*)::int as n from ${sql.literal(of)}`), ([row]) => row!.n))

/** All but Google, which has tests of its own. */
export const systemsOf = (objects: number): ReadonlyArray<readonly [IntegrationKey, System]> => {
  const third = Math.floor(objects / 3)
  const systems: Partial<Record<IntegrationKey, System>> = {
    quickbooks: {
      credentials: agreed, settings: { tenant: REALM }, server: serving(quickbooksServer, recordsOf), before: Effect.orDie(billed(third)), created: third * 3, told: third * 3
    },
    mailchimp: {
      credentials: () => ({ token: Redacted.make(MAILCHIMP_KEY) }), settings: { account: AUDIENCE }, server: serving(mailchimpServer(objects - third), ({ writes }) => writes.length),
      before: Effect.orDie(billed(third)), created: objects, rows: [people("list.example"), objects - third], told: third
    },
    xero: {
      credentials: agreed, settings: { tenant: TENANT }, server: serving(xeroServer, recordsOf), before: Effect.orDie(billed(third)), created: third * 3, told: third * 3
    },
    stripe: { credentials: () => ({ token: Redacted.make(STRIPE) }), settings: {}, server: serving(stripeAccountServer(STRIPE, objects), () => 0), created: objects + 2, rows: [people("paid.example"), objects] },
    microsoft: { credentials: agreed, settings: {}, server: serving(graphServer(objects, 50), () => 0), created: objects, rows: [people("there.example"), objects] },
    paypal: {
      credentials: () => ({ client_id: PAYPAL.client_id, client_secret: Redacted.make(PAYPAL.client_secret) }), settings: {}, server: serving(paypalServer(objects), () => 0),
      before: OwnerSql.use((sql) => Effect.asVoid(Effect.orDie(sql`insert into contacts (company_id, first_name, email) values (1, 'Payer', 'payer1@paid.example')`))),
      created: objects + 2, rows: ["activities", objects + 2]
    },
    meta_leads: { credentials: () => ({ token: Redacted.make(META.token) }), settings: { account: META.form }, server: serving(metaServer(objects), () => 0), created: objects, rows: [people("form.example"), objects] },
    linkedin_leads: { credentials: agreed, settings: { account: "507404993" }, server: serving(linkedinServer(objects), () => 0), created: objects, rows: [people("form.example"), objects] },
    csv_address: {
      credentials: ({ url }) => ({ secret_address: Redacted.make(`${url}/people.csv`) }), settings: {}, server: serving(csvServer(objects), () => 0), created: objects,
      rows: [people("file.example"), objects]
    }
  }
  return Object.entries(systems) as ReadonlyArray<[IntegrationKey, System]>
}
