import { assert, describe, it as plain, layer } from "@effect/vitest"
import { Effect } from "effect"
import { tools } from "#schemas/tools/catalog"
import { toolCodes, toolStatuses } from "#schemas/tools/refusal"
import type { AnyTool } from "#schemas/tools/tool"
import { addresses } from "#src/surfaces/addresses"
import { TOOLS_PATH } from "#src/tools/routes"
import { answerName, toolsOpenapiOf } from "#src/tools/openapi"
import { explained } from "#src/tools/openapi-refusals"
import { faultsBy } from "../contract/openapi-faults.ts"
import { TestServer, json, send } from "../support/test-server.ts"

const document: any = JSON.parse(JSON.stringify(toolsOpenapiOf("https://api.acme.example")))
const all: ReadonlyArray<AnyTool> = tools

const faultsOf = faultsBy(document.components)

/** What is wrong with a value, by the schema of that name. */
const wrong = (name: string, value: unknown): string =>
  faultsOf({ $ref: `#/components/schemas/${name}` }, value).map((fault) => `${name}: ${fault}`).join()

const call = (tool: string, given: object) => ({ type: "call_tool", tool, arguments: given })

describe("the description of the tools", () => {
  plain("has a request and an answer for each, told apart by the tool, and an example that fits", () => {
    assert.deepInclude(document.info, { version: "1.1.0" })
    const { examples } = document.paths[TOOLS_PATH].post.requestBody.content["application/json"]
    const { discriminator, oneOf } = document.components.schemas.CallToolRequest
    assert.strictEqual(discriminator.propertyName, "tool")
    assert.deepStrictEqual(Object.keys(discriminator.mapping), all.map(({ name }) => name))
    assert.deepStrictEqual(oneOf.map(({ $ref }: any) => $ref), Object.values(discriminator.mapping))
    for (const { example, name } of all) {
      const { properties, "x-response": response } = document.components.schemas[discriminator.mapping[name].split("/").at(-1)]
      assert.deepStrictEqual([properties.type.const, properties.tool.const], ["call_tool", name])
      assert.strictEqual(response, `#/components/schemas/${answerName(name)}`)
      assert.deepStrictEqual(examples[name].value, call(name, example))
      assert.strictEqual(wrong("ToolRequest", examples[name].value), "")
      assert.strictEqual(wrong("ToolRequest", { type: "call_tool", tool: name, params: example }), "", "in params")
    }
    assert.strictEqual(wrong("ToolRequest", examples.list_tools.value), "")
  })

  plain("takes nothing else", () => {
    for (const bad of [{}, { type: "call_tool" }, { type: "list" }, call("get_nothing", {}), call("get_pricing", { plan: "gold" }), call("get_pricing", [])]) {
      assert.notStrictEqual(wrong("ToolRequest", bad), "", JSON.stringify(bad))
    }
    for (const { input, name } of all) {
      const needed = Object.entries(input.fields).filter(([, field]) => (field.ast as any).context?.isOptional !== true)
      assert.strictEqual(wrong("ToolRequest", call(name, {})) === "", needed.length === 0, name)
      assert.strictEqual(wrong("ToolRequest", { type: "call_tool", tool: name }) === "", needed.length === 0, name)
    }
  })

  plain("names each schema once, refers to nothing that is not there, and knows no number that JSON does not", () => {
    const names = Object.keys(document.components.schemas)
    assert.deepStrictEqual(names.filter((name) => /_\d+$/u.test(name)), [], "two schemas with one identifier")
    const text = JSON.stringify(document)
    for (const [, name] of text.matchAll(/"#\/components\/schemas\/([^"]+)"/gu)) assert.include(names, name)
    assert.notInclude(text, "Infinity")
    assert.notInclude(text, "$defs")
  })

  plain("has every code of a refusal under its status, with an example that fits", () => {
    for (const code of toolCodes) {
      const { $ref } = document.paths[TOOLS_PATH].post.responses[toolStatuses[code]]
      const { examples } = document.components.responses[$ref.split("/").at(-1)].content["application/json"]
      assert.deepInclude(examples[code].value.error, { code, status: toolStatuses[code] })
      assert.strictEqual(wrong("ToolRefused", examples[code].value), "")
    }
  })
})

layer(TestServer, { excludeTestServices: true })("the description of the tools", (it) => {
  it.effect("is served as it is, for pages of anybody", () =>
    Effect.gen(function*() {
      const { headers, json, status } = yield* send(addresses.toolsOpenapi, { headers: { origin: "https://elsewhere.example" } })
      assert.strictEqual(status, 200)
      assert.strictEqual(headers.get("access-control-allow-origin"), "*")
      assert.strictEqual(json.info.contact.url, `${json.servers[0].url}/contact`)
      const { contact } = document.info
      assert.deepStrictEqual({ ...json, info: { ...json.info, contact }, servers: [], components: { ...json.components, responses: {} } }, {
        ...document, servers: [], components: { ...document.components, responses: {} }
      })
    }))

  it.effect("is true of what the address says of itself, and of its list", () =>
    Effect.gen(function*() {
      assert.strictEqual(wrong("ServerInfo", (yield* send(TOOLS_PATH)).json), "")
      assert.strictEqual(wrong("ListToolsResponse", (yield* send(TOOLS_PATH, { method: "POST", ...json({ type: "list_tools" }) })).json), "")
    }))

  for (const { example, name } of all) {
    it.effect(`is true of ${name}`, () =>
      Effect.gen(function*() {
        const answer = yield* send(TOOLS_PATH, { method: "POST", ...json(call(name, example)) })
        assert.strictEqual(answer.status, 200, answer.text)
        assert.strictEqual(wrong(answerName(name), answer.json), "")
        assert.strictEqual(wrong("ToolResponse", answer.json), "")
      }))
  }

  for (const code of toolCodes) {
    const { asked, example } = explained[code]
    if (asked === undefined) continue
    it.effect(`shows ${code} as it is said`, () =>
      Effect.gen(function*() {
        const { json: { error }, status } = yield* send(TOOLS_PATH, { method: "POST", ...json(asked) })
        assert.strictEqual(status, toolStatuses[code])
        const { details, hint, message } = error
        assert.deepStrictEqual({ message, hint, ...details !== undefined && { details } }, { ...example })
        const [path, anchor] = error.docs_url.replace(/^https?:\/\/[^/]+/u, "").split("#")
        assert.include((yield* send(path)).text, `id="${anchor}"`)
      }))
  }
})
