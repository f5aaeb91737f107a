import { randomUUID } from "node:crypto"
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client"
import { assert } from "@effect/vitest"
import { Effect, Schema } from "effect"
import type { HttpServer } from "effect/http"
import { payloadOf } from "#schemas/kernel/catalog"
import { CONNECTOR_PATH } from "#src/oauth/paths"
import { baseOf } from "../connector/grants.ts"
import { memory } from "../connector/oauth-memory.ts"
import { catalog } from "../contract/examples.ts"
import { agree } from "../oauth/driver.ts"
import { run } from "../process/service.ts"
import { as, json, secrets, send } from "./test-server.ts"

type Fields = Readonly<Record<string, unknown>>

/** Calls an operation by its name on one of the surfaces; what it answers. */
export type Call = (verb: string, fields: Fields) => Effect.Effect<any, never, HttpServer.HttpServer>

/** A name of which a search finds nothing else. */
export const word = () => randomUUID().replace(/\d/gu, (digit) => String.fromCodePoint(103 + Number(digit))).slice(0, 8)

/** Sends a request as a manifest describes it: a method and a path in which fields stand; the others are the query, or the body. */
const requested = Effect.fnUntraced(function*(method: string, template: string, fields: Fields) {
  const rest = { ...fields }
  const path = template.replace(/^\/api\/v1/u, "").replace(/\{(\w+)\}/gu, (_, name: string) => {
    delete rest[name]
    return encodeURIComponent(String(fields[name]))
  })
  const query = method === "GET" ? `?${new URLSearchParams(Object.entries(rest).map(([name, value]) => [name, String(value)]))}` : ""
  const answer = yield* send(path + query, { key: "acmeTest", method, ...method !== "GET" && json(rest) })
  assert.isBelow(answer.status, 300, `${method} ${path}: ${answer.text}`)
  return answer.json
})

/** By REST, as the reference describes it. */
export const byReference: Call = (verb, fields) => {
  const { method, path } = catalog.find(({ name }) => name === verb)!
  return requested(method, path.replace(/:(\w+)/gu, "{$1}"), fields)
}

/** By REST, as the company's manifest of tools describes it. */
export const byManifest = Effect.map(send("/webmcp/manifest", { key: "acmeTest" }), ({ json: { tools } }): Call => (verb, fields) => {
  const { endpoint: { method, path }, inputSchema } = tools.find(({ name }: { readonly name: string }) => name === verb)
  assert.includeMembers(Object.keys(inputSchema.properties), Object.keys(fields))
  return requested(method, path, fields)
})

export const byTypedClient = Effect.map(as("acmeTest"), (client: any): Call => (verb, fields) => {
  const { category, endpoint, sources } = catalog.find(({ name }) => name === verb)!
  const part = (source: string) => Object.fromEntries(Object.entries(fields).filter(([name]) => sources[name] === source))
  const schema = payloadOf(endpoint)
  /* A program in TypeScript writes a body with all its defaults, or takes them from the schema. */
  const payload = schema === undefined ? {} : Schema.decodeUnknownSync(schema as Schema.Codec<unknown>)(part("payload"))
  return client[category][verb]({ params: part("params"), query: part("query"), payload, headers: {} })
})

const written = (value: unknown) => typeof value === "string" ? value : JSON.stringify(value)

export const byCommandLine = Effect.map(baseOf, (base): Call => Effect.fnUntraced(function*(verb, fields) {
  const said = yield* run(
    ["api", verb, ...Object.entries(fields).map(([name, value]) => `${name}=${written(value)}`), "--url", base], { API_KEY: secrets.acmeTest }
  )
  assert.deepStrictEqual([said.code, said.err], [0, ""], said.out)
  return JSON.parse(said.out)
}))

/** By a person's tool client, connected by OAuth for test mode; says what the person was asked, and agreed to there or on the page. */
export const byTools = Effect.fnUntraced(function*(client_name: string, scopes: ReadonlyArray<string>) {
  const { kept, provider: authProvider } = memory(client_name)
  const url = new URL((yield* baseOf) + CONNECTOR_PATH)
  const about = { name: client_name, version: "1" }
  const options = { capabilities: { elicitation: {} }, versionNegotiation: { mode: "auto" as const } }
  const first = new StreamableHTTPClientTransport(url, { authProvider })
  yield* Effect.promise(() => new Client(about, options).connect(first).catch(() => undefined))
  const back = yield* agree(kept.authorize!.href, "owner", { mode: "test", scopes: [...scopes] })
  yield* Effect.promise(() => first.finishAuth(back.searchParams))
  const asked: Array<string> = []
  const client = new Client(about, options)
  client.setRequestHandler("elicitation/create", async ({ params: { message } }) => {
    asked.push(message)
    return { action: "accept", content: { approve: true } }
  })
  yield* Effect.acquireRelease(
    Effect.promise(() => client.connect(new StreamableHTTPClientTransport(url, { authProvider }))),
    () => Effect.promise(() => client.close())
  )
  const tell = (name: string, args: Fields): Effect.Effect<any> => Effect.promise(() => client.callTool({ name, arguments: args }))
  const call: Call = Effect.fnUntraced(function*(name, args) {
    let answer = yield* tell(name, args)
    const consent = answer.isError === true ? JSON.parse(answer.content[0].text).error.consent : undefined
    if (consent?.approve_on === "page") {
      asked.push(`${consent.summary} ${JSON.stringify(consent.preview.money)}`)
      const { status, text } = yield* send(`/agent/consents/${consent.id}/approve`, { key: "owner", method: "POST" })
      assert.strictEqual(status, 200, text)
      answer = yield* tell(name, args)
    }
    assert.isNotTrue(answer.isError, JSON.stringify(answer.content))
    return answer.structuredContent
  })
  return { asked, call }
})
