import { spawnSync } from "node:child_process"
import { createServer } from "node:net"
import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { Webhook as Standard } from "standardwebhooks"
import { OwnerSql } from "../support/database.ts"
import { goal } from "../support/goals.ts"
import { companyIds, TestServerWith, send } from "../support/test-server.ts"
import { addContact, create, deliveries, patch, post, settledLog, triedLog } from "./calls.ts"
import { arrived, here, receiver, until } from "./receiver.ts"

/** Something that takes connections and does not speak HTTP as one would like. */
const socketServer = (behave: (socket: import("node:net").Socket) => void) =>
  Effect.acquireRelease(
    Effect.promise(() => new Promise<{ url: string; connections: () => number; end: () => void }>((resolve) => {
      let connections = 0
      const open = new Set<import("node:net").Socket>()
      const server = createServer((socket) => {
        connections++
        open.add(socket)
        socket.on("error", () => {}).on("close", () => open.delete(socket))
        behave(socket)
      }).listen(0, "127.0.0.1", () => {
        const { port } = server.address() as { readonly port: number }
        resolve({
          url: `http://127.0.0.1:${port}/hook`,
          connections: () => connections,
          end: () => {
            for (const socket of open) socket.destroy()
            server.close()
          }
        })
      })
    })),
    ({ end }) => Effect.sync(end)
  )

const head = "HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\n"

layer(TestServerWith(here), { excludeTestServices: true })("what a receiver does", (it) => {
  it.effect("signatures are verified by standardwebhooks and by openssl, both secrets' while one follows the other", () =>
    Effect.gen(function*() {
      const endpoint = yield* receiver()
      const webhook = yield* create(endpoint.url)
      yield* addContact("Gr\u00fc\u00dfe \u{1f600}")
      yield* arrived(endpoint, 1)
      const { json: rotated } = yield* post(`/webhooks/${webhook.id}/secret`)
      yield* addContact("After")
      yield* arrived(endpoint, 2)
      const [before, during] = endpoint.received as [any, any]
      const openssl = (secret: string, body: string) =>
        spawnSync("openssl", ["dgst", "-sha256", "-hmac", secret], { input: body, encoding: "utf8" }).stdout.trim().split(" ").at(-1)

      new Standard(webhook.secret).verify(before.body, before.headers)
      assert.strictEqual(before.headers["x-service-signature"], openssl(webhook.secret, before.body))
      assert.notProperty(before.headers, "x-service-signature-previous")

      for (const secret of [webhook.secret, rotated.secret]) new Standard(secret).verify(during.body, during.headers)
      assert.strictEqual(during.headers["x-service-signature"], openssl(rotated.secret, during.body))
      assert.strictEqual(during.headers["x-service-signature-previous"], openssl(webhook.secret, during.body))

      const sql = yield* OwnerSql
      yield* sql`update webhooks set previous_until = now() where id = ${webhook.id}`
      yield* addContact("Later")
      yield* arrived(endpoint, 3)
      const after = endpoint.received[2] as any
      new Standard(rotated.secret).verify(after.body, after.headers)
      assert.throws(() => new Standard(webhook.secret).verify(after.body, after.headers))
      assert.notProperty(after.headers, "x-service-signature-previous")

      const own = yield* create(endpoint.url, { secret: "correct-horse-battery", events: ["order.*"] })
      yield* post(`/webhooks/${own.id}/test`)
      yield* arrived(endpoint, 4)
      const last = endpoint.received[3] as any
      new Standard("correct-horse-battery", { format: "raw" }).verify(last.body, last.headers)
      assert.strictEqual(last.headers["x-service-signature"], openssl("correct-horse-battery", last.body))
    }))

  it.effect("one that hangs, trickles or never answers costs fifteen seconds, and nobody else's time", () =>
    Effect.gen(function*() {
      const hangs = yield* socketServer(() => {})
      const trickles = yield* receiver((response) => {
        response.writeHead(200, { "content-type": "text/plain" })
        const drip = setInterval(() => response.write("."), 500)
        response.on("close", () => clearInterval(drip))
      })
      const slowHead = yield* socketServer((socket) => {
        const letters = [..."HTTP/1.1 200 OK\r\nX-Slow: aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"]
        const drip = setInterval(() => letters.length > 0 ? socket.write(letters.shift()!) : clearInterval(drip), 400)
        socket.on("close", () => clearInterval(drip))
      })
      const well = yield* receiver()
      const late = yield* Effect.forEach([hangs, trickles, slowHead], ({ url }) => create(url, { events: ["contact.*"], key: "bolt" }))
      yield* create(well.url, { events: ["contact.*"], key: "bolt" })
      const other = yield* receiver()
      yield* create(other.url, { events: ["contact.*"], key: "acmeTest" })
      const delays: Array<number> = []
      const began = performance.now()
      for (let n = 0; n < 40; n++) {
        yield* addContact(`N${n}`, "bolt")
        const sent = performance.now()
        yield* addContact(`T${n}`, "acmeTest")
        yield* arrived(other, n + 1)
        delays.push(performance.now() - sent)
      }
      yield* arrived(well, 40)
      assert.isBelow(performance.now() - began, 12_000, "told to the others before the first of the slow ones was given up")
      assert.isBelow(delays.toSorted((a, b) => a - b)[35]!, goal(1_000))
      for (const [index, webhook] of late.entries()) {
        const log = yield* until(deliveries(webhook.id, "", "bolt"), (items) => items.some(({ attempt_count }) => attempt_count > 0), 25_000)
        const [{ error, latency_ms, status }] = log.find(({ attempt_count }) => attempt_count > 0)!.attempts
        assert.isAtLeast(latency_ms, 14_900)
        assert.isBelow(latency_ms, 17_000)
        assert.deepStrictEqual([status, error], index === 1 ? [200, "The answer did not end within 15 s."] : [null, "There was no answer within 15 s."])
      }
    }))

  it.effect("one that resets, speaks no HTTP, redirects or refuses has failed, and is told so in the log", () =>
    Effect.gen(function*() {
      const resets = yield* socketServer((socket) => void socket.once("data", () => socket.resetAndDestroy()))
      const closes = yield* socketServer((socket) => void socket.once("data", () => socket.end()))
      const babbles = yield* socketServer((socket) => void socket.once("data", () => socket.end("SSH-2.0-OpenSSH_9.2\r\n")))
      const huge = yield* socketServer((socket) => void socket.once("data", () => socket.write(head + `X: ${"a".repeat(200_000)}`)))
      const elsewhere = yield* receiver()
      const redirects = yield* receiver((response) => void response.writeHead(307, { location: elsewhere.url }).end("over there"))
      const closed = yield* Effect.map(Effect.scoped(socketServer(() => {})), ({ url }) => url)
      const answers = new Map([
        [resets.url, "The connection was closed before the answer."],
        [closes.url, "The connection was closed before the answer."],
        [babbles.url, "The answer is not HTTP."],
        [huge.url, "The headers of the answer are too large."],
        [redirects.url, "The endpoint answered 307; redirects are not followed."],
        [closed, "The connection was refused."],
        ["http://no-such-host.invalid/", "The name no-such-host.invalid cannot be resolved."]
      ])
      for (const [url, error] of answers) {
        const webhook = yield* create(url, { events: ["order.paid"] })
        yield* post(`/webhooks/${webhook.id}/test`)
        const [log] = yield* triedLog(webhook.id, 1)
        assert.strictEqual(log.attempts[0].error, error, url)
        assert.deepInclude(log, { status: "pending", attempt_count: 1 })
        assert.approximately(Date.parse(log.next_attempt_at) - Date.parse(log.attempts[0].at), 330_000, 34_000)
        const { json } = yield* send(`/webhooks/${webhook.id}`, { key: "acme" })
        assert.deepInclude(json.health, { success_rate: 0, failed: 1, pending: 1, last_error: error })
        assert.isString(json.failing_since)
      }
      assert.lengthOf(elsewhere.received, 0)
      assert.deepStrictEqual([resets.connections(), closes.connections()], [1, 1])
    }))

  it.effect("of an answer of ten gigabytes 64 KiB are read, and its status counts", () =>
    Effect.gen(function*() {
      let sent = 0
      const pours = yield* socketServer((socket) => void socket.once("data", () => {
        socket.write(`${head}Content-Length: 10000000000\r\n\r\n`)
        const chunk = Buffer.alloc(65_536, "x")
        const pour = () => {
          while (!socket.destroyed && socket.write(chunk)) sent += chunk.length
        }
        socket.on("drain", pour)
        pour()
      }))
      const webhook = yield* create(pours.url)
      yield* addContact("Grace")
      const [log] = yield* settledLog(webhook.id, 1)
      assert.deepInclude(log, { status: "succeeded", answer: "x".repeat(2_048) })
      assert.isBelow(log.attempts[0].latency_ms, goal(5_000))
      yield* Effect.sleep("200 millis")
      assert.isBelow(sent, 20_000_000)
    }))

  it.effect("410 switches the endpoint off at once, and the company is told", () =>
    Effect.gen(function*() {
      const gone = yield* receiver((response) => void response.writeHead(410).end())
      const watcher = yield* receiver()
      const webhook = yield* create(gone.url)
      yield* create(watcher.url, { events: ["webhook.*"] })
      yield* addContact("Grace")
      yield* arrived(watcher, 1, 30_000)
      assert.deepInclude(watcher.received[0]!.event.data.object, { id: webhook.id, enabled: false, disabled_reason: "gone" })
      const { json } = yield* send(`/webhooks/${webhook.id}`, { key: "acme" })
      assert.deepInclude(json, { enabled: false, disabled_reason: "gone" })
      assert.strictEqual((yield* deliveries(webhook.id))[0].status, "failed")
      yield* addContact("After")
      yield* Effect.sleep("100 millis")
      assert.lengthOf(gone.received, 1)
      const on = yield* patch(`/webhooks/${webhook.id}`, { enabled: true })
      assert.deepInclude(on.json, { enabled: true, failing_since: null })
    }))

  it.effect("429 with Retry-After is left alone as long as it asks, up to a day, and no attempt is gained by it", () =>
    Effect.gen(function*() {
      const asks = ["7200", new Date(Date.now() + 7_200_000).toUTCString(), "5", "999999999", "soon", "-5"]
      const waits = [7_200_000, 7_200_000, 330_000, 86_400_000, 330_000, 330_000]
      for (const [index, retryAfter] of asks.entries()) {
        const busy = yield* receiver((response) => void response.writeHead(429, { "retry-after": retryAfter }).end())
        const webhook = yield* create(busy.url, { events: ["order.paid"] })
        yield* post(`/webhooks/${webhook.id}/test`)
        const [log] = yield* triedLog(webhook.id, 1)
        const wait = Date.parse(log.next_attempt_at) - Date.parse(log.attempts[0].at)
        assert.approximately(wait, waits[index]!, waits[index] === 330_000 ? 34_000 : 3_000, retryAfter)
      }
    }))

  it.effect("connections are kept, and one that was closed meanwhile costs no attempt", () =>
    Effect.gen(function*() {
      const endpoint = yield* receiver()
      const webhook = yield* create(endpoint.url)
      for (let n = 0; n < 10; n++) {
        yield* addContact(`N${n}`)
        yield* arrived(endpoint, n + 1)
      }
      assert.strictEqual(endpoint.connections(), 1)
      /* The answer is followed by a close that the sender has not seen when it writes the next request. */
      let turn = 0
      const rude = yield* socketServer((socket) => {
        let requests = 0
        socket.on("data", () => {
          turn++
          if (++requests === 1) socket.write(`${head}Content-Length: 2\r\n\r\nok`)
          else socket.end()
        })
      })
      const other = yield* create(rude.url, { events: ["deal.*"] })
      for (let n = 0; n < 3; n++) {
        yield* post(`/webhooks/${other.id}/test`)
        yield* settledLog(other.id, n + 1)
      }
      for (const { attempt_count, status } of yield* deliveries(other.id)) assert.deepStrictEqual([status, attempt_count], ["succeeded", 1])
      assert.isAbove(turn, 3)
      assert.isAbove(webhook.id, 0)
    }))

  it.effect("what an endpoint was not told can be replayed, in order, also from before it was added", () =>
    Effect.gen(function*() {
      const sql = yield* OwnerSql
      const since = new Date().toISOString()
      yield* sql`insert into events (company_id, kind, livemode, request_id, data)
        select ${companyIds.bolt}, case n % 2 when 0 then 'deal.won' else 'deal.lost' end, true, 'replay', '{"object": {"id": 1}}'
        from generate_series(1, 1300) n`
      const endpoint = yield* receiver()
      const webhook = yield* create(endpoint.url, { events: ["deal.won"], key: "bolt" })
      yield* until(sql<{ n: number }>`select count(*) as n from events where sequence is null`, ([row]) => row!.n === 0)
      assert.lengthOf(endpoint.received, 0)
      const { json, status } = yield* post(`/webhooks/${webhook.id}/replay`, { since }, "bolt")
      assert.deepStrictEqual([status, json.webhook_id], [202, webhook.id])
      yield* arrived(endpoint, 650, 60_000)
      const numbers = endpoint.received.map(({ event }) => event.sequence)
      assert.strictEqual(new Set(numbers).size, 650)
      assert.isTrue(endpoint.received.every(({ event }) => event.kind === "deal.won" && event.created_at >= since))
      assert.isTrue(endpoint.received.every(({ headers }) => headers["x-service-replay"] === "true"))
      const log = yield* until(deliveries(webhook.id, "", "bolt"), (items) => items.every(({ status }) => status === "succeeded"))
      assert.isTrue(log.every(({ cause }) => cause === "replay"))
      yield* Effect.sleep("300 millis")
      assert.lengthOf(endpoint.received, 650)
      yield* post(`/webhooks/${webhook.id}/replay`, { since: new Date().toISOString() }, "bolt")
      const [whole] = yield* until(
        sql<any>`select count(*) filter (where finished_at is null) as open from webhook_replays`, ([row]) => row.open === 0
      )
      assert.strictEqual(whole.open, 0)
      assert.lengthOf(endpoint.received, 650)
    }))
})
