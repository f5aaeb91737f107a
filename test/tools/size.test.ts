import { readFileSync } from "node:fs"
import { join } from "node:path"
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client"
import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { HttpServer } from "effect/http"
import { fetchedModule, unfetched } from "../support/fetched.ts"
import { TestServer } from "../support/test-server.ts"

const MOST_TOKENS = 12_000
/** A token of it is four characters and more; `npm run goals` counts them. */
const MOST_CHARACTERS = 4 * MOST_TOKENS

const readme = readFileSync(join(import.meta.dirname, "../../README.md"), "utf8")

/** What is said in the README, rounded up to the next hundred. */
const stated = Number(/`tools\/list` is ([\d,]+) tokens/u.exec(readme)?.[1]?.replace(",", ""))

layer(TestServer, { excludeTestServices: true })("a model's view", (it) => {
  it.effect(`tools/list is under ${MOST_TOKENS} tokens, and as long as the README says`, () =>
    Effect.gen(function*() {
      const base = yield* HttpServer.addressFormattedWith(Effect.succeed)
      const tools = yield* Effect.promise(async () => {
        const client = new Client({ name: "test", version: "1.0.0" }, { versionNegotiation: { mode: "auto" } })
        await client.connect(new StreamableHTTPClientTransport(new URL(`${base}/api/mcp`)))
        const { tools } = await client.listTools()
        await client.close()
        return tools
      })
      const text = JSON.stringify(tools)
      assert.isBelow(text.length, MOST_CHARACTERS)
      if (unfetched !== undefined) return
      const { encode } = yield* Effect.promise(() => fetchedModule("gpt-tokenizer"))
      const tokens: number = encode(text).length
      assert.isBelow(tokens, MOST_TOKENS)
      assert.strictEqual(stated, Math.ceil(tokens / 100) * 100, `the README says ${stated}, it is ${tokens}`)
    }))
})
