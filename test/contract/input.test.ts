import { assert, layer } from "@effect/vitest"
import { Effect, type Layer, type Scope } from "effect"
import { type Operation, payloadOf } from "#schemas/kernel/catalog"
import { MOST_UPLOADED } from "#schemas/kernel/streams"
import { secrets, TestServer } from "../support/test-server.ts"
import { bodyProbes, isOf, neededFiles, usualBodies, wrongField, wrongText } from "./body-probes.ts"
import { catalog, exampleOf, sendCall } from "./examples.ts"
import { decoded, fieldsOf, type Part } from "./values.ts"
import { keyFor } from "./keys.ts"
import { bearer, coverage, isDeclaredRefusal, isProper, leaving, looks, requestId, rowsOf } from "./probe.ts"

/** A body that nothing is known of is looked for as JSON. */
const withJson = (entry: Operation) => looks.withBody(entry) && (entry.body ?? "json") === "json"

const needingFields = (entry: Operation) => looks.needingFields(entry) && entry.body !== "raw"

const { isAsEver, passed } = coverage("input", {
  ...usualBodies,
  "refuses a body that is not JSON": withJson,
  "refuses JSON that is not an object": withJson,
  "reads JSON only, and no more than 1 MiB of it": withJson,
  "takes a body of exactly 1 MiB": withJson,
  "reads files of its types only, and no more than 25 MiB of them": ({ body }) => body === "file",
  "names every field that is missing": needingFields,
  "calls what is missing before what is wrong": needingFields,
  "names every field that is wrong, wherever it came": () => true,
  "takes an Idempotency-Key of 1 to 255 printable ASCII characters": looks.creation,
  "changes nothing when the version is not the one named": looks.change
})

const hasBody = ({ endpoint }: Operation) => payloadOf(endpoint) !== undefined
const bodyOf = ({ endpoint }: Operation) => fieldsOf(payloadOf(endpoint))

/** A value that cannot be right where JSON arrives. */
const wrongJson = (part: Part) => isOf(part, "object") ? 7 : isOf(part, "array") ? { not: "a list" } : ["wrong"]

const all = (parts: ReadonlyArray<Part>, wrong: (part: Part) => unknown) =>
  Object.fromEntries(parts.flatMap((part) => {
    const value = wrong(part)
    return value === undefined ? [] : [[part.name, value]]
  }))

/** Of an operation that a link opens: what it holds, without which nobody is let in to be told what is wrong. */
const tokenOf = (entry: Operation) =>
  entry.visitors.includes("token") ? Effect.map(exampleOf(entry, "acme"), ({ params }) => params) : Effect.undefined

const malformed: Readonly<Record<string, string | Uint8Array<ArrayBuffer>>> = {
  "nothing": "",
  "white space": " \n",
  "an open brace": "{",
  "a trailing comma": "{\"a\":1,}",
  "single quotes": "{'a':1}",
  "a bare word": "nope",
  "two values": "{}{}",
  "a comment": "{/**/}",
  "not a number": "{\"a\":NaN}",
  "a control character in a string": "{\"a\":\"\u0001\"}",
  "half a character": Uint8Array.from([0x7b, 0x22, 0x61, 0x22, 0x3a, 0x22, 0xc3, 0x22, 0x7d]),
  "UTF-16": new Uint8Array(Buffer.from("{}", "utf16le"))
}

const unsupported = [
  "text/plain", "application/xml", "application/x-www-form-urlencoded", "multipart/form-data; boundary=x", "nonsense"
]

layer(TestServer, { excludeTestServices: true })("every operation", (it) => {
  const probe = <E>(entry: Operation, what: Parameters<typeof passed>[1], run: Effect.Effect<void, E, Layer.Success<typeof TestServer> | Scope.Scope>) =>
    it.effect(`${entry.name} ${what}`, () => Effect.tap(run, () => Effect.sync(() => passed(entry, what))))

  for (const entry of catalog.filter(({ body }) => body === "json")) {
    /* What is refused changes nothing, so one call serves for all. */
    const asking = Effect.map(exampleOf(entry, "acme"), (call) => ({
      ...call,
      asked: Effect.fnUntraced(function*(init: Parameters<typeof sendCall>[2] & { readonly headers?: Record<string, string> }) {
        const id = requestId()
        const sent = yield* sendCall(entry, call, { key: "acme", ...init, headers: { "x-request-id": id, ...init.headers } })
        return { sent, id }
      })
    }))

    probe(entry, "refuses a body that is not JSON",
      Effect.gen(function*() {
        const { asked } = yield* asking
        for (const [what, body] of Object.entries(malformed)) {
          const { id, sent } = yield* asked({ body })
          assert.strictEqual(sent.status, 400, `${what}: ${sent.text}`)
          isDeclaredRefusal(entry, sent, id, "bad_request")
        }
      }))

    probe(entry, "refuses JSON that is not an object",
      Effect.gen(function*() {
        const { asked } = yield* asking
        for (const body of ["[]", "[{}]", "\"x\"", "1", "null", "true"]) {
          const { id, sent } = yield* asked({ body })
          assert.include([400, 422], sent.status, `${body}: ${sent.text}`)
          isDeclaredRefusal(entry, sent, id, sent.json.code)
        }
      }))

    probe(entry, "reads JSON only, and no more than 1 MiB of it",
      Effect.gen(function*() {
        const { asked, payload } = yield* asking
        for (const type of unsupported) {
          const { id, sent } = yield* asked({ body: JSON.stringify(payload), headers: { "content-type": type } })
          assert.strictEqual(sent.status, 415, `${type}: ${sent.text}`)
          isDeclaredRefusal(entry, sent, id, "unsupported_media_type")
        }
        const fine = yield* asked({ headers: { "content-type": "Application/JSON; charset=utf-8" } })
        assert.strictEqual(fine.sent.status, entry.successStatus, fine.sent.text)
        const full = JSON.stringify(payload) + " ".repeat(1_048_576)
        const { id, sent } = yield* asked({ body: full })
        isDeclaredRefusal(entry, sent, id, "payload_too_large")
      }))

    probe(entry, "takes a body of exactly 1 MiB",
      Effect.gen(function*() {
        const call = yield* exampleOf(entry, "acme")
        const text = JSON.stringify(call.payload)
        const full = text + " ".repeat(1_048_576 - Buffer.byteLength(text))
        const sent = yield* sendCall(entry, call, { key: "acme", body: full })
        assert.strictEqual(sent.status, entry.successStatus, sent.text)
      }))
  }

  const asked = (entry: Operation) => Effect.map(exampleOf(entry, "acme"), (call) => ({ call, headers: bearer(secrets[keyFor(entry, "acme")]) }))
  for (const { entry, run, what } of bodyProbes(catalog, asked)) probe(entry, what, run)

  for (const entry of catalog.filter(({ upload }) => upload !== undefined)) {
    probe(entry, "reads files of its types only, and no more than 25 MiB of them",
      Effect.gen(function*() {
        const call = yield* exampleOf(entry, "acme")
        const { text } = call.file!
        const asked = Effect.fnUntraced(function*(type: string, body: string | ReadableStream<Uint8Array<ArrayBuffer>>) {
          const id = requestId()
          const headers = { "content-type": type, "x-request-id": id }
          return { id, sent: yield* sendCall(entry, call, { key: "acme", body, headers, duplex: "half" } as RequestInit) }
        })
        for (const type of ["application/json", ...unsupported].filter((type) => !(type in entry.upload!.examples))) {
          const { id, sent } = yield* asked(type, text)
          assert.strictEqual(sent.status, 415, `${type}: ${sent.text}`)
          isDeclaredRefusal(entry, sent, id, "unsupported_media_type")
          for (const known of Object.keys(entry.upload!.examples)) assert.include(sent.json.message, known)
        }
        const whole = text + "\n".repeat(MOST_UPLOADED - Buffer.byteLength(text))
        const chunked = (whole: string) => new Blob([whole]).stream()
        yield* leaving(rowsOf("acme"), Effect.gen(function*() {
          for (const body of [`${whole}\n`, chunked(`${whole}\n`)]) {
            const { id, sent } = yield* asked(call.file!.type, body)
            isDeclaredRefusal(entry, sent, id, "payload_too_large")
            assert.include(sent.json.message, "25 MiB")
          }
        }))
        for (const [type, body] of [[`${call.file!.type.toUpperCase()}; charset=utf-8`, text], [call.file!.type, chunked(whole)]] as const) {
          const { sent } = yield* asked(type, body)
          assert.strictEqual(sent.status, entry.successStatus, sent.text)
        }
        yield* rowsOf("acme")
      }))
  }

  for (const entry of catalog) {
    const required = [
      ...fieldsOf(entry.endpoint.query).filter(({ required }) => required),
      ...bodyOf(entry).filter(({ required }) => required)
    ].map(({ name }) => name).concat(neededFiles(entry))

    if (required.length > 0) {
      probe(entry, "names every field that is missing",
        Effect.gen(function*() {
          const call = yield* exampleOf(entry, "acme")
          const id = requestId()
          const empty = { ...call, query: {}, payload: hasBody(entry) ? {} : undefined, files: [] }
          const sent = yield* sendCall(entry, empty, { key: "acme", headers: { "x-request-id": id } })
          isDeclaredRefusal(entry, sent, id, "bad_request")
          assert.sameMembers(sent.json.details.map(({ field }: any) => field), required)
          for (const { received } of sent.json.details) assert.isNull(received)
        }))
    }

    probe(entry, "names every field that is wrong, wherever it came",
      Effect.gen(function*() {
        const { endpoint } = entry
        const known = yield* tokenOf(entry)
        const params = known ?? all(decoded(endpoint.params), wrongText)
        const query = all(decoded(endpoint.query), wrongText)
        const headers = entry.acceptsIfMatch ? { "if-match": "x".repeat(201) } : {}
        const payload = hasBody(entry) ? all(bodyOf(entry), entry.body === "json" ? wrongJson : wrongField) : undefined
        const fields = [known === undefined ? params : {}, query, headers, payload ?? {}].flatMap(Object.keys)
        if (fields.length === 0) return
        yield* leaving(rowsOf("acme"), Effect.gen(function*() {
          const id = requestId()
          const sent = yield* sendCall(
            entry, { params, query, payload, headers: { ...headers, "x-request-id": id } }, { key: "acme" }
          )
          assert.strictEqual(sent.status, 422, sent.text)
          isDeclaredRefusal(entry, sent, id, "validation_error")
          assert.sameMembers([...new Set(sent.json.details.map(({ field }: any) => field.replace(/[.[].*/, "")))], fields)
        }))
      }))

    if (required.length > 0) {
      probe(entry, "calls what is missing before what is wrong",
        Effect.gen(function*() {
          const known = yield* tokenOf(entry)
          const params = known ?? all(decoded(entry.endpoint.params), wrongText)
          const sent = yield* sendCall(
            entry, { params, query: {}, payload: hasBody(entry) ? {} : undefined, files: [], headers: {} }, { key: "acme" }
          )
          assert.strictEqual(sent.status, 400, sent.text)
          assert.includeMembers(sent.json.details.map(({ field }: any) => field), [...required, ...Object.keys(known === undefined ? params : {})])
        }))
    }
  }

  for (const entry of catalog.filter(({ acceptsIdempotencyKey }) => acceptsIdempotencyKey)) {
    probe(entry, "takes an Idempotency-Key of 1 to 255 printable ASCII characters",
      Effect.gen(function*() {
        for (const key of ["x".repeat(256), "caf\u00e9", "tab\there"]) {
          const call = yield* exampleOf(entry, "acme")
          const id = requestId()
          const sent = yield* sendCall(entry, call, { key: "acme", headers: { "idempotency-key": key, "x-request-id": id } })
          assert.strictEqual(sent.status, 400, `${key}: ${sent.text}`)
          isDeclaredRefusal(entry, sent, id, "bad_request")
          assert.deepStrictEqual(sent.json.details.map(({ field }: any) => field), ["idempotency-key"])
        }
        const call = yield* exampleOf(entry, "acme")
        const headers = { "idempotency-key": `~ ${entry.name}`.padEnd(255, "!") }
        const first = yield* sendCall(entry, call, { key: "acme", headers })
        const again = yield* sendCall(entry, call, { key: "acme", headers })
        assert.strictEqual(first.status, entry.successStatus, first.text)
        assert.deepStrictEqual([again.status, again.text], [first.status, first.text])
        assert.strictEqual(again.headers.get("idempotent-replayed"), "true")
      }))
  }

  for (const entry of catalog.filter(({ acceptsIfMatch }) => acceptsIfMatch)) {
    probe(entry, "changes nothing when the version is not the one named",
      Effect.gen(function*() {
        const call = yield* exampleOf(entry, "acme")
        const guarded = (tag: string, id: string) => sendCall(
          entry, call, { key: "acme", headers: { "if-match": tag, "x-request-id": id } }
        )
        let now = ""
        yield* leaving(rowsOf("acme"), Effect.gen(function*() {
          for (const tag of ["\"0\"", "\"999\"", "W/\"1\"", "garbage", "\"1", "01", "1.0", "\"\"", ",", "\u00ff", "\"0\", \"7\""]) {
            const id = requestId()
            const sent = yield* guarded(tag, id)
            assert.strictEqual(sent.status, 412, `${tag}: ${sent.text}`)
            isDeclaredRefusal(entry, sent, id, "precondition_failed")
            now = /"\d+"/.exec(sent.json.message)![0]
          }
        }))
        for (const tag of [`"0", ${now}`, "*"]) {
          const id = requestId()
          const sent = yield* guarded(tag, id)
          assert.strictEqual(sent.status, entry.successStatus, sent.text)
          isProper(sent, id)
        }
      }))
  }

  it.effect("is probed as ever", () => isAsEver)
})
