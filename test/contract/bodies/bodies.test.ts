import { assert, layer } from "@effect/vitest"
import { createHmac } from "node:crypto"
import { connect } from "node:net"
import { Effect } from "effect"
import { catalogOf } from "#schemas/kernel/catalog"
import { inputOf } from "#schemas/kernel/manifest"
import { documentOf } from "#src/surfaces/openapi/document"
import { OwnerSql } from "../../support/database.ts"
import { eventually } from "../../support/eventually.ts"
import { secrets, send } from "../../support/test-server.ts"
import { port } from "../../support/wire.ts"
import { bodyProbes } from "../body-probes.ts"
import { FORM, MULTIPART, multipartOf, type SentPart } from "../encoding.ts"
import { exampleOf } from "../examples.ts"
import { bearer } from "../probe.ts"
import { declare } from "../shape.ts"
import { SECRET } from "./programs.ts"
import { Bodies } from "./contract.ts"
import { server } from "./server.ts"

const post = (path: string, type: string, body: RequestInit["body"], headers: Record<string, string> = {}) =>
  send(path, { key: "acme", method: "POST", body: body!, headers: { "content-type": type, ...headers } })

const title: SentPart = { name: "title", content: "Spring" }
const cover: SentPart = { name: "cover", filename: "cover.png", type: "image/png", content: Buffer.alloc(400_000, 7) }
const album = (all: ReadonlyArray<SentPart>, headers: Record<string, string> = {}) => post("/bodies/albums", MULTIPART, multipartOf(all), headers)

const uploads = Effect.gen(function*() {
  const sql = yield* OwnerSql
  const [row] = yield* sql<{ files: number; pieces: number }>`
    select (select count(*) from uploads) as files, (select count(*) from upload_pieces) as pieces`
  return row!
})

declare(Bodies)
const probes = bodyProbes(catalogOf(Bodies), (entry) => Effect.map(exampleOf(entry, "acme"), (call) => ({ call, headers: bearer(secrets.acme) })))

layer(server(), { excludeTestServices: true })("bodies besides JSON", (it) => {
  for (const { entry, run, what } of probes) it.effect(`${entry.name} ${what}`, () => run, 120_000)

  it.effect("forms are read as JSON is: typed, listed, refused field by field", () =>
    Effect.gen(function*() {
      const made = yield* post("/bodies/answers", FORM, "title=Spring+is%20here&amount=12&tags=a&tags=%C3%A9&unknown=1&__proto__=x")
      assert.deepStrictEqual([made.status, made.json], [201, { title: "Spring is here", amount: 12, tags: ["a", "é"] }])
      assert.deepStrictEqual((yield* post("/bodies/answers", `${FORM}; charset=utf-8`, "title=a&amount=1&tags=a")).json.tags, ["a"])

      const wrong: ReadonlyArray<readonly [body: string | Uint8Array<ArrayBuffer>, status: number, fields: ReadonlyArray<string>]> = [
        ["", 400, ["title", "amount"]],
        ["title=a", 400, ["amount"]],
        ["title=a&amount=x", 422, ["amount"]],
        ["title=a&title=b&amount=1", 422, ["title"]],
        [`title=${"a".repeat(21)}&amount=1.5`, 422, ["title", "amount"]],
        ["title=%&amount=1", 400, []],
        ["title=%ff&amount=1", 400, []],
        [Uint8Array.from([0x74, 0x3d, 0xff]), 400, []],
        ["a&".repeat(1_001), 400, []],
        ["title=a%00&amount=1", 422, ["title"]],
        ["{\"title\":\"a\"}", 400, ["title", "amount"]]
      ]
      for (const [body, status, fields] of wrong) {
        const sent = yield* post("/bodies/answers", FORM, body)
        assert.strictEqual(sent.status, status, `${body} ${sent.text}`)
        assert.deepStrictEqual((sent.json.details ?? []).map(({ field }: any) => field), fields, sent.text)
      }
      assert.strictEqual((yield* post("/bodies/answers", "application/json", "{}")).status, 415)
      assert.strictEqual((yield* post("/bodies/answers", FORM, "a".repeat(1_048_577))).status, 413)
      const bad = yield* send("/bodies/answers", { method: "POST", key: "acme", body: "title=a", headers: { "content-type": FORM, "idempotency-key": "é" } })
      assert.deepStrictEqual(bad.json.details.map(({ field }: any) => field), ["idempotency-key", "amount"])
    }))

  it.effect("a form under a key is done once, however it is spelled", () =>
    Effect.gen(function*() {
      const key = { "idempotency-key": "form-1" }
      assert.strictEqual((yield* post("/bodies/answers", FORM, "title=a+b&amount=1", key)).status, 201)
      const again = yield* post("/bodies/answers", FORM, "amount=1&title=a%20b", key)
      assert.deepStrictEqual([again.status, again.headers.get("idempotent-replayed")], [201, "true"])
      assert.strictEqual((yield* post("/bodies/answers", FORM, "title=a&amount=1", key)).status, 409)
    }))

  it.effect("fields and files arrive together; names lose their folders; what is not claimed is gone", () =>
    Effect.gen(function*() {
      const before = yield* uploads
      const sent = yield* album([
        title, { name: "year", content: "2026" }, cover,
        { name: "pages", filename: "../../etc/passwd", type: "image/gif", content: "1" },
        { name: "pages", filename: "C:\\\\a\\\\b.webp", type: "image/webp", content: "22" },
        { name: "other", filename: "x", content: Buffer.alloc(100_000) }, { name: "stray", content: "x" },
        { name: "text", filename: "..", type: "text/plain", content: "" }
      ])
      assert.strictEqual(sent.status, 201, sent.text)
      const { cover: kept, pages, text, title: named, year } = sent.json
      assert.deepInclude(kept, { name: "cover.png", type: "image/png", bytes: 400_000 })
      assert.deepStrictEqual([named, year, pages.map(({ bytes, name, type }: any) => [name, type, bytes])], ["Spring", 2026, [["passwd", "image/gif", 1], ["b.webp", "image/webp", 2]]])
      assert.deepInclude(text, { name: null, bytes: 0 })
      assert.deepStrictEqual(yield* uploads, { files: before.files + 3, pieces: before.pieces + 4 })
    }))

  it.effect("a multipart body that is wrong is refused and leaves nothing", () =>
    Effect.gen(function*() {
      const before = yield* uploads
      const page = { ...cover, name: "pages", content: "1" }
      const wrong: ReadonlyArray<readonly [what: string, sent: ReturnType<typeof album>, status: number, fields?: ReadonlyArray<string>]> = [
        ["no cover", album([title]), 400, ["cover"]],
        ["nothing", album([]), 400, ["title", "cover"]],
        ["a wrong field", album([title, { name: "year", content: "x" }, cover]), 422, ["year"]],
        ["two covers", album([title, cover, cover]), 422, ["cover"]],
        ["four pages", album([title, cover, page, page, page, page]), 422, ["pages"]],
        ["another type", album([title, { ...cover, type: "text/html" }]), 415],
        ["a part too large", album([title, { ...cover, content: Buffer.alloc(600_000) }]), 413],
        ["files too large together", album([title, { ...page, content: Buffer.alloc(13_200_000) }, { ...page, content: Buffer.alloc(13_200_000) }]), 413],
        ["fields too large", album([cover, title, { name: "a", content: "a".repeat(700_000) }, { name: "b", content: "b".repeat(700_000) }]), 413],
        ["10,000 parts", album([cover, ...Array.from({ length: 10_000 }, (): SentPart => ({ name: "a", content: "" }))]), 413],
        ["a missing end", post("/bodies/albums", MULTIPART, multipartOf([title, cover], "")), 400],
        ["a missing end in a part", post("/bodies/albums", MULTIPART, multipartOf([title, cover], "").subarray(0, 300_000)), 400],
        ["no boundary", post("/bodies/albums", "multipart/form-data", multipartOf([title, cover])), 400],
        ["another boundary", post("/bodies/albums", "multipart/form-data; boundary=y", multipartOf([title, cover])), 400],
        ["no name", album([{ name: "a\"; x=\"", content: "" }, cover, { ...title, name: "" }]), 400],
        ["half a character", album([cover, { name: "title", content: Buffer.from([0xc3]) }]), 400],
        ["JSON", post("/bodies/albums", "application/json", "{}"), 415],
        ["a foreign key", send("/bodies/albums", { method: "POST", body: multipartOf([title, cover]), headers: { "content-type": MULTIPART } }), 401]
      ]
      for (const [what, asked, status, fields] of wrong) {
        const sent = yield* asked
        assert.strictEqual(sent.status, status, `${what}: ${sent.text}`)
        if (fields !== undefined) assert.deepStrictEqual(sent.json.details.map(({ field }: any) => field), fields, what)
        assert.deepStrictEqual(yield* uploads, before, what)
      }
    }))

  it.effect("every cut leaves nothing behind", () =>
    Effect.gen(function*() {
      const sql = yield* OwnerSql
      const listening = yield* port
      const before = yield* uploads
      const body = multipartOf([title, { ...cover, name: "pages", content: Buffer.alloc(3_000_000, 1) }, cover])
      const head = `POST /api/v1/bodies/albums HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${secrets.acme}\r\nContent-Type: ${MULTIPART}\r\nContent-Length: ${body.length}\r\n\r\n`
      for (const at of [10, 200, 300_000, 1_500_000, 3_000_200, 3_200_000, body.length - 3]) {
        const socket = connect(listening, "127.0.0.1")
        socket.on("error", () => {})
        socket.write(head)
        socket.write(body.subarray(0, at))
        /* Cut only once some of it was kept. */
        if (at > 300_000) yield* eventually(sql<{ n: number }>`select count(*) as n from uploads where not claimed`, ([row]) => row!.n > 0)
        socket.resetAndDestroy()
        yield* eventually(uploads, (now) => now.files === before.files && now.pieces === before.pieces)
      }
    }))

  it.effect("a multipart body under a key is compared by what is in its files", () =>
    Effect.gen(function*() {
      const key = { "idempotency-key": "album-1" }
      const made = yield* album([title, cover], key)
      const before = yield* uploads
      const again = yield* album([cover, title], key)
      assert.deepStrictEqual([again.status, again.headers.get("idempotent-replayed"), again.json], [201, "true", made.json])
      assert.strictEqual((yield* album([title, { ...cover, content: Buffer.alloc(400_000, 8) }], key)).status, 409)
      assert.deepStrictEqual(yield* uploads, before)
    }))

  it.effect("a raw body is given byte for byte, with the headers that it is signed in", () =>
    Effect.gen(function*() {
      for (const body of ["{\"a\": 1.0,\n\"a\":2}", "", Buffer.from([0, 255, 10, 13])]) {
        const signature = createHmac("sha256", SECRET).update(body).digest("hex")
        const notice = (headers: Record<string, string>) => send("/bodies/notices", { method: "POST", body, headers: { "content-type": "application/json; charset=utf-8", ...headers } })
        assert.deepStrictEqual((yield* notice({ "X-Signature": signature })).json, { valid: true, bytes: Buffer.byteLength(body) })
        assert.strictEqual((yield* notice({ "x-signature": `${signature}0` })).json.valid, false)
        assert.strictEqual((yield* notice({})).json.valid, false)
      }
      assert.strictEqual((yield* send("/bodies/notices", { method: "POST", body: "x", headers: { "content-type": "text/plain" } })).status, 415)
      assert.strictEqual((yield* send("/bodies/notices", { method: "POST", body: "x".repeat(1_048_577), headers: { "content-type": "text/xml" } })).status, 413)
    }))

  it.effect("are documented", () =>
    Effect.sync(() => {
      const { paths } = documentOf(Bodies, "http://x")
      const contentOf = (path: string) => paths[`/api/v1/bodies/${path}`]!["post"]!.requestBody!.content as any
      const answers = contentOf("answers")[FORM]
      assert.deepStrictEqual([answers.schema.required, answers.schema.properties.amount.type, answers.example.title], [["title", "amount"], "integer", "Spring"])
      const { encoding, schema } = contentOf("albums")["multipart/form-data"]
      assert.deepStrictEqual(encoding.cover, { contentType: "image/png, image/jpeg" })
      assert.deepStrictEqual(schema.required, ["title", "cover"])
      assert.deepStrictEqual([schema.properties.pages.maxItems, schema.properties.year.type], [3, "integer"])
      assert.deepStrictEqual(Object.keys(contentOf("notices")), ["application/json", "text/xml"])
      const parameters = paths["/api/v1/bodies/notices"]!["post"]!.parameters as ReadonlyArray<any>
      assert.isTrue(parameters.some(({ in: place, name }) => place === "header" && name === "x-signature"))
      const input = Object.fromEntries(catalogOf(Bodies).map((entry) => [entry.name, inputOf(entry) as any]))
      assert.sameMembers(Object.keys(input["add_album"].properties), ["title", "year", "cover", "pages", "text"])
      assert.deepStrictEqual(input["add_album"].required, ["title", "cover"])
      assert.deepStrictEqual(input["take_notice"].required, ["body"])
    }))
})
