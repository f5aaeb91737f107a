import { createHmac } from "node:crypto"
import { assert, it } from "@effect/vitest"
import { Effect, Layer, Option, Redacted } from "effect"
import { Caller } from "#schemas/kernel/tenancy"
import { SecretStore } from "#layers/auth/secret-store"
import { SigningKeys } from "#layers/auth/signing-keys"
import { TwoFactors } from "#layers/auth/two-factors"
import { CalendarConnections } from "#layers/calendar/connections"
import { CalendarFeeds } from "#layers/calendar/feeds"
import { sealed } from "#layers/categories"
import { Company } from "#layers/database/tenant-connection"
import { Tenancy } from "#layers/kernel/tenancy"
import { EmailDomains } from "#layers/messages/domains"
import { Models } from "#layers/providers/ai/models"
import { Messaging } from "#layers/providers/messaging/messaging"
import { ProviderCredentials } from "#layers/providers/credentials"
import { Payments } from "#layers/providers/payment/payments"
import { inboundTokens, integrationSecrets } from "#layers/integrations/category"
import { webhookSecrets } from "#layers/webhooks/category"
import { ConnectionId } from "#schemas/calendar/connection"
import { StaffId } from "#schemas/calendar/ids"
import type { AccountId } from "#schemas/kernel/ids"
import { codeOf } from "../auth/authenticator.ts"
import { links, link } from "../payments/paying-by-link.ts"
import { quote, quotes } from "../payments/quoting.ts"
import { read } from "../payments/paying.ts"
import { FreshDatabase, OwnerSql } from "../support/database.ts"
import { eventually } from "../support/eventually.ts"
import { at, companyIds, SecondServer, seed } from "../support/test-server.ts"
import { arrived, here, receiver } from "../webhooks/receiver.ts"
import { post } from "../webhooks/calls.ts"

const OLD = "the first key of this installation, 32 or more"
const NEW = "the second key of this installation, 32 or more"
const keyed = (...keys: ReadonlyArray<string>) => ({ secretKey: Option.some(Redacted.make(keys.join(","))) })

const PLAIN = "written-before-secrets-were-sealed"
const STRIPE = { secret_key: Redacted.make("sk_live_of_acme_51H8xyz"), webhook_secret: Redacted.make("whsec_of_acme_98765") }
const secrets = [PLAIN, "sk_live_of_acme_51H8xyz", "whsec_of_acme_98765"]

/** A write of a company. */
const write = <A, E, R>(company: number, effect: Effect.Effect<A, E, R>) =>
  asCompany(company)(Tenancy.use(({ transaction }) => transaction(effect)))

/** As a program of a company does it. */
const asCompany = (company: number) => <A, E, R>(effect: Effect.Effect<A, E, R>) =>
  effect.pipe(
    Effect.provideService(Company, company),
    Effect.provideService(Caller, { company_id: company } as typeof Caller.Service)
  )

const CALENDAR = { address: "https://calendar.example/ada/work/", username: "ada", password: Redacted.make("of-the-calendar-9") }

const SEALED = "^(sealed )?v[0-9][.][A-Za-z0-9_-]{38,}$"

/** What is sealed, by table and column, declared or not. */
const kept = Effect.gen(function*() {
  const sql = yield* OwnerSql
  const columns = yield* sql<{ schema: string; name: string; column: string }>`
    select c.table_schema as schema, c.table_name as name, c.column_name as column
    from information_schema.columns c join information_schema.tables t using (table_schema, table_name)
    where t.table_type = 'BASE TABLE' and c.data_type = 'text' and c.table_schema not in ('pg_catalog', 'information_schema')`
  const found = yield* Effect.forEach(columns, ({ column, name, schema }) =>
    Effect.map(
      sql<{ kept: string }>`select ${sql(column)} as kept from ${sql(`${schema}.${name}`)} where ${sql(column)} ~ ${SEALED}`,
      (rows) => [`${schema}.${name}.${column}`, rows.map(({ kept }) => kept)] as const
    ))
  return new Map(found.filter(([, rows]) => rows.length > 0))
})

const declared = sealed.flatMap(({ columns, table }) =>
  columns.map((column) => `${table.includes(".") ? table : `public.${table}`}.${column}`))

it.live("all that is sealed is declared, is sealed anew, and opens without the old SECRET_KEY", () =>
  Effect.gen(function*() {
    const base = yield* Layer.build(FreshDatabase(seed))
    yield* Effect.gen(function*() {
      const sql = yield* OwnerSql
      const account = 1 as AccountId
      const { before, kid, offerAt, payAt, totp } = yield* Effect.gen(function*() {
        const server = yield* Layer.build(SecondServer({ ...here, ...keyed(OLD) }))
        return yield* at(server, Effect.gen(function*() {
          const twoFactors = yield* TwoFactors
          const { secret: totp } = yield* write(companyIds.acme, twoFactors.begin(account, "x@x.example"))
          assert.isTrue(yield* write(companyIds.acme, twoFactors.confirm(account, codeOf(totp, -1))))
          yield* write(companyIds.acme, Effect.gen(function*() {
            yield* (yield* ProviderCredentials).set("stripe", STRIPE)
            yield* (yield* EmailDomains).begin("juniper.example")
            yield* sql`insert into staff (company_id, name) values (${companyIds.acme}, 'Ada')`
            yield* (yield* CalendarConnections).connect(
              { staff_id: StaffId.make(1), kind: "caldav", name: "Work", username: "ada", direction: "read" }, CALENDAR
            )
            yield* (yield* CalendarFeeds).of(null, false)
            const store = yield* SecretStore
            const [secret, previous] = [`${PLAIN} 2`, PLAIN].map((text) => webhookSecrets.sealed(store, { company_id: companyIds.acme }, text))
            yield* sql`insert into webhooks (company_id, url, events, livemode, secret, previous_secret)
              values (${companyIds.acme}, 'https://x.example/', '{order.paid}', true, ${secret}, ${previous})`
            const [account, challenge] = ["account", "challenge"].map((text) => integrationSecrets.sealed(store, { company_id: companyIds.acme }, text))
            yield* sql`insert into integrations (company_id, key, state, secret, challenge)
              values (${companyIds.acme}, 'google_contacts', 'authorizing', ${account}, ${challenge})`
            yield* sql`insert into integration_addresses (company_id, key, token_hash, token)
              values (${companyIds.acme}, 'inbound_webhook', 'digest', ${inboundTokens.sealed(store, { token_hash: "digest" }, "token")})`
          }))
          const { kid } = yield* (yield* SigningKeys).current
          const { url } = yield* link()
          const { url: offer } = yield* quote()
          return { before: yield* kept, kid, offerAt: new URL(offer).pathname, payAt: new URL(url).pathname, totp }
        }))
      }).pipe(Effect.scoped)
      assert.deepStrictEqual([...before.keys()].toSorted(), declared.toSorted())
      const old = new Set([...before.values()].flat())

      yield* Effect.gen(function*() {
        yield* Layer.build(SecondServer({ ...here, ...keyed(NEW, OLD) }))
        yield* eventually(kept, (after) => [...after.values()].flat().every((text) => !old.has(text)))
      }).pipe(Effect.scoped)
      const sizes = (all: typeof before) => [...all].map(([place, rows]) => [place, rows.length])
      assert.deepStrictEqual(sizes(yield* kept), sizes(before))

      const server = yield* Layer.build(SecondServer({ ...here, ...keyed(NEW) }))
      yield* at(server, Effect.gen(function*() {
        assert.strictEqual((yield* (yield* SigningKeys).current).kid, kid)
        assert.strictEqual(yield* (yield* TwoFactors).takeToSignIn(account, codeOf(totp)), "app")
        assert.strictEqual((yield* Payments.use(({ of }) => asCompany(companyIds.acme)(of(true)))).name, "stripe")
        const signature = yield* write(companyIds.acme, EmailDomains.use((domains) => domains.signature("juniper.example")))
        assert.include(signature?.privateKey, "PRIVATE KEY")
        const store = yield* SecretStore
        const [hook] = yield* sql<{ secret: string; previous_secret: string }>`select secret, previous_secret from webhooks`
        const opened = [hook!.secret, hook!.previous_secret].map((text) => webhookSecrets.opened(store, { company_id: companyIds.acme }, text))
        assert.deepStrictEqual(opened.map(Option.getOrNull), [`${PLAIN} 2`, PLAIN])
        const [integration] = yield* sql<{ secret: string; challenge: string }>`select secret, challenge from integrations`
        const integrated = [integration!.secret, integration!.challenge].map((text) => integrationSecrets.opened(store, { company_id: companyIds.acme }, text))
        assert.deepStrictEqual(integrated.map(Option.getOrNull), ["account", "challenge"])
        const [inbound] = yield* sql<{ token: string }>`select token from integration_addresses`
        assert.deepStrictEqual(inboundTokens.opened(store, { token_hash: "digest" }, inbound!.token), Option.some("token"))
        const calendar = yield* asCompany(companyIds.acme)(CalendarConnections.use(({ access }) => access(ConnectionId.make(1))))
        assert.deepStrictEqual([calendar.address, Redacted.value(calendar.password!)], [CALENDAR.address, Redacted.value(CALENDAR.password)])
        assert.strictEqual((yield* asCompany(companyIds.acme)(CalendarFeeds.use(({ tokens }) => tokens([1])))).size, 1)
        for (const [list, path] of [[links, payAt], [quotes, offerAt]] as const) {
          assert.deepStrictEqual((yield* read(list)).items.map(({ url }: { url: string }) => new URL(url).pathname), [path])
        }
      }))
    }).pipe(Effect.provideContext(base))
  }).pipe(Effect.scoped))

const tables = OwnerSql.use((sql) => sql<{ row: string }>`
  select to_jsonb(w)::text as row from webhooks w union all select to_jsonb(p)::text from provider_credentials p order by 1`)
const text = Effect.map(tables, (rows) => rows.map(({ row }) => row).join("\n"))

it.live("secrets lie sealed, also those from before, and are sealed anew with a new SECRET_KEY", () =>
  Effect.gen(function*() {
    const base = yield* Layer.build(FreshDatabase(seed))
    yield* Effect.gen(function*() {
      const sql = yield* OwnerSql
      const endpoint = yield* receiver()
      yield* sql`insert into webhooks (company_id, url, events, livemode, secret) values (${companyIds.acme}, ${endpoint.url}, '{order.paid}', true, ${PLAIN})`

      /* A process with the first key. */
      yield* Effect.gen(function*() {
        const server = yield* Layer.build(SecondServer({ ...here, ...keyed(OLD) }))
        yield* eventually(text, (found) => !found.includes(PLAIN))
        yield* at(server, ProviderCredentials.use(({ set }) => write(companyIds.acme, set("stripe", STRIPE))))
        yield* at(server, post("/webhooks/1/test"))
        yield* arrived(endpoint, 1)
        const [first] = endpoint.received
        assert.match(String(first!.headers["x-service-signature"]), /^[0-9a-f]{64}$/)
      }).pipe(Effect.scoped)
      const before = yield* text
      for (const secret of secrets) assert.notInclude(before, secret)

      /* One with both, which seals anew; then one with the second alone, which opens everything. */
      yield* Effect.gen(function*() {
        yield* Layer.build(SecondServer({ ...here, ...keyed(NEW, OLD) }))
        yield* eventually(tables, (rows) => rows.length === 2 && rows.every(({ row }) => !before.includes(row)))
      }).pipe(Effect.scoped)

      yield* Effect.gen(function*() {
        const server = yield* Layer.build(SecondServer({ ...here, ...keyed(NEW) }))
        yield* at(server, post("/webhooks/1/test"))
        yield* arrived(endpoint, 2)
        for (const { body, headers } of endpoint.received) {
          assert.strictEqual(headers["x-service-signature"], createHmac("sha256", PLAIN).update(body).digest("hex"))
        }
        const payments = yield* at(server, Payments.use(({ of }) => asCompany(companyIds.acme)(of(true))))
        assert.strictEqual(payments.name, "stripe")
      }).pipe(Effect.scoped)

      /* With none of them nothing is sent unsigned, nothing goes to another account, and the error says why. */
      yield* Effect.gen(function*() {
        const server = yield* Layer.build(SecondServer({ ...here, ...keyed("a key that sealed nothing, of 32 or more"), stripeSecretKey: Option.some(Redacted.make("sk_live_installation")) }))
        yield* at(server, post("/webhooks/1/test"))
        const log = yield* eventually(
          sql<any>`select log from webhook_deliveries order by id desc limit 1`, ([row]) => row?.log.length === 1
        )
        assert.include(log[0].log[0].error, "SECRET_KEY")
        assert.strictEqual(endpoint.received.length, 2)
        const error = yield* at(server, Effect.flip(Payments.use(({ of }) => asCompany(companyIds.acme)(of(true)))))
        assert.strictEqual(error._tag, "ProviderNotConfigured")
        /* Another company has none of its own. */
        assert.strictEqual((yield* at(server, Payments.use(({ of }) => asCompany(companyIds.bolt)(of(true))))).name, "stripe")
      }).pipe(Effect.scoped)

      /* What is sealed for one company opens for no other. */
      yield* Effect.gen(function*() {
        const server = yield* Layer.build(SecondServer({ ...here, ...keyed(NEW) }))
        yield* sql`insert into provider_credentials (company_id, provider, sealed)
          select ${companyIds.bolt}, provider, sealed from provider_credentials where company_id = ${companyIds.acme}`
        const error = yield* at(server, Effect.flip(Payments.use(({ of }) => asCompany(companyIds.bolt)(of(true)))))
        assert.strictEqual(error._tag, "ProviderNotConfigured")
        yield* at(server, ProviderCredentials.use(({ remove }) => write(companyIds.bolt, remove("stripe"))))
        const rows = yield* sql<any>`select company_id from provider_credentials`
        assert.deepStrictEqual(rows, [{ company_id: companyIds.acme }])
      }).pipe(Effect.scoped)
    }).pipe(Effect.provideContext(base))
  }).pipe(Effect.scoped))

it.live("a test key and the demo get the simulator, live mode a real account or a clear error", () =>
  Effect.gen(function*() {
    const base = yield* Layer.build(FreshDatabase(seed))
    yield* Effect.gen(function*() {
      const sql = yield* OwnerSql
      yield* sql`update companies set demo = true where id = ${companyIds.cheap}`
      const chosen = (server: Parameters<typeof at>[0], company: number, livemode: boolean) =>
        at(server, Effect.result(asCompany(company)(Effect.gen(function*() {
          const payments = yield* Effect.result(Payments.use(({ of }) => of(livemode)))
          const messaging = yield* Effect.result(Messaging.use(({ of }) => of(livemode)))
          const models = yield* Models.use(({ of }) => of(livemode))
          const embeddings = yield* Models.use(({ embeddings }) => embeddings(livemode))
          const name = (found: typeof payments | typeof messaging) => found._tag === "Success" ? found.success.name : found.failure.message
          return [name(payments), name(messaging), models.map(({ name }) => name).join(), embeddings.name]
        })))).pipe(Effect.map((found) => found._tag === "Success" ? found.success : []))

      const none = yield* Layer.build(SecondServer())
      for (const company of [companyIds.acme, companyIds.cheap]) {
        assert.deepStrictEqual(yield* chosen(none, company, false), ["simulated", "simulated", "simulated", "simulated"])
      }
      assert.deepStrictEqual(yield* chosen(none, companyIds.cheap, true), ["simulated", "simulated", "simulated", "simulated"])
      const [payments, messages, models] = yield* chosen(none, companyIds.acme, true)
      assert.include(payments, "STRIPE_SECRET_KEY")
      assert.include(messages, "TWILIO_ACCOUNT_SID")
      assert.strictEqual(models, "simulated")

      const key = Option.some(Redacted.make("a-credential-of-the-installation"))
      const some = yield* Layer.build(SecondServer({
        stripeSecretKey: key, twilioAccountSid: key, twilioAuthToken: key, openaiApiKey: key, anthropicApiKey: key
      }))
      assert.deepStrictEqual(yield* chosen(some, companyIds.acme, true), ["stripe", "twilio", "openai,anthropic", "openai"])
      assert.deepStrictEqual(yield* chosen(some, companyIds.acme, false), ["simulated", "simulated", "simulated", "simulated"])
      assert.deepStrictEqual(yield* chosen(some, companyIds.cheap, true), ["simulated", "simulated", "simulated", "simulated"])
    }).pipe(Effect.provideContext(base))
  }).pipe(Effect.scoped))
