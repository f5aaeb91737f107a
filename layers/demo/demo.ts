import { chmodSync, readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { Clock, Effect, Layer, Option, Random, Schema } from "effect"
import { SqlClient } from "effect/sql"
import type { CompanyId } from "#schemas/kernel/ids"
import { StartFailure } from "#schemas/kernel/start-failure"
import { hashOf, random } from "../auth/api-keys.ts"
import { Passwords } from "../auth/passwords.ts"
import { asSystem, issueKey, provision } from "../auth/provision.ts"
import { PoolStatus } from "../database/connections.ts"
import { ServiceConfig } from "../kernel/config.ts"
import { Metrics } from "../kernel/metrics.ts"
import { ProviderCircuits } from "../providers/circuits.ts"
import { ProviderHttp } from "../providers/http.ts"
import { Storage } from "../providers/storage/storage.ts"
import { bookingsOf } from "./bookings.ts"
import { chances } from "./chances.ts"
import { DEMO_FILE } from "./file.ts"
import { insertChats } from "./insert-chats.ts"
import { insertStory } from "./insert.ts"
import { insertAlerts } from "./insert-alerts.ts"
import { insertCalendar } from "./insert-calendar.ts"
import { insertDiscounts, insertSales } from "./insert-sales.ts"
import { insertKnowledge } from "./insert-knowledge.ts"
import { insertReports } from "./insert-reports.ts"
import { insertShop } from "./insert-shop.ts"
import { insertCalls } from "./insert-calls.ts"
import { insertTexts } from "./insert-texts.ts"
import { insertVisits } from "./insert-visits.ts"
import { salesOf } from "./sales.ts"
import { shopOf } from "./shop.ts"
import { storyOf } from "./story.ts"
import { insertWebsite } from "./website/insert-website.ts"

const SEED = "juniper and vale"
const LABEL = "demo"

/** How one gets into the demo company: with its key, and as its owner; the latter not where it was made before owners had accounts. */
const Access = Schema.Struct({
  key: Schema.String,
  owner: Schema.optionalKey(Schema.Struct({ email: Schema.String, password: Schema.String }))
})
export type DemoAccess = typeof Access.Type

const Kept = Schema.fromJsonString(Schema.Struct({ company_id: Schema.Int, ...Access.fields }))

const fileOf = (dataDir: string) => join(dataDir, DEMO_FILE)

/** They are nobody's secrets but this machine's: they open made-up data only. */
const keep = (dataDir: string, company_id: number, access: DemoAccess) =>
  Effect.try({
    try: () => {
      writeFileSync(fileOf(dataDir), `${Schema.encodeSync(Kept)({ company_id, ...access })}\n`, { mode: 0o600 })
      chmodSync(fileOf(dataDir), 0o600)
    },
    catch: (error) =>
      new StartFailure({ message: `Cannot keep the demo company's key in ${fileOf(dataDir)}: ${(error as Error).message}.` })
  })

const kept = (dataDir: string) =>
  Effect.option(Effect.try({
    try: () => Schema.decodeSync(Kept)(readFileSync(fileOf(dataDir), "utf8")),
    catch: (error) => error
  }))

/** Lets the owner of the story sign in, with a password that was never anybody's. */
const ownerOf = Effect.fnUntraced(function*(company_id: number) {
  const sql = yield* SqlClient.SqlClient
  const password = Buffer.from(random(18)).toString("base64url")
  const hash = yield* Passwords.use((passwords) => passwords.hash(password)).pipe(Effect.provide(Passwords.layer), Effect.orDie)
  const [owner] = yield* asSystem(sql<{ email: string }>`
    with owner as (select id, email, name from users where company_id = ${company_id} and role = 'owner' order by id limit 1),
      account as (insert into identity.accounts (email, name, password_hash, password_changed_at, verified_at)
        select lower(email), name, ${hash}, now(), now() from owner
        on conflict (email) do update set password_hash = excluded.password_hash, password_changed_at = now()
        returning id)
    update users u set account_id = account.id from owner, account where u.company_id = ${company_id} and u.id = owner.id
    returning u.email`)
  return { email: owner!.email, password }
})

/** There is no pool of connections yet of which figures could be kept. */
const NoPool = Layer.succeed(PoolStatus, { size: 0, leased: () => 0, waiting: () => 0, slowReads: () => 0, slowReadsWaiting: () => 0 })

/** Where the pictures of the site are kept. */
const stored = (dataDir: string) =>
  Storage.layer.pipe(
    Layer.provide(ProviderHttp.layer), Layer.provide(ProviderCircuits.layer), Layer.provide(Metrics.layer), Layer.provide(NoPool),
    Layer.provide(Layer.effect(ServiceConfig, Effect.map(ServiceConfig, (settings) => ({ ...settings, dataDir }))))
  )

const make = Effect.fnUntraced(function*(dataDir: string) {
  const sql = yield* SqlClient.SqlClient
  return yield* Effect.gen(function*() {
    const { company_id, pipeline_id } = yield* provision({
      name: "Juniper & Vale Studio", tier: "enterprise", industry: "marketing_agency", demo: true, owner: null
    })
    const { id, key } = yield* issueKey(company_id, "test", LABEL)
    const seeded = yield* Random.Random
    const chance = chances(() => seeded.nextDoubleUnsafe())
    const story = storyOf(chance)
    const { contacts } = yield* insertStory(story, { company_id, pipeline_id, key_id: id })
    const goods = shopOf(chance)
    const shop = yield* insertShop(goods, company_id)
    const discounts = yield* insertDiscounts(shop, company_id)
    const now = yield* Clock.currentTimeMillis
    const sales = salesOf(chance, goods, story.contacts, new Date(now))
    /* The books are kept by functions that ask whose they are. */
    yield* sql`select set_config('app.company_id', ${String(company_id)}, true)`
    for (const livemode of [true, false]) yield* insertSales(sales, shop, discounts, contacts, { company_id, key_id: id, livemode })
    yield* insertCalendar(bookingsOf(chance, story.contacts, now), contacts, company_id)
    yield* insertTexts(company_id)
    yield* insertCalls(company_id)
    yield* insertKnowledge(company_id, id)
    yield* insertChats(company_id)
    yield* insertAlerts(company_id)
    yield* insertReports(company_id)
    yield* insertWebsite(chance, contacts, { company_id, key_id: id }).pipe(Effect.provide(stored(dataDir)))
    yield* insertVisits(chance, company_id)
    return { company_id, access: { key, owner: yield* ownerOf(company_id) } satisfies DemoAccess }
  }).pipe(sql.withTransaction, Random.withSeed(SEED))
})

const isGood = Effect.fnUntraced(function*(company_id: CompanyId, key: string) {
  const sql = yield* SqlClient.SqlClient
  const rows = yield* sql`
    select 1 from api_keys where company_id = ${company_id} and hash = ${hashOf(key)} and revoked_at is null`
  return rows.length > 0
})

/** For a demo company whose key was lost; whoever else has it, or its owner's password, does not keep it. */
const renew = Effect.fnUntraced(function*(company_id: CompanyId) {
  const sql = yield* SqlClient.SqlClient
  yield* sql`update api_keys set revoked_at = now() where company_id = ${company_id} and label = ${LABEL} and revoked_at is null`
  const { key } = yield* issueKey(company_id, "test", LABEL)
  return { key, owner: yield* ownerOf(company_id) } satisfies DemoAccess
})

/**
 * The way into the demo company, which is made first when the database holds no company at all; none where there is no
 * demo company. `dataDir` keeps it for later starts. As the database's owner.
 */
export const demoAccess = Effect.fnUntraced(function*(dataDir: string) {
  const sql = yield* SqlClient.SqlClient
  const [first] = yield* sql<{ id: CompanyId; demo: boolean }>`select id, demo from companies order by demo desc, id limit 1`
  if (first === undefined) {
    const { access, company_id } = yield* make(dataDir)
    yield* keep(dataDir, company_id, access)
    return Option.some<DemoAccess>(access)
  }
  if (!first.demo) return Option.none<DemoAccess>()
  const known = yield* kept(dataDir)
  if (Option.isSome(known) && (yield* isGood(first.id, known.value.key))) return Option.some<DemoAccess>(known.value)
  const access = yield* renew(first.id)
  yield* keep(dataDir, first.id, access)
  return Option.some<DemoAccess>(access)
})
