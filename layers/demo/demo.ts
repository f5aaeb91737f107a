import { chmodSync, readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { Effect, Option, Random, Schema } from "effect"
import { SqlClient } from "effect/sql"
import type { CompanyId } from "#schemas/kernel/ids"
import { StartFailure } from "#schemas/kernel/start-failure"
import { hashOf } from "../api-keys.ts"
import { issueKey, provision } from "../provision.ts"
import { insertStory } from "./insert.ts"
import { storyOf } from "./story.ts"

const SEED = "juniper and vale"
const LABEL = "demo"

const Kept = Schema.fromJsonString(Schema.Struct({ company_id: Schema.Int, key: Schema.String }))

const fileOf = (dataDir: string) => join(dataDir, "demo.json")

/** The key is nobody's secret but this machine's: it opens made-up data only. */
const keep = (dataDir: string, company_id: number, key: string) =>
  Effect.try({
    try: () => {
      writeFileSync(fileOf(dataDir), `${Schema.encodeSync(Kept)({ company_id, key })}\n`, { mode: 0o600 })
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

const make = Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient
  return yield* Effect.gen(function*() {
    const { company_id, pipeline_id } = yield* provision({
      name: "Juniper & Vale Studio", tier: "enterprise", industry: "marketing_agency", demo: true, owner: null
    })
    const { id, key } = yield* issueKey(company_id, "test", LABEL)
    const random = yield* Random.Random
    yield* insertStory(storyOf(() => random.nextDoubleUnsafe()), { company_id, pipeline_id, key_id: id })
    return { company_id, key }
  }).pipe(sql.withTransaction, Random.withSeed(SEED))
})

const isGood = Effect.fnUntraced(function*(company_id: CompanyId, key: string) {
  const sql = yield* SqlClient.SqlClient
  const rows = yield* sql`
    select 1 from api_keys where company_id = ${company_id} and hash = ${hashOf(key)} and revoked_at is null`
  return rows.length > 0
})

/** For a demo company whose key was lost; whoever else has it does not keep it. */
const renew = Effect.fnUntraced(function*(company_id: CompanyId) {
  const sql = yield* SqlClient.SqlClient
  yield* sql`update api_keys set revoked_at = now() where company_id = ${company_id} and label = ${LABEL} and revoked_at is null`
  return (yield* issueKey(company_id, "test", LABEL)).key
})

/**
 * The key of the demo company, which is made first when the database holds no company at all; none where there is no
 * demo company. `dataDir` keeps the key for later starts. As the database's owner.
 */
export const demoKey = Effect.fnUntraced(function*(dataDir: string) {
  const sql = yield* SqlClient.SqlClient
  const [first] = yield* sql<{ id: CompanyId; demo: boolean }>`select id, demo from companies order by demo desc, id limit 1`
  if (first === undefined) {
    const { company_id, key } = yield* make
    yield* keep(dataDir, company_id, key)
    return Option.some(key)
  }
  if (!first.demo) return Option.none<string>()
  const known = yield* kept(dataDir)
  if (Option.isSome(known) && (yield* isGood(first.id, known.value.key))) return Option.some(known.value.key)
  const key = yield* renew(first.id)
  yield* keep(dataDir, first.id, key)
  return Option.some(key)
})
