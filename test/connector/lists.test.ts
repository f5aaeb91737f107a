import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import type { Operation } from "#schemas/kernel/catalog"
import { includes, type Scope, tiers } from "#schemas/kernel/tenancy"
import { OwnerSql } from "../support/database.ts"
import { fetchedModule, unfetched } from "../support/fetched.ts"
import { goal } from "../support/goals.ts"
import { companyIds, TestServer } from "../support/test-server.ts"
import { catalog } from "../contract/examples.ts"
import { ask, call, callable, connect, grantable, type TestGrant, listed } from "./grants.ts"

const MOST_TOKENS = 15_000
/** A token of it is four characters and more; `npm run goals` counts them. */
const MOST_CHARACTERS = 4 * MOST_TOKENS

/** What the catalogue says of itself, in the words of operations.md and nothing of the connector's. */
const truth = (scopes: ReadonlyArray<Scope>, tier: typeof tiers[number]) =>
  catalog.filter(({ access, curated, tierFloor }: Operation) =>
    curated && (access === "any" || (scopes as ReadonlyArray<string>).includes(access)) && includes(tier, tierFloor)).map(({ name }) => name)

const subsets: ReadonlyArray<readonly [string, ReadonlyArray<Scope>]> = [
  ["none", []],
  ["all", grantable],
  ["all reads", grantable.filter((scope) => scope.endsWith(":read"))],
  ["all writes", grantable.filter((scope) => scope.endsWith(":write"))],
  ...grantable.map((scope) => [scope, [scope]] as const)
]

const namesOf = (tools: ReadonlyArray<any>) => tools.map(({ name }) => name)

/** Waits until what is asked for is so, for as long as a change may take to be known. */
const within1s = Effect.fnUntraced(function*(what: string, held: TestGrant, expected: Array<string>) {
  const from = Date.now()
  for (;;) {
    const names = namesOf(yield* listed(held))
    if (names.length === expected.length && names.every((name, n) => name === expected[n])) return
    if (Date.now() - from > goal(1_000)) assert.deepStrictEqual(names, expected, what)
    yield* Effect.sleep("10 millis")
  }
})

const setTier = Effect.fnUntraced(function*(tier: typeof tiers[number]) {
  const sql = yield* OwnerSql
  yield* sql`update companies set tier = ${tier} where id = ${companyIds.bolt}`
}, Effect.orDie)

const setScopes = Effect.fnUntraced(function*({ company_id, key_id }: TestGrant, scopes: ReadonlyArray<Scope>) {
  const sql = yield* OwnerSql
  yield* sql`update api_keys set scopes = ${[...scopes]} where company_id = ${company_id} and id = ${key_id}`
}, Effect.orDie)

layer(TestServer, { excludeTestServices: true })("the list of tools", (it) => {
  it.effect("is the catalogue's truth, scope by scope and tier by tier, and follows each change at once", () =>
    Effect.gen(function*() {
      const held = yield* connect({ person: "boltOwner", scopes: grantable })
      for (const tier of tiers) {
        yield* setTier(tier)
        for (const [name, scopes] of subsets) {
          yield* setScopes(held, scopes)
          yield* within1s(`${name} at ${tier}`, held, ["search_tools", ...truth(scopes, tier)])
        }
      }
      yield* setTier("enterprise")
    }))

  it.effect("holds no more than the person behind the connection may do", () =>
    Effect.gen(function*() {
      const reads = grantable.filter((scope) => scope.endsWith(":read") && scope !== "audit:read")
      const held = yield* connect({ person: "viewer", scopes: grantable })
      assert.deepStrictEqual(namesOf(yield* listed(held)), ["search_tools", ...truth(reads, "enterprise")])
    }))

  it.effect("is each caller's own, and the same each time", () =>
    Effect.gen(function*() {
      const held = yield* connect({ person: "owner", scopes: ["crm:read"] })
      const first = yield* ask(held, "tools/list")
      assert.strictEqual(first.message.result.cacheScope, "private")
      assert.strictEqual(first.message.result.ttlMs, 0)
      const second = yield* ask(held, "tools/list")
      assert.deepStrictEqual(second.message, first.message)
    }))

  it.effect("shows each tool with what it takes, gives and does", () =>
    Effect.gen(function*() {
      const held = yield* connect({ person: "owner", scopes: grantable })
      const byName = new Map(catalog.map((entry) => [entry.name, entry]))
      for (const tool of (yield* listed(held)).slice(1)) {
        const entry = byName.get(tool.name)!
        assert.strictEqual(tool.inputSchema.type, "object", tool.name)
        assert.sameMembers(Object.keys(tool.inputSchema.properties), Object.keys(entry.sources), tool.name)
        assert.strictEqual(tool.title, entry.summary)
        assert.strictEqual(tool.annotations.readOnlyHint, entry.readOnly)
        assert.strictEqual(tool.annotations.idempotentHint, entry.readOnly ? undefined : entry.idempotent)
        assert.strictEqual(tool.annotations.destructiveHint, entry.readOnly ? undefined : entry.destructive)
      }
    }))

  it.effect(`is under ${MOST_TOKENS} tokens with every scope`, ({ annotate }) =>
    Effect.gen(function*() {
      const tools = yield* listed(yield* connect({ person: "boltOwner", scopes: grantable }))
      assert.isAtLeast(tools.length, 85)
      const text = JSON.stringify(tools)
      assert.isBelow(text.length, MOST_CHARACTERS)
      if (unfetched !== undefined) return
      const { encode } = yield* Effect.promise(() => fetchedModule("gpt-tokenizer"))
      const tokens: number = encode(text).length
      yield* Effect.promise(() => annotate(`${tools.length} tools: ${tokens} tokens`))
      assert.isBelow(tokens, MOST_TOKENS)
    }))

  it.effect("is searched for any verb, by its name and by words, allowed or not", () =>
    Effect.gen(function*() {
      const held = yield* connect({ person: "owner", scopes: ["crm:read"] })
      for (const entry of callable) {
        const byName = (yield* call(held, "search_tools", { query: entry.name })).structured
        const [found] = byName.tools
        assert.strictEqual(found.name, entry.name)
        assert.strictEqual(found.scope, entry.access)
        assert.strictEqual(found.tierFloor, entry.tierFloor)
        assert.sameMembers(Object.keys(found.inputSchema.properties), Object.keys(entry.sources), entry.name)
        assert.strictEqual(found.allowed, ["any", "public", "crm:read"].includes(entry.access), entry.name)
        assert.strictEqual(found.allowed, found.why_not === undefined)
        const byWords = (yield* call(held, "search_tools", { query: entry.summary, limit: 20 })).structured
        assert.include(namesOf(byWords.tools), entry.name, entry.summary)
      }
      for (const [query, name] of [
        ["remove a customer", "delete_contact"], ["add a lead", "create_contact"], ["undo delete", "restore_contact"],
        ["see what was done", "list_receipts"], ["invite a colleague", "invite_member"]
      ] as const) {
        assert.include(namesOf((yield* call(held, "search_tools", { query })).structured.tools), name, query)
      }
      const none = (yield* call(held, "search_tools", { query: "zzzz" })).structured
      assert.deepInclude(none, { count: 0, tools: [] })
      assert.match(none.hint, /areas: crm,/)
      for (const [args, code] of [[{}, "arguments.missing"], [{ query: 7 }, "arguments.invalid"], [{ query: "a", limit: 500 }, "arguments.invalid"]] as const) {
        assert.strictEqual((yield* call(held, "search_tools", args)).error.code, code)
      }
    }))
})
