import { assert, layer } from "@effect/vitest"
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client"
import { Ajv2020 } from "ajv/dist/2020.js"
import addFormats from "ajv-formats"
import { Effect } from "effect"
import { HttpServer } from "effect/http"
import { decodedSchema } from "#schemas/kernel/json-schema"
import { TestServer } from "../support/test-server.ts"
import { all, answerOf } from "./asking.ts"
import { clients } from "./clients.ts"

const ajv = new Ajv2020({ strict: false, allErrors: true })
;(addFormats as unknown as (ajv: Ajv2020) => void)(ajv)

const connected = (client: keyof typeof clients) =>
  Effect.flatMap(HttpServer.addressFormattedWith(Effect.succeed), (base) =>
    Effect.acquireRelease(
      Effect.promise(() => clients[client]!(`${base}/api/mcp`)),
      (made) => Effect.promise(() => made.close())
    ))

const revisions = {
  "@modelcontextprotocol/client 2.x": "2026-07-28",
  "@modelcontextprotocol/sdk 1.x": "2025-11-25",
  "@ai-sdk/mcp": "2026-07-28"
} as const

/** What differs from call to call: moments, ids, codes and links made of them. */
const moving = /^(?:checked_at|checked_ms|generated_at|created_at|code|link|url|contact_url|reference|referral_id|lead_id|signup_link|message|contact_link|.*_url)$/u

const still = (value: any): any =>
  Array.isArray(value) ? value.map(still) : typeof value !== "object" || value === null ? value : Object.fromEntries(
    Object.entries(value).filter(([key]) => !moving.test(key)).map(([key, one]) => [key, still(one)])
  )

/** Each call adds to what these count; and what is written is another thing each time. */
const counting = new Set([
  "get_ai_referral_stats", "get_ai_network_info", "get_referral_success_updates",
  ...all.filter(({ nature }) => nature === "write").map(({ name }) => name)
])

layer(TestServer, { excludeTestServices: true })("all tools in both languages", (it) => {
  for (const [client, wanted] of Object.entries(revisions)) {
    it.effect(`${client} lists them all and gets what a ToolRequest gets`, () =>
      Effect.gen(function*() {
        const { call, list, revision } = yield* connected(client)
        assert.strictEqual(revision, wanted)
        const listed = yield* Effect.promise(list)
        assert.deepStrictEqual(listed.map(({ name }) => name), all.map(({ name }) => name))
        const offered = new Map(listed.map(({ name, outputSchema }) => [name, outputSchema]))
        for (const tool of all) {
          const said = yield* Effect.promise(() => call(tool.name, tool.example as Record<string, unknown>))
          assert.notStrictEqual(said.isError, true, `${tool.name}: ${JSON.stringify(said).slice(0, 300)}`)
          const data = said.structuredContent
          assert.isTrue(ajv.validate(decodedSchema(tool.output), data), `${tool.name}: ${ajv.errorsText()}`)
          assert.isTrue(ajv.validate(offered.get(tool.name) as object, data), `${tool.name}, as listed: ${ajv.errorsText()}`)
          assert.deepStrictEqual(JSON.parse(said.content[0].text), data)
          const plain = yield* answerOf(tool.name, tool.example)
          if (counting.has(tool.name)) assert.hasAllKeys(data, Object.keys(plain))
          else assert.deepStrictEqual(still(data), still(plain), tool.name)
        }
      }).pipe(Effect.scoped))

    it.effect(`${client} reads a refusal and its hint`, () =>
      Effect.gen(function*() {
        const { call } = yield* connected(client)
        const said = yield* Effect.promise(() => call("get_pricing", { plan: "golden" }))
        assert.strictEqual(said.isError, true)
        const { error } = JSON.parse(said.content[0].text)
        assert.strictEqual(error.code, "arguments.invalid")
        const again = JSON.parse(/Try: (\{.*\})$/su.exec(error.hint)![1]!)
        assert.strictEqual(again.name, "get_pricing")
        assert.isNotTrue((yield* Effect.promise(() => call(again.name, again.arguments))).isError)

        /* Nothing is offered that has nothing to do with what was meant. */
        const strange = yield* Effect.promise(() => call("get_industry_kb_template", { industry: "Zahnarzt" }))
        assert.match(JSON.parse(strange.content[0].text).error.hint, /Try: \{"name":"list_available_kb_templates","arguments":\{\}\}$/u)
      }).pipe(Effect.scoped))
  }
})

layer(TestServer, { excludeTestServices: true })("what else there is in MCP", (it) => {
  it.effect("templates and documents are resources, and two prompts help", () =>
    Effect.gen(function*() {
      const base = yield* HttpServer.addressFormattedWith(Effect.succeed)
      const client = yield* Effect.acquireRelease(
        Effect.promise(async () => {
          const client = new Client({ name: "test", version: "1.0.0" }, { versionNegotiation: { mode: "auto" } })
          await client.connect(new StreamableHTTPClientTransport(new URL(`${base}/api/mcp`)))
          return client
        }),
        (client) => Effect.promise(() => client.close())
      )
      yield* Effect.promise(async () => {
        const { resources } = await client.listResources()
        for (const { mimeType, uri } of resources) {
          const [first] = (await client.readResource({ uri })).contents
          assert.strictEqual(first!.mimeType, mimeType)
          assert.isAbove((first as { readonly text: string }).text.length, 1_000, uri)
        }
        const dental = await client.readResource({ uri: "kb://templates/dental" })
        assert.match((dental.contents[0] as { readonly text: string }).text, /kb_dental_v1/u)
        const completed = await client.complete({
          ref: { type: "ref/resource", uri: "kb://templates/{industry}" }, argument: { name: "industry", value: "den" }
        })
        assert.include(completed.completion.values, "dental")
        const { prompts } = await client.listPrompts()
        assert.deepStrictEqual(prompts.map(({ name }) => name), ["size_my_business", "prepare_knowledge_base"])
        const prompt = await client.getPrompt({ name: "size_my_business", arguments: { industry: "dental", figures: "win rate 32 %" } })
        assert.match((prompt.messages[0]!.content as { readonly text: string }).text, /compare_to_benchmark/u)
      })
    }).pipe(Effect.scoped))
})
