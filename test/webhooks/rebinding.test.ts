import { assert, layer } from "@effect/vitest"
import { Context, Effect, Layer } from "effect"
import fc from "fast-check"
import { guarding } from "#layers/network/guard"
import { NameServers, resolver } from "#layers/network/names"
import { webClient } from "../dashboard/web-client.ts"
import { client } from "../oauth/client.ts"
import { TestServerWith } from "../support/test-server.ts"
import { create } from "./calls.ts"
import { type Answer, nameServer } from "./name-server.ts"
import { outcome, slipped, treasure } from "./private.ts"

const PUBLIC = "93.184.216.34"
const PUBLIC_6 = "2606:2800:220:1::1"

/** What a name server that is against us answers. A turn is a look at the name or a connection. */
const names: Readonly<Record<string, (turn: number) => ReadonlyArray<Answer>>> = {
  "cname.test": () => [{ cname: "inside.test" }, { name: "inside.test", address: "127.0.0.1" }],
  "cname-chain.test": () => [{ cname: "a.test" }, { name: "a.test", cname: "b.test" }, { name: "b.test", address: "127.0.0.1" }],
  "cname-localhost.test": () => [{ cname: "localhost" }, { name: "localhost", address: "127.0.0.1" }],
  "cname-bare.test": () => [{ cname: "localhost" }],
  "last-of-many.test": () => [...Array.from({ length: 20 }, (_, n) => `93.184.216.${n + 1}`), "127.0.0.1"],
  "first-of-many.test": () => ["127.0.0.1", ...Array.from({ length: 20 }, (_, n) => `93.184.216.${n + 1}`)],
  "six-only-inside.test": () => [PUBLIC, "::1"],
  "four-only-inside.test": () => [PUBLIC_6, "127.0.0.1"],
  "other-family.test": () => [PUBLIC, "::1", "127.0.0.1"],
  "mapped.test": () => [PUBLIC, "::ffff:7f00:1"],
  "unspecified.test": () => ["0.0.0.0"],
  "tcp.test": () => ["127.0.0.1"],
  "rebind.test": (turn) => turn === 1 ? [PUBLIC] : ["127.0.0.1"],
  "rebind-cname.test": (turn) => turn === 1 ? [PUBLIC] : [{ cname: "inside.test" }, { name: "inside.test", address: "127.0.0.1" }],
  "rebind-six.test": (turn) => turn === 1 ? [PUBLIC] : [PUBLIC, "::1"],
  "rebind-tcp.test": (turn) => turn === 1 ? [PUBLIC] : ["127.0.0.1"],
  "rebind-each.test": (turn) => turn % 2 === 1 ? [PUBLIC] : [PUBLIC, "127.0.0.1"]
}

const random = fc.sample(
  fc.array(fc.oneof(
    fc.constantFrom<Answer>(PUBLIC, PUBLIC_6, "10.0.0.1", "169.254.169.254", "fd00::1", "::ffff:a00:1", "64:ff9b::a00:1", { cname: "elsewhere.test" }),
    fc.nat(255).map((n) => `93.184.216.${n}`)
  ), { maxLength: 6 }), { numRuns: 400, seed: 20261122 }
)
/** Whatever else is said at a turn, this machine is among it. */
const unsteady = (turn: number) => [...random[turn % random.length]!, turn % 3 === 0 ? "::1" : "127.0.0.1"]

type Server = Effect.Success<ReturnType<typeof nameServer>>
class Names extends Context.Service<Names, Server>()("test/Names") {}

const NamesHere = Layer.effect(Names, nameServer(
  (name, turn) => name.startsWith("unsteady") ? unsteady(turn) : names[name]?.(turn) ?? [],
  { overTcp: ["tcp.test", "rebind-tcp.test"], both: ["other-family.test"] }
))
const asked = Layer.effect(NameServers, Names.use(({ address }) => Effect.succeed([address])))

/** It may use http, so that what it reaches would answer. */
const TestServer = TestServerWith({ webhookAllowHttp: true }).pipe(Layer.provide(asked), Layer.provideMerge(NamesHere))

layer(TestServer, { excludeTestServices: true })("a name server that is against us", (it) => {
  it.effect("leads no delivery inside, whatever form its answer has", () =>
    Effect.gen(function*() {
      const { port, visits } = yield* treasure
      for (const name of Object.keys(names).filter((name) => !name.startsWith("rebind") && name !== "cname-bare.test")) {
        assert.match(yield* outcome(yield* slipped(`http://${name}:${port}/`)), /leads to .* not a public address\.$/, name)
      }
      assert.match(yield* outcome(yield* slipped(`http://cname-bare.test:${port}/`)), /./)
      assert.strictEqual(visits(), 0)
    }))

  it.effect("leads no delivery inside by another answer than the one that was looked at", () =>
    Effect.gen(function*() {
      const { asked } = yield* Names
      const { port, visits } = yield* treasure
      for (const name of Object.keys(names).filter((name) => name.startsWith("rebind"))) {
        const made = yield* create(`http://${name}:${port}/`, { events: ["order.paid"] })
        assert.strictEqual(asked.get(name), 1, name)
        assert.match(yield* outcome(made.id), /leads to .* not a public address\.$/, name)
        assert.strictEqual(asked.get(name), 2, `${name}: what was checked is what is connected to`)
      }
      assert.strictEqual(visits(), 0)
    }))

  it.effect("leads no connection inside, though it says something else each time", () =>
    Effect.gen(function*() {
      const { port, visits } = yield* treasure
      const { address } = yield* Names
      const guard = yield* Effect.provideService(guarding({ hosts: [], http: true }), NameServers, [address])
      const connect = guard.connector(2_000)
      const told = new Set<string>()
      for (let turn = 0; turn < 400; turn++) {
        const error = yield* Effect.callback<Error | null>((resume) =>
          connect({ hostname: "unsteady.test", host: `unsteady.test:${port}`, protocol: "http:", port: String(port) }, (error, socket) => {
            socket?.destroy()
            resume(Effect.succeed(error))
          }))
        // An answer that contradicts itself is none.
        assert.include(["NotPublic", "Unresolved"], error?.name)
        told.add(String(error?.message))
      }
      assert.isAbove(told.size, 4)
      assert.strictEqual(visits(), 0)
    }))

  it.effect("answers once for each connection, all of it is looked at, and nothing is kept", () =>
    Effect.gen(function*() {
      const { address, asked } = yield* Names
      const resolve = resolver([address])
      const found = yield* Effect.promise(() => resolve("last-of-many.test"))
      assert.strictEqual(found.length, 21)
      const before = asked.get("rebind-each.test") ?? 0
      for (let turn = 0; turn < 6; turn++) yield* Effect.promise(() => resolve("rebind-each.test"))
      assert.strictEqual(asked.get("rebind-each.test"), before + 6)
    }))

  it.effect("leads no look at a client's document inside", () =>
    Effect.gen(function*() {
      const { port, visits } = yield* treasure
      const app = yield* client()
      const browser = yield* webClient()
      for (const name of [...Object.keys(names), "unsteady-1.test", "unsteady-2.test"]) {
        // Twice, as the first look at a name may be public.
        for (const path of ["/first.json", "/second.json"]) {
          if (name.startsWith("rebind") && path === "/first.json") continue
          const { status } = yield* browser.get(app.authorize({ client_id: `https://${name}:${port}${path}` }))
          assert.strictEqual(status, 400, name)
        }
      }
      assert.strictEqual(visits(), 0)
    }))
})
