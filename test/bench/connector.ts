import { writeFileSync } from "node:fs"
import { cpus } from "node:os"
import { Effect, Redacted } from "effect"
import { SqlClient } from "effect/sql"
import { random } from "#layers/auth/api-keys"
import { owner } from "#layers/database/connections"
import { hashOfRecord, sealedUnder } from "#layers/oauth/sealed"
import { CONNECTOR_PATH, resourceOf } from "#src/oauth/paths"
import { seededDatabase } from "./database.ts"
import { loadGenerator, memoryOf, server } from "./processes.ts"
import { print } from "./report.ts"
import { compare, type Result, warm } from "./rounds.ts"
import type { Scenario } from "./scenarios.ts"
import type { Seeded } from "./seed.ts"

const CONTACTS = 10_000
const GOAL = 0.4
const RSS_GOAL = 300
const HOST = "127.0.0.1"

/** A connection of a person to a tool client, as the authorization server leaves it behind; its access token. */
export const connection = Effect.fnUntraced(function*({ company: company_id }: Seeded) {
  const sql = yield* SqlClient.SqlClient
  const email = "bench@bench.example"
  const [account] = yield* sql<{ id: number }>`insert into identity.accounts ${
    sql.insert({ email, name: "Bench", password_hash: null, verified_at: new Date().toISOString() })
  } returning id`
  const account_id = account!.id
  const [user] = yield* sql<{ id: number }>`insert into users ${
    sql.insert({ company_id, email, name: "Bench", role: "owner", account_id })
  } returning id`
  const [key] = yield* sql<{ id: number }>`insert into api_keys ${
    sql.insert({ company_id, kind: "grant", user_id: user!.id, prefix: "", label: "Bench", mode: "live", scopes: ["crm:read"], agent: "Bench" })
  } returning id`
  const grant_hash = random(32)
  yield* sql`insert into oauth_grants ${
    sql.insert({ company_id, key_id: key!.id, account_id, grant_hash, client_id: "https://bench.example", client_name: "Bench" })
  }`
  const token = Buffer.from(random(32)).toString("base64url")
  yield* sql`insert into identity.oauth_records ${
    sql.insert({
      kind: "AccessToken", hash: hashOfRecord("AccessToken", token), grant_hash, resource: resourceOf(`http://${HOST}`),
      sealed: sealedUnder("AccessToken", token, JSON.stringify({ scope: "crm:read" })),
      expires_at: new Date(Date.now() + 3_600_000).toISOString()
    })
  }`
  return token
}, Effect.orDie)

const headers = (token: string) => `Host: ${HOST}\r\nAuthorization: Bearer ${token}\r\n`

const rest = (key: string, id: number) => `GET /api/v1/crm/contacts/${id} HTTP/1.1\r\n${headers(key)}Accept: application/json\r\n\r\n`

export const tool = (token: string, id: number) => {
  const body = JSON.stringify({
    jsonrpc: "2.0", id: 1, method: "tools/call",
    params: {
      name: "get_contact", arguments: { id },
      _meta: { "io.modelcontextprotocol/protocolVersion": "2026-07-28", "io.modelcontextprotocol/clientCapabilities": {} }
    }
  })
  return `POST ${CONNECTOR_PATH} HTTP/1.1\r\n${headers(token)}Accept: application/json, text/event-stream\r\n` +
    "Content-Type: application/json\r\nMCP-Protocol-Version: 2026-07-28\r\nMcp-Method: tools/call\r\nMcp-Name: get_contact\r\n" +
    `Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`
}

/** A tool of the connector beside the same call of the REST API, on one server. */
export const connectorBench = Effect.fnUntraced(function*(say: (text: string) => void, quick: boolean) {
  const timing = quick ? { rounds: 3, seconds: 1, warmUp: 3 } : { rounds: 5, seconds: 2, warmUp: 8 }
  const { seeded, url } = yield* seededDatabase(CONTACTS)
  return yield* Effect.gen(function*() {
    const token = yield* connection(seeded)
    const unlimited = { PUBLIC_RATE_LIMIT: "1000000", COMPANY_RATE_LIMIT: "1000000" }
    const ours = yield* server("ours", "./ours.ts", { DATABASE_URL: url, PORT: "0", LOG_LEVEL: "info", ...unlimited })
    const load = yield* loadGenerator
    const ids = Array.from({ length: 1_000 }, (_, n) => seeded.firstId + (n * 391) % seeded.contacts)
    const scenario: Scenario = {
      name: "tools/call get_contact", status: 200, kind: "contactOrTool", server: "ours", strays: 0, writes: false,
      ours: ids.map((id) => tool(token, id)), theirs: ids.map((id) => rest(seeded.key, id)), goal: GOAL
    }
    const servers = { ours, theirs: ours }
    yield* warm(load, servers, scenario, timing.warmUp)
    const results: Array<Result> = []
    for (const connections of [1, 64]) {
      const result = yield* compare(load, servers, connections === 1 ? { ...scenario, goal: undefined } : scenario, connections, timing)
      results.push(result)
      say(`${scenario.name}, ${connections}: ${result.ratio.toFixed(2)} of the REST call`)
    }
    const memory = { ...memoryOf(ours.pid), goal: RSS_GOAL }
    writeFileSync("bench-connector.json", `${JSON.stringify({ at: new Date().toISOString(), node: process.version, cpu: cpus()[0]!.model, quick, results }, null, 2)}\n`)
    return print({ results, scale: [], memory })
  }).pipe(Effect.provide(owner(Redacted.make(url))))
}, Effect.scoped)
