import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { rangeOf } from "#src/http/file-response"
import { documentOf } from "#src/surfaces/openapi/document"
import { OwnerSql } from "../../support/database.ts"
import { secrets, send } from "../../support/test-server.ts"
import { port, wire } from "../../support/wire.ts"
import { Bodies } from "./contract.ts"
import { server } from "./server.ts"

/* Three pieces, of which the last is short. */
const bytes = Buffer.from(Array.from({ length: 600_001 }, (_, n) => (n * 7 + (n >> 8)) % 256))

const stored = Effect.gen(function*() {
  const form = new FormData()
  form.set("title", "Spring")
  form.set("cover", new Blob(["1"], { type: "image/png" }), "a.png")
  form.set("pages", new Blob([bytes], { type: "image/png" }), "b.png")
  const encoded = new Response(form)
  const made = yield* send("/bodies/albums", {
    method: "POST", key: "acme", body: yield* Effect.promise(() => encoded.arrayBuffer()), headers: { "content-type": encoded.headers.get("content-type")! }
  })
  if (made.status !== 201) throw new Error(made.text)
  return made.json.pages[0].id as number
})

/** The bytes of an answer, which a text would change. */
const fetched = Effect.fnUntraced(function*(path: string, headers: Record<string, string> = {}, method = "GET") {
  const listening = yield* port
  return yield* Effect.promise(async () => {
    const response = await fetch(`http://127.0.0.1:${listening}/api/v1${path}`, { method, headers: { authorization: `Bearer ${secrets.acme}`, ...headers } })
    return { status: response.status, headers: response.headers, bytes: Buffer.from(await response.arrayBuffer()) }
  })
})

layer(server(), { excludeTestServices: true })("files that are stored", (it) => {
  it.effect("are given whole or in part, and not again to whoever has them", () =>
    Effect.gen(function*() {
      const path = `/bodies/files/${yield* stored}`
      const whole = yield* fetched(path)
      assert.strictEqual(whole.status, 200)
      assert.isTrue(whole.bytes.equals(bytes))
      const etag = whole.headers.get("etag")!
      assert.deepStrictEqual(
        ["content-type", "content-length", "accept-ranges", "cache-control", "content-disposition"].map((name) => whole.headers.get(name)),
        ["image/png", "600001", "bytes", "private, max-age=60", "attachment; filename=\"gr__e 1.png\"; filename*=UTF-8''gr%C3%B6%C3%9Fe%201.png"]
      )
      assert.strictEqual((yield* fetched(path, { "if-none-match": `W/${etag}` })).status, 304)

      const ranges: ReadonlyArray<readonly [string, number, number]> = [
        ["bytes=0-0", 0, 1], ["bytes=262143-262144", 262_143, 2], ["bytes=5-", 5, 599_996], ["bytes=-7", 599_994, 7], ["bytes=0-9999999", 0, 600_001],
        ["bytes=-9999999", 0, 600_001], ["bytes=100000-550000", 100_000, 450_001]
      ]
      for (const [range, offset, length] of ranges) {
        const part = yield* fetched(path, { range })
        assert.deepStrictEqual([part.status, part.headers.get("content-range")], [206, `bytes ${offset}-${offset + length - 1}/600001`], range)
        assert.strictEqual(part.headers.get("content-length"), String(length))
        assert.isTrue(part.bytes.equals(bytes.subarray(offset, offset + length)), range)
      }
      for (const range of ["bytes=9-5", "bytes=a-b", "bytes=-", "lines=0-1", "bytes=0-1,5-6", `bytes=${"9".repeat(40)}-`]) {
        assert.strictEqual((yield* fetched(path, { range })).status, 200, range)
      }
      for (const range of ["bytes=600001-", "bytes=700000-800000", "bytes=-0"]) {
        const refused = yield* fetched(path, { range })
        assert.deepStrictEqual([refused.status, refused.headers.get("content-range")], [416, "bytes */600001"], range)
        assert.strictEqual(JSON.parse(refused.bytes.toString()).code, "range_not_satisfiable")
      }
      assert.strictEqual((yield* fetched(path, { range: "bytes=0-1", "if-range": etag })).status, 206)
      assert.strictEqual((yield* fetched(path, { range: "bytes=0-1", "if-range": "\"other\"" })).status, 200)
      assert.strictEqual((yield* fetched(path, { range: "bytes=0-1" }, "HEAD")).headers.get("content-length"), "600001")
      assert.strictEqual((yield* send(path, { key: "bolt" })).status, 404)
    }))

  it.effect("stay, and are not counted among those that wait", () =>
    Effect.gen(function*() {
      const sql = yield* OwnerSql
      for (let n = 0; n < 6; n++) yield* stored
      const [row] = yield* sql<{ n: number }>`select count(*) as n from uploads where stored`
      assert.isAbove(row!.n, 11)
      const listening = yield* port
      const { status } = yield* Effect.promise(() => wire(listening, `GET /api/v1/bodies/files/1 HTTP/1.1\r\nHost: x\r\nRange: bytes=0-\r\nConnection: close\r\n\r\n`))
      assert.strictEqual(status, 401)
    }))

  it.effect("are documented with their parts", () =>
    Effect.sync(() => {
      const read = documentOf(Bodies, "http://x").paths["/api/v1/bodies/files/{id}"]!["get"]!
      assert.includeMembers(Object.keys(read.responses), ["200", "206", "304", "404", "416"])
      assert.deepStrictEqual(rangeOf("bytes=0-", 0), { _tag: "Unsatisfiable", bytes: 0 })
    }))

  it.effect("are shown or saved under their names, and pages run nothing", () =>
    Effect.gen(function*() {
      const page = yield* fetched("/bodies/pages?type=html")
      assert.deepStrictEqual([page.headers.get("content-type"), page.headers.get("content-disposition")], ["text/html; charset=utf-8", "inline; filename=\"page.html\""])
      assert.match(page.headers.get("content-security-policy")!, /^default-src 'none'.*sandbox.*frame-ancestors 'none'$/)
      assert.strictEqual(page.headers.get("x-content-type-options"), "nosniff")
      const etag = page.headers.get("etag")!
      assert.strictEqual((yield* fetched("/bodies/pages?type=html", { "if-none-match": etag })).status, 304)
      for (const [type, sent] of [["calendar", "text/calendar; charset=utf-8"], ["xml", "application/xml; charset=utf-8"], ["pdf", "application/pdf"], ["svg", "image/svg+xml; charset=utf-8"]] as const) {
        const file = yield* fetched(`/bodies/pages?type=${type}`)
        assert.strictEqual(file.headers.get("content-type"), sent)
        assert.notStrictEqual(file.headers.get("etag"), etag)
        assert.strictEqual(/sandbox/.test(file.headers.get("content-security-policy")!), type === "svg" || type === "xml")
      }
      const named = yield* fetched(`/bodies/pages?type=pdf&name=${encodeURIComponent("日本\"; x=\r\n../a.pdf")}`)
      assert.strictEqual(
        named.headers.get("content-disposition"), "inline; filename=\"___; x=__.._a.pdf\"; filename*=UTF-8''%E6%97%A5%E6%9C%AC%22%3B%20x%3D__.._a.pdf"
      )
    }))
})
