import { Ajv2020 } from "ajv/dist/2020.js"
import formats from "ajv-formats"
import { assert, layer } from "@effect/vitest"
import { Effect, Option } from "effect"
import { HttpServer } from "effect/http"
import { Api } from "#schemas/api"
import { catalogOf } from "#schemas/kernel/catalog"
import { templateOf } from "#schemas/kernel/manifest"
import { scopes, surfaces } from "#schemas/kernel/tenancy"
import { CompanyId } from "#schemas/kernel/ids"
import { OwnerSql } from "../support/database.ts"
import { as, companyIds, TestServer, TestServerWith, send } from "../support/test-server.ts"

const catalog = catalogOf(Api)
const names = (tools: ReadonlyArray<{ readonly name: string }>) => tools.map(({ name }) => name)
const publicOnes = catalog.filter(({ readOnly, surfaces }) => readOnly && surfaces.includes("public"))
const tenantSite = catalog.filter(({ surfaces }) => surfaces.includes("tenant-site"))

layer(TestServer, { excludeTestServices: true })("the anonymous manifest", (it) => {
  const refused = [
    ["company_id is missing", "", 400, "bad_request", ["company_id"]],
    ["company_id is missing and the surface unknown", "?surface=moon", 400, "bad_request", ["company_id", "surface"]],
    ["company_id is 0", "?company_id=0", 422, "validation_error", ["company_id"]],
    ["company_id is negative", "?company_id=-1", 422, "validation_error", ["company_id"]],
    ["company_id is no number", "?company_id=acme", 422, "validation_error", ["company_id"]],
    ["company_id is a fraction", "?company_id=1.5", 422, "validation_error", ["company_id"]],
    ["company_id is empty", "?company_id=", 422, "validation_error", ["company_id"]],
    ["company_id is beyond what JSON keeps exact", "?company_id=9007199254740993", 422, "validation_error", ["company_id"]],
    ["company_id comes twice", "?company_id=1&company_id=2", 422, "validation_error", ["company_id"]],
    ["the surface is unknown", "?company_id=1&surface=moon", 422, "validation_error", ["surface"]],
    ["the surface is dashboard", "?company_id=1&surface=dashboard", 400, "surface_requires_auth", []],
    ["the surface is portal", "?company_id=1&surface=portal", 400, "surface_requires_auth", []],
    ["the surface is developer", "?company_id=1&surface=developer", 400, "surface_requires_auth", []],
    ["the surface needs a key and the company is unknown", "?company_id=999&surface=portal", 400, "surface_requires_auth", []],
    ["the company is unknown", "?company_id=999", 404, "company_not_found", []],
    ["the company is unknown, as a large number", "?company_id=9007199254740991", 404, "company_not_found", []]
  ] as const

  for (const [when, query, status, code, fields] of refused) {
    it.effect(`${status} ${code} when ${when}`, () =>
      Effect.gen(function*() {
        const sent = yield* send(`/webmcp/public/manifest${query}`)
        assert.deepStrictEqual([sent.status, sent.json.code], [status, code])
        assert.deepStrictEqual([...new Set(sent.json.details?.map(({ field }: any) => field))], [...fields])
        assert.strictEqual(sent.json.request_id, sent.headers.get("x-request-id"))
      }))
  }

  it.effect("is refused alike with a key, which changes nothing here", () =>
    Effect.gen(function*() {
      const sent = yield* send("/webmcp/public/manifest?company_id=1&surface=developer", { key: "acme" })
      assert.deepStrictEqual([sent.status, sent.json.code], [400, "surface_requires_auth"])
      assert.strictEqual((yield* send("/webmcp/public/manifest?company_id=1", { key: "revoked" })).status, 200)
    }))

  it.effect("shows the tenant-site surface unless asked otherwise, and the tier of the company", () =>
    Effect.gen(function*() {
      const { headers, json, status } = yield* send(`/webmcp/public/manifest?company_id=${companyIds.cheap}`)
      assert.strictEqual(status, 200)
      assert.strictEqual(headers.get("content-type"), "application/json")
      assert.isNotNull(headers.get("x-ratelimit-limit"))
      assert.deepInclude(json, { company_id: companyIds.cheap, surface: "tenant-site", tier: "starter", count: json.tools.length })
      assert.deepStrictEqual(names(json.tools), names(tenantSite))
      const acme = yield* send(`/webmcp/public/manifest?company_id=${companyIds.acme}&surface=tenant-site`)
      assert.strictEqual(acme.json.tier, "enterprise")
    }))

  it.effect("shows only reads on the public surface", () =>
    Effect.gen(function*() {
      const { json } = yield* send("/webmcp/public/manifest?company_id=1&surface=public")
      assert.deepStrictEqual(names(json.tools), names(publicOnes))
      assert.includeMembers(names(json.tools), ["list_verbs", "get_public_manifest"])
      for (const { annotations, iri, name } of json.tools) {
        assert.isTrue(annotations.readOnly)
        assert.match(iri, new RegExp(`^https://[^/]+/webmcp/tools/${name}$`))
      }
    }))

  it.effect("sees a company the moment it is made, and a tier the moment it changes", () =>
    Effect.gen(function*() {
      const sql = yield* OwnerSql
      const [made] = yield* sql<{ id: number }>`insert into companies (name, tier) values ('New', 'builder') returning id`
      const read = send(`/webmcp/public/manifest?company_id=${made!.id}`)
      assert.strictEqual((yield* read).json.tier, "builder")
      yield* sql`update companies set tier = 'professional' where id = ${made!.id}`
      assert.strictEqual((yield* read).json.tier, "professional")
    }))

  it.effect("is what the typed client reads", () =>
    Effect.gen(function*() {
      const { agents } = yield* as("scopeless")
      const manifest = yield* agents.get_public_manifest({ query: { company_id: CompanyId.make(1), surface: "public" } })
      assert.strictEqual(manifest.count, publicOnes.length)
      const error = yield* Effect.flip(agents.get_public_manifest({ query: { company_id: CompanyId.make(1), surface: "portal" } }))
      assert.strictEqual(error._tag, "SurfaceRequiresAuth")
      const verbs = yield* agents.list_verbs()
      assert.strictEqual(verbs.count, catalog.length)
      assert.strictEqual((yield* agents.get_manifest({ query: { surface: "developer" } })).company_id, CompanyId.make(companyIds.acme))
    }))
})

layer(TestServer, { excludeTestServices: true })("the manifest of a key", (it) => {
  const ajv = new Ajv2020({ strict: true, strictRequired: false, allowUnionTypes: true })
  formats.default(ajv)

  it.effect("agrees with the catalogue, tool by tool", () =>
    Effect.gen(function*() {
      const base = new URL(yield* HttpServer.addressFormattedWith(Effect.succeed))
      const { json, status } = yield* send("/webmcp/manifest", { key: "acme" })
      assert.strictEqual(status, 200)
      assert.deepInclude(json, { company_id: companyIds.acme, surface: "developer", tier: "enterprise", count: json.tools.length })
      assert.deepStrictEqual(names(json.tools), names(catalog.filter(({ access }) => access !== "session")))
      for (const tool of json.tools) {
        const entry = catalog.find(({ name }) => name === tool.name)!
        const owner = entry.readOnly ? "" : `/co/${companyIds.acme}`
        assert.strictEqual(tool.iri, `https://${base.host}${owner}/webmcp/tools/${entry.name}`)
        assert.deepInclude(tool, {
          annotations: { readOnly: entry.readOnly, destructive: entry.destructive, idempotent: entry.idempotent },
          endpoint: { method: entry.method, path: templateOf(entry.path) },
          requiresConsent: entry.requiresConsent,
          surfaces: entry.surfaces,
          tierFloor: entry.tierFloor
        })
        assert.include(tool.description, entry.description)
      }
    }))

  it.effect("describes each input as one closed object that needs nothing else to be understood", () =>
    Effect.gen(function*() {
      const { json } = yield* send("/webmcp/manifest", { key: "acme" })
      for (const { inputSchema, name } of json.tools) {
        const entry = catalog.find((entry) => entry.name === name)!
        assert.deepInclude(inputSchema, { type: "object", additionalProperties: false }, name)
        assert.sameMembers(Object.keys(inputSchema.properties), Object.keys(entry.sources), name)
        const inPath = Object.entries(entry.sources).filter(([, source]) => source === "params").map(([field]) => field)
        assert.includeMembers(inputSchema.required ?? [], inPath, name)
        ajv.compile(inputSchema)
      }
      const byName = Object.fromEntries(json.tools.map((tool: any) => [tool.name, tool.inputSchema]))
      assert.deepInclude(byName.list_contacts.properties.limit, { type: "integer", minimum: 1, maximum: 200, default: 50 })
      assert.isUndefined(byName.list_contacts.required)
      assert.deepStrictEqual(byName.get_contact.required, ["id"])
      assert.deepInclude(byName.create_contact.properties.first_name, { examples: ["Grace"] })
    }))

  it.effect("holds only what the scopes allow", () =>
    Effect.gen(function*() {
      const { json } = yield* send("/webmcp/manifest", { key: "scopeless" })
      assert.deepStrictEqual(names(json.tools), names(catalog.filter(({ access }) => access === "any" || access === "public")))
    }))

  it.effect("holds only what the tier allows", () =>
    Effect.gen(function*() {
      const { json } = yield* send("/webmcp/manifest", { key: "starter" })
      assert.strictEqual(json.tier, "starter")
      const allowed = catalog.filter(({ access, tierFloor }) => access !== "session" && tierFloor === "starter")
      assert.deepStrictEqual(names(json.tools), names(allowed))
    }))

  for (const surface of surfaces) {
    it.effect(`shows the surface ${surface}`, () =>
      Effect.gen(function*() {
        const { json, status } = yield* send(`/webmcp/manifest?surface=${surface}`, { key: "acme" })
        assert.strictEqual(status, 200)
        assert.strictEqual(json.surface, surface)
        const shown = catalog.filter(({ access, readOnly, surfaces }) =>
          access !== "session" && surfaces.includes(surface) && (surface !== "public" || readOnly))
        assert.deepStrictEqual(names(json.tools), names(shown))
      }))
  }

  it.effect("needs a key, and a surface that exists", () =>
    Effect.gen(function*() {
      assert.strictEqual((yield* send("/webmcp/manifest")).status, 401)
      const { json, status } = yield* send("/webmcp/manifest?surface=moon", { key: "acme" })
      assert.deepStrictEqual([status, json.code], [422, "validation_error"])
    }))

  it.effect("the verbs are the whole catalogue, for anybody", () =>
    Effect.gen(function*() {
      const { json, status } = yield* send("/agent/verbs")
      assert.strictEqual(status, 200)
      assert.strictEqual(json.count, catalog.length)
      assert.deepStrictEqual(names(json.verbs), names(catalog))
      for (const verb of json.verbs) {
        const entry = catalog.find(({ name }) => name === verb.name)!
        assert.deepStrictEqual(
          [verb.category, verb.method, verb.path, verb.scope, verb.tierFloor, verb.keyed, verb.curated, verb.requiresConsent],
          [entry.category, entry.method, templateOf(entry.path), entry.access, entry.tierFloor, entry.acceptsIdempotencyKey, entry.curated, entry.requiresConsent]
        )
        assert.isTrue(["any", "public", "session"].includes(verb.scope) || scopes.includes(verb.scope), verb.name)
      }
    }))
})

layer(TestServerWith({ siteUrl: Option.some("https://api.acme.example") }), { excludeTestServices: true })("a public address", (it) => {
  it.effect("is where everything points, whatever name was asked for", () =>
    Effect.gen(function*() {
      const { json } = yield* send("/webmcp/manifest", { key: "acme" })
      for (const { iri } of json.tools) assert.isTrue(iri.startsWith("https://api.acme.example/"), iri)
      assert.deepStrictEqual((yield* send("/api/v1/openapi.json")).json.servers.map(({ url }: any) => url), ["https://api.acme.example"])
      const discovery = yield* send("/.well-known/mcp.json")
      assert.strictEqual(discovery.json.openapi, "https://api.acme.example/api/v1/openapi.json")
      for (const { headers } of [discovery, yield* send("/.well-known/oauth-authorization-server")]) {
        assert.strictEqual(headers.get("cache-control"), "public, max-age=300")
      }
    }))
})
