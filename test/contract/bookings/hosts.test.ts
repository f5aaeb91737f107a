import { assert, layer } from "@effect/vitest"
import { Effect, Layer, Option } from "effect"
import { NameServers } from "#layers/network/names"
import { OwnerSql } from "../../support/database.ts"
import { eventually } from "../../support/eventually.ts"
import { companyIds, json, type Key, send } from "../../support/test-server.ts"
import { port, wire } from "../../support/wire.ts"
import { type Answer, nameServer } from "../../webhooks/name-server.ts"
import { Server } from "./server.ts"
import { hosted } from "./visiting.ts"

const records = new Map<string, ReadonlyArray<Answer>>()
const NamesHere = Layer.effect(NameServers, Effect.map(nameServer((name) => records.get(name) ?? []), ({ address }) => [address]))

const add = (host: string, key: Key = "acme") => send("/company/hosts", { key, method: "POST", ...json({ host }) })
const check = (id: number, key: Key = "acme") => send(`/company/hosts/${id}/check`, { key, method: "POST" })
const publish = ({ name, value }: { readonly name: string; readonly value: string }) => records.set(name, [{ txt: "v=other" }, { txt: value }])

/** A request with exactly these header lines. */
const raw = Effect.fnUntraced(function*(path: string, hosts: ReadonlyArray<string>, lines: ReadonlyArray<string> = []) {
  const listening = yield* port
  const head = [`GET ${path} HTTP/1.1`, ...hosts.map((host) => `Host: ${host}`), ...lines, "Connection: close"]
  return yield* Effect.promise(() => wire(listening, Buffer.from(`${head.join("\r\n")}\r\n\r\n`, "utf8")))
})
const countAt = (host: string, lines?: ReadonlyArray<string>) => raw("/api/v1/bookings/count", [host], lines)

layer(Server({ siteUrl: Option.some("http://service.test") }).pipe(Layer.provide(NamesHere)), {
  excludeTestServices: true
})("a host", (it) => {
  it.effect("belongs to whoever proves it by DNS, at once and everywhere, until it is removed", () =>
    Effect.gen(function*() {
      const { json: ours, status, text } = yield* add("Shop.Acme.test.")
      assert.deepStrictEqual([status, ours.host, ours.proved_at, ours.problem], [201, "shop.acme.test", null, null], text)
      assert.strictEqual((yield* add("shop.acme.test")).status, 409)
      const { json: theirs } = yield* add("shop.acme.test", "bolt")
      assert.notStrictEqual(theirs.proof.value, ours.proof.value)
      assert.strictEqual((yield* countAt("shop.acme.test")).status, 404)

      assert.include((yield* check(ours.id)).json.problem, "There is no TXT record at _service-challenge.shop.acme.test")
      publish({ name: ours.proof.name, value: theirs.proof.value })
      const wrong = yield* check(ours.id)
      assert.deepStrictEqual([wrong.status, wrong.json.proved_at], [200, null])
      assert.include(wrong.json.problem, "do not hold the value")
      assert.isNotNull(wrong.json.checked_at)

      publish(ours.proof)
      const proved = yield* check(ours.id)
      assert.deepStrictEqual([proved.json.problem, typeof proved.json.proved_at], [null, "string"])
      yield* eventually(countAt("shop.acme.test"), ({ status }) => status === 200)
      records.delete(ours.proof.name)
      assert.strictEqual((yield* check(ours.id)).json.proved_at, proved.json.proved_at)

      publish(theirs.proof)
      const taken = yield* check(theirs.id, "bolt")
      assert.deepStrictEqual([taken.status, taken.json.message], [409, "Another company has proved that this host is its own."])
      assert.strictEqual((yield* check(ours.id, "bolt")).status, 404)

      assert.strictEqual((yield* send(`/company/hosts/${ours.id}`, { key: "acme", method: "DELETE" })).status, 200)
      yield* eventually(countAt("shop.acme.test"), ({ status }) => status === 404)
      assert.isNotNull((yield* check(theirs.id, "bolt")).json.proved_at)
      const sql = yield* OwnerSql
      const receipts = yield* sql<{ verb: string }>`
        select distinct verb from receipts where company_id = ${companyIds.acme} and verb like '%_host' order by verb`
      assert.deepStrictEqual(receipts.map(({ verb }) => verb), ["add_host", "check_host", "remove_host"])
      const told = yield* sql<{ kind: string }>`select kind from events where kind like 'host.%'
        and data->'object'->>'id' = ${String(ours.id)} order by id`
      assert.deepStrictEqual(told.map(({ kind }) => kind), ["host.added", "host.proved", "host.removed"])
    }))

  it.effect("is a name of at least two labels and not the service's own", () =>
    Effect.gen(function*() {
      const bad = [
        "localhost", "127.0.0.1", "[::1]", "::1", "0x7f.1", "https://shop.test", "shop.test/x", "shop.test:443", "a_b.test", "-a.test", "a..test", ".test",
        "*.test", "shop.test..", `${"a".repeat(64)}.test`, `${"a.".repeat(130)}test`, "a b.test", "user@shop.test", "shop.test\u0000", "service.test"
      ]
      for (const host of bad) {
        const { json, status, text } = yield* add(host)
        assert.include([400, 422], status, `${host} ${text}`)
        assert.strictEqual(json.details[0].field, "host")
      }
      assert.strictEqual((yield* add("Bücher.TEST")).json.host, "xn--bcher-kva.test")
    }))

  it.effect("is found with a port, in any case, with a dot at its end and in punycode", () =>
    Effect.gen(function*() {
      yield* hosted("acme", "xn--mller-kva.test")
      yield* hosted("bolt", "bolt.test")
      for (const host of ["xn--mller-kva.test", "XN--MLLER-KVA.Test", "xn--mller-kva.test.", "xn--mller-kva.test:8443", "xn--mller-kva.TEST.:80", "xn--mller-kva.test:"]) {
        assert.strictEqual((yield* countAt(host)).status, 200, host)
      }
      for (const host of ["", "müller.test", "other.test", "xn--mller-kva.test.bolt.example", "a.bolt.test", "bolt.test@x", "bolt.test/x", "bolt .test", "127.0.0.1", "[::1]:80", "%62olt.test", "x".repeat(400)]) {
        assert.include([400, 404], (yield* countAt(host)).status, host)
      }
      for (const hosts of [[], ["bolt.test", "bolt.test"], ["bolt.test", "other.test"]]) {
        assert.strictEqual((yield* raw("/api/v1/bookings/count", hosts)).status, 400)
      }
      assert.strictEqual((yield* countAt("other.test", ["X-Forwarded-Host: bolt.test"])).status, 404, "nobody of ours is before the service")
      const counted = (query: string) => Effect.map(send(`/bookings/count${query}`), ({ status }) => status)
      assert.strictEqual(yield* counted("?host=Bolt.test"), 200)
      assert.strictEqual(yield* counted("?host=m%C3%BCller.test"), 200)
      assert.strictEqual(yield* counted("?host=other.test"), 404)
      assert.strictEqual(yield* counted("?host=bolt.test&host=bolt.test"), 400)
    }))

  it.effect("of nobody gets a plain page; a company's shows its own site and nothing of the service's", () =>
    Effect.gen(function*() {
      yield* hosted("bolt", "site.bolt.test")
      const { json: { slug } } = yield* send("/company/settings", { key: "bolt" })
      assert.strictEqual(slug, "bolt")
      for (const path of ["/", "/dashboard", "/docs", "/contact", "/s/bolt/bookings"]) {
        const { headers, status, text } = yield* raw(path, ["nobody.test"])
        assert.deepStrictEqual([status, headers.get("content-type")], [404, "text/html; charset=utf-8"], path)
        assert.notInclude(text.toLowerCase(), "platform", path)
      }
      for (const path of ["/", "/dashboard", "/docs", "/contact", "/s/bolt/bookings", "/s/@host/bookings", "/oauth/token", "/llms.txt"]) {
        assert.strictEqual((yield* raw(path, ["site.bolt.test"])).status, 404, path)
      }
      assert.strictEqual((yield* raw("/health/live", ["nobody.test"])).status, 200)
      assert.strictEqual((yield* raw("/docs", ["service.test"])).status, 200)

      const shown = yield* raw("/bookings", ["site.bolt.test:8080"])
      const cookie = shown.headers.get("set-cookie")!
      assert.match(shown.text, /^2  visitor_\S+ 0$/)
      assert.match(cookie, /^visitor=vt_v1\.[^;]+;.*Path=\/;.*HttpOnly;.*SameSite=Lax/)
      const sent = cookie.split(";")[0]!
      const again = yield* raw("/bookings", ["site.bolt.test"], [`Cookie: ${sent}`])
      assert.strictEqual(again.text, shown.text)
      assert.isUndefined(again.headers.get("set-cookie"))

      const bySlug = yield* raw("/s/bolt/bookings", ["service.test"])
      assert.match(bySlug.text, /^2 \/s\/bolt visitor_\S+ 0$/)
      assert.include(bySlug.headers.get("set-cookie"), "Path=/s/bolt;")
      const elsewhere = yield* raw("/s/acme/bookings", ["service.test"], [`Cookie: ${sent}`])
      assert.match(elsewhere.text, /^1 \/s\/acme visitor_/)
      assert.notInclude(elsewhere.text, shown.text.split(" ")[2]!)
      for (const path of ["/s/nobody/bookings", "/s/bolt/nothing", "/s/bolt", "/s/@host/bookings", "/s/BOLT/bookings"]) {
        const { headers, status } = yield* raw(path, ["service.test"])
        assert.deepStrictEqual([status, headers.get("content-type")], [404, "text/html; charset=utf-8"], path)
      }
    }))
})
