import { assert, describe, it as plain, layer } from "@effect/vitest"
import { Effect, Layer, Option } from "effect"
import { HttpServer } from "effect/http"
import fc from "fast-check"
import { createServer, type AddressInfo, type Socket } from "node:net"
import { FetchQueue, type Fetching, TooMany } from "#layers/oauth/fetch-queue"
import { goal } from "../support/goals.ts"
import { at, SecondServer, TestServerWith } from "../support/test-server.ts"
import { client } from "./client.ts"
import { agree } from "./driver.ts"
import { document, Publisher, publish } from "./publisher.ts"

const limits = { atATime: 8, forKnown: 2, ofHost: 2, ofNetwork: 2, waiting: 64, waitingOfNetwork: 4, waitMs: 60_000 }

describe("the queue of fetches", () => {
  plain("keeps every share whoever comes and goes in whatever order, and forgets nobody", async () => {
    const arrivals = fc.array(
      fc.record({ host: fc.nat(5), network: fc.nat(12), known: fc.boolean(), ends: fc.boolean() }), { minLength: 1, maxLength: 200 }
    )
    await fc.assert(fc.asyncProperty(arrivals, async (all) => {
      const queue = new FetchQueue(limits)
      const running = new Set<Fetching>()
      const leaving: Array<() => void> = []
      let settled = 0
      const count = (is: (one: Fetching) => boolean) => [...running].filter(is).length
      const check = () => {
        assert.isAtMost(running.size, limits.atATime)
        for (const { host, network } of running) {
          assert.isAtMost(count((one) => one.host === host), limits.ofHost)
          assert.isAtMost(count((one) => one.network === network), limits.ofNetwork)
        }
      }
      const entered = all.map(async ({ ends, host, known, network }) => {
        const fetching = { host: `h${host}`, network: `n${network}`, known }
        try {
          const leave = await queue.enter(fetching)
          running.add(fetching)
          check()
          leaving.push(() => {
            running.delete(fetching)
            leave()
          })
          if (ends) leaving.shift()!()
        } catch (error) {
          assert.instanceOf(error, TooMany)
        }
        settled++
      })
      for (let turn = 0; turn < 10 * all.length && settled < all.length; turn++) {
        await Promise.resolve()
        if (turn % 5 === 4) leaving.shift()?.()
      }
      await Promise.all(entered)
      assert.strictEqual(settled, all.length)
    }), { numRuns: 200, seed: 20261122 })
  })

  plain("gives known clients fetches of their own, and the next that is free", async () => {
    const queue = new FetchQueue(limits)
    const unknownClients = Array.from({ length: 6 }, (_, n) => ({ host: `h${n}`, network: `n${n}`, known: false }))
    const leaves = await Promise.all(unknownClients.map((one) => queue.enter(one)))
    const order: Array<string> = []
    const entering = async (host: string, known: boolean) => {
      const leave = await queue.enter({ host, network: host, known })
      order.push(host)
      return leave
    }
    const waiting = ["a", "b"].map((host) => entering(host, false))
    for (const host of ["k1", "k2"]) await queue.enter({ host, network: host, known: true })
    const known = entering("k3", true)
    leaves[0]!()
    const leave = await known
    leave()
    leaves[1]!()
    await Promise.all(waiting)
    assert.deepStrictEqual(order, ["k3", "a", "b"])
  })

  plain("ends a wait that takes too long", async () => {
    const queue = new FetchQueue({ ...limits, atATime: 1, forKnown: 0, waitMs: 20 })
    const leave = await queue.enter({ host: "a", network: "a", known: false })
    const error: unknown = await queue.enter({ host: "b", network: "b", known: false }).catch((error: unknown) => error)
    assert.instanceOf(error, TooMany)
    leave()
    ;(await queue.enter({ host: "b", network: "b", known: false }))()
  })
})

const HOSTS = 16
const hosts = Array.from({ length: HOSTS }, (_, n) => `127.0.0.${n + 2}`)

/** Servers that take a connection and never shake hands. */
const silent = Effect.acquireRelease(
  Effect.promise(() => Promise.all(hosts.map((host) =>
    new Promise<{ readonly address: string; readonly sockets: Set<Socket>; readonly end: () => void }>((resolve) => {
      const sockets = new Set<Socket>()
      const server = createServer((socket) => {
        sockets.add(socket)
        socket.on("error", () => {}).on("close", () => sockets.delete(socket))
      })
      server.listen(0, host, () =>
        resolve({
          address: `https://${host}:${(server.address() as AddressInfo).port}`, sockets,
          end: () => {
            server.close()
            for (const socket of sockets) socket.destroy()
          }
        }))
    })))),
  (servers) => Effect.sync(() => servers.forEach(({ end }) => end()))
)

const settings = { oauthAllowHosts: ["localhost", ...hosts], trustedProxies: 1 }
const TestServer = Layer.merge(TestServerWith(settings), Publisher.layer)

/** Asks for authorization as somebody in a network would; tells the status and how long it took. */
const ask = (base: string, path: string, network: string) =>
  Effect.promise(async () => {
    const began = performance.now()
    const response = await fetch(base + path, { redirect: "manual", headers: { "x-forwarded-for": network } })
    await response.text()
    return { status: response.status, ms: performance.now() - began }
  })

const here = HttpServer.addressFormattedWith(Effect.succeed)

layer(TestServer, { excludeTestServices: true })("while handshakes hang", (it) => {
  it.effect("of one attacker, others' documents come as if nothing was", () =>
    Effect.gen(function*() {
      const app = yield* client()
      const servers = yield* silent
      const { address } = yield* document("/legit.json", {})
      const attack = yield* Effect.forkScoped(Effect.forEach(Array.from({ length: 24 }), (_, n) =>
        ask(app.base, app.authorize({ client_id: `${servers[n % 8]!.address}/${n}.json` }), "198.51.100.7"), { concurrency: "unbounded" }))
      while (servers.every(({ sockets }) => sockets.size === 0)) yield* Effect.sleep("5 millis")
      const { ms, status } = yield* ask(app.base, app.authorize({ client_id: address }), "203.0.113.9")
      assert.strictEqual(status, 303)
      assert.isBelow(ms, goal(1_500))
      assert.isAtMost(servers.reduce((sum, { sockets }) => sum + sockets.size, 0), 2)
      attack.interruptUnsafe()
    }))

  it.effect("of one host, however many ask for it, it gets two connections and is then left alone", () =>
    Effect.gen(function*() {
      const app = yield* client()
      const [{ address, sockets } = yield* Effect.die("no server")] = yield* silent
      let most = 0
      const watching = setInterval(() => most = Math.max(most, sockets.size), 5)
      const attackers = Array.from({ length: 20 }, (_, n) => ask(app.base, app.authorize({ client_id: `${address}/${n}.json` }), `198.51.100.${n}`))
      const answers = yield* Effect.all(attackers, { concurrency: "unbounded" })
      clearInterval(watching)
      assert.deepStrictEqual([...new Set(answers.map(({ status }) => status))], [400])
      assert.isAtMost(most, 2)
      const late = yield* ask(app.base, app.authorize({ client_id: `${address}/another.json` }), "198.51.100.77")
      assert.strictEqual(late.status, 400)
      assert.isBelow(late.ms, goal(1_000))
    }))

  it.effect("of many attackers with many hosts, a client that somebody connected comes first", () =>
    Effect.gen(function*() {
      const { address, asked } = yield* document("/connected.json", {})
      const app = yield* client()
      yield* agree(app.authorize({ client_id: address }), "owner")
      const before = asked()
      /* It has another memory, where the document is not. */
      const beside = yield* Layer.build(SecondServer({ ...settings, siteUrl: Option.some(app.base) }))
      const base = yield* at(beside, here)
      const servers = yield* silent
      const attack = yield* Effect.forkScoped(Effect.forEach(Array.from({ length: 64 }), (_, n) =>
        ask(base, app.authorize({ client_id: `${servers[n % HOSTS]!.address}/${n}.json` }), `198.51.100.${n}`), { concurrency: "unbounded" }))
      while (servers.filter(({ sockets }) => sockets.size > 0).length < 3) yield* Effect.sleep("5 millis")
      const { ms, status } = yield* ask(base, app.authorize({ client_id: address }), "203.0.113.9")
      assert.strictEqual(status, 303)
      assert.isBelow(ms, goal(1_500))
      assert.strictEqual(asked(), before + 1)
      assert.isAtMost(servers.reduce((sum, { sockets }) => sum + sockets.size, 0), 6)
      attack.interruptUnsafe()
    }))

  it.effect("each part of an answer has its time: a handshake, headers, a body that drips", () =>
    Effect.gen(function*() {
      const app = yield* client()
      const [server] = yield* silent
      const headless = yield* publish("/headless.json", () => {})
      const dripping = yield* publish("/dripping.json", (response) => {
        response.writeHead(200, { "content-type": "application/json" })
        const more = setInterval(() => response.write(" "), 50)
        response.on("close", () => clearInterval(more))
      })
      for (const [url, most] of [[`${server!.address}/x.json`, 3_000], [headless, 4_000], [dripping, 3_000]] as const) {
        const { ms, status } = yield* ask(app.base, app.authorize({ client_id: url }), "203.0.113.10")
        assert.strictEqual(status, 400, url)
        assert.isBelow(ms, goal(most), url)
      }
      const { address } = yield* document("/same-host.json", {})
      assert.strictEqual((yield* ask(app.base, app.authorize({ client_id: address }), "203.0.113.10")).status, 303, "a slow document blocks no other of its host")
    }))
})
