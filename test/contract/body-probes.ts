import { assert } from "@effect/vitest"
import { Effect, type Layer } from "effect"
import { once } from "node:events"
import { connect } from "node:net"
import { type Operation, payloadOf } from "#schemas/kernel/catalog"
import type { Code } from "#schemas/kernel/errors"
import { MOST_UPLOADED } from "#schemas/kernel/streams"
import { OwnerSql } from "../support/database.ts"
import { eventually } from "../support/eventually.ts"
import type { TestServer } from "../support/test-server.ts"
import { port } from "../support/wire.ts"
import { encoded, END, exampleFile, fieldPartsOf, filePartsOf, MULTIPART, multipartOf, type SentPart } from "./encoding.ts"
import { addressOf, type Call, sendCall } from "./examples.ts"
import { fieldsOf, type Part } from "./values.ts"
import { isDeclaredRefusal, isProper, requestId, rowsOf } from "./probe.ts"
import { faultsOfAnswer } from "./shape.ts"

type Here = Layer.Success<typeof TestServer>

/** A call that succeeds, and the headers of somebody who may make it. */
export interface Asked {
  readonly call: Call
  readonly headers: Readonly<Record<string, string>>
}

export interface BodyProbe {
  readonly entry: Operation
  readonly what: keyof typeof ofKind
  readonly run: Effect.Effect<void, never, Here>
}

const MIB = 1_048_576

export const isOf = ({ schema: { $defs, ...schema } }: Part, type: string) => JSON.stringify(schema).includes(`"type":"${type}"`)

/** A value that cannot be right where text arrives: in the path, the query and forms. Nothing, where any text is right. */
export const wrongText = (part: Part): string | undefined => {
  const { enum: choices, format, maxLength, pattern } = part.schema
  if (["integer", "number", "boolean"].some((type) => isOf(part, type))) return "no-number"
  if (maxLength !== undefined) return "x".repeat(maxLength + 1)
  if (pattern !== undefined) return ["!", " ", "\u0001"].find((text) => !new RegExp(pattern).test(text))
  return choices !== undefined || format !== undefined ? "no such" : undefined
}

/** The same for a field of a form: one that comes twice is wrong where no list is taken. */
export const wrongField = (part: Part): unknown =>
  isOf(part, "array") ? wrongText({ ...part, schema: part.schema.items ?? {} }) : ["x", "y"]

export const neededFiles = ({ files }: Operation): ReadonlyArray<string> =>
  Object.entries(files).filter(([, { most, optional }]) => most === undefined && optional === undefined).map(([name]) => name)

const utf16 = (text: string) => new Uint8Array(Buffer.from(text, "utf16le"))

const noForms: Readonly<Record<string, string | Uint8Array<ArrayBuffer>>> = {
  "a percent sign": "a=%", "half of an escape": "a=%4", "no escape": "%zz=1", "half a character, escaped": "a=%c3", "a surrogate, escaped": "a=%ed%a0%80",
  "half a character": Uint8Array.from([0x61, 0x3d, 0xc3]), "UTF-16": utf16("%=1"), "1,001 fields": "a&".repeat(1_001), "1,001 values": "a=1&".repeat(1_001)
}

const part = (name: string, content: string | Uint8Array = ""): SentPart => ({ name, content })

/** Bodies that are no multipart bodies, from the parts of one that is, and what each is refused with. */
const noMultiparts = (parts: ReadonlyArray<SentPart>): ReadonlyArray<readonly [what: string, body: Buffer<ArrayBuffer>, code: Code, type?: string]> => {
  const whole = multipartOf(parts)
  return [
    ["nothing", Buffer.alloc(0), "bad_request"],
    ["no end", multipartOf(parts, ""), "bad_request"],
    ["half an end", multipartOf(parts, END.slice(0, -4)), "bad_request"],
    ["half of it", whole.subarray(0, whole.length >> 1), "bad_request"],
    ["no boundary", whole, "bad_request", "multipart/form-data"],
    ["an empty boundary", whole, "bad_request", "multipart/form-data; boundary="],
    ["another boundary", whole, "bad_request", "multipart/form-data; boundary=y"],
    ["a part without headers", Buffer.concat([Buffer.from("--x\r\n\r\na\r\n"), whole]), "bad_request"],
    ["a part without a name", Buffer.concat([Buffer.from("--x\r\nContent-Disposition: form-data\r\n\r\na\r\n"), whole]), "bad_request"],
    ["headers that never end", Buffer.from(`--x\r\nX-A: ${"a".repeat(100_000)}`), "bad_request"],
    ["a control character in a name", multipartOf([...parts, { ...part("a"), filename: "a\u0000" }]), "bad_request"],
    ["half a character", multipartOf([...parts, part("a", Uint8Array.from([0xc3]))]), "bad_request"],
    ["10,000 parts", multipartOf([...parts, ...Array.from({ length: 10_000 }, () => part("a"))]), "payload_too_large"],
    ["fields too large together", multipartOf([...parts, part("a", "a".repeat(700_000)), part("b", "b".repeat(700_000))]), "payload_too_large"],
    ["files too large together", multipartOf([...parts, { ...part("none", Buffer.alloc(MOST_UPLOADED + 1)), filename: "a" }]), "payload_too_large"]
  ]
}

const otherTypes = ["text/plain", "application/xml", "application/x-www-form-urlencoded", "multipart/form-data; boundary=x", "application/json", "nonsense"]

const anyBytes = [Buffer.alloc(0), Buffer.from("{"), Buffer.from([0]), Buffer.from([0xff, 0xfe, 0]), Buffer.from("\r\n\r\n"), Buffer.alloc(100_000, "[")]

/** What is probed of operations with a body of one of these kinds. */
const ofKind = {
  "refuses a form that is not well formed": ["form"],
  "refuses a multipart body that is not well formed": ["multipart"],
  "takes files of a multipart body as declared only": ["multipart"],
  "reads bodies of its types only, and no more than 1 MiB of them": ["form", "raw"],
  "answers a raw body of any bytes": ["raw"],
  "names what a form has not, or has wrong": ["form", "multipart"],
  "leaves nothing of a body that breaks off": ["form", "multipart", "raw", "file"]
} as const satisfies Readonly<Record<string, ReadonlyArray<NonNullable<Operation["body"]>>>>
const whats = Object.keys(ofKind) as ReadonlyArray<keyof typeof ofKind>

const isFor = (what: keyof typeof ofKind) => ({ body }: Operation) => (ofKind[what] as ReadonlyArray<unknown>).includes(body)

/** Which operations each probe is usually for; of a kind, all that have it. */
export const usualBodies = Object.fromEntries(whats.map((what) => [what, isFor(what)])) as Record<keyof typeof ofKind, (entry: Operation) => boolean>

const kept = OwnerSql.use((sql) => Effect.orDie(sql<{ n: number }>`select count(*)::int as n from upload_pieces where company_id = 1`))

/** All that a refused body could have left. */
const left = Effect.all([rowsOf("acme"), kept])

type Sending = Omit<RequestInit, "headers"> & { readonly headers?: Readonly<Record<string, string>> }

/** Probes bodies that are not JSON. `asked` makes a call in the company `acme`. */
export const bodyProbes = (catalog: ReadonlyArray<Operation>, asked: (entry: Operation) => Effect.Effect<Asked, never, Here>): ReadonlyArray<BodyProbe> => {
  const probed = (entry: Operation, what: keyof typeof ofKind): Effect.Effect<void, never, Here> =>
    Effect.gen(function*() {
      const { call, headers } = yield* asked(entry)
      const ask = (init: Sending, other: Partial<Call> = {}) => {
        const id = requestId()
        const all = { ...init, headers: { ...headers, "x-request-id": id, ...init.headers } }
        return Effect.map(sendCall(entry, { ...call, ...other }, all), (sent) => ({ id, sent }))
      }
      const refused = Effect.fnUntraced(function*(code: Code, init: Sending, other?: Partial<Call>) {
        const { id, sent } = yield* ask(init, other)
        isDeclaredRefusal(entry, sent, id, code)
        return sent.json.details?.map(({ field }: { field: string }) => field.replace(/[.[].*/, "")) as ReadonlyArray<string> | undefined
      })
      const taken = Effect.fnUntraced(function*(init: Sending) {
        const { id, sent } = yield* ask(init)
        assert.strictEqual(sent.status, entry.successStatus, sent.text)
        isProper(sent, id)
      })
      const files = filePartsOf(entry)
      const fields = call.payload ?? {}
      const multipart = (parts: ReadonlyArray<SentPart>): Sending => ({ body: multipartOf([...fieldPartsOf(fields), ...parts]) })
      const before = yield* left

      switch (what) {
        case "refuses a form that is not well formed":
          for (const body of Object.values(noForms)) yield* refused("bad_request", { body })
          break
        case "refuses a multipart body that is not well formed":
          for (const [, body, code, type = MULTIPART] of noMultiparts([...fieldPartsOf(fields), ...files])) {
            yield* refused(code, { body, headers: { "content-type": type } })
          }
          yield* refused("bad_request", { body: new Blob([multipartOf(files, "")]).stream(), duplex: "half" } as Sending)
          for (const type of ["application/json", "text/plain", "nonsense"]) yield* refused("unsupported_media_type", { headers: { "content-type": type } })
          break
        case "takes files of a multipart body as declared only":
          for (const [name, { maxBytes = MOST_UPLOADED, most = 1 }] of Object.entries(entry.files)) {
            const own = files.find((file) => file.name === name)!
            const others = files.filter((file) => file.name !== name)
            yield* refused("unsupported_media_type", multipart([...others, { ...own, type: "x-never/x-never" }]))
            yield* refused("payload_too_large", multipart([...others, { ...own, content: Buffer.alloc(maxBytes + 1) }]))
            assert.deepStrictEqual(yield* refused("validation_error", multipart([...others, ...Array<SentPart>(most + 1).fill(own)])), [name])
            if (neededFiles(entry).includes(name)) assert.deepStrictEqual(yield* refused("bad_request", multipart(others)), [name])
          }
          assert.deepStrictEqual(yield* left, before)
          for (const filename of ["../../etc/passwd", "C:\\\\folder\\\\..\\\\a.png", "..", "a/\u202e"]) {
            yield* taken(multipart(files.map((file) => ({ ...file, filename }))))
          }
          for (const row of ["../../etc", "folder"]) assert.notInclude(JSON.stringify(yield* rowsOf("acme", [], Infinity)), row)
          return
        case "reads bodies of its types only, and no more than 1 MiB of them": {
          const { body, type } = call.file === undefined ? encoded(entry, fields)! : { type: call.file.type, body: call.file.text }
          const known = entry.raw === undefined ? [type] : Object.keys(entry.raw.examples)
          for (const other of otherTypes.filter((other) => !known.includes(other))) {
            yield* refused("unsupported_media_type", { body, headers: { "content-type": other } })
          }
          const padding = (length: number) => `${body}${"&".repeat(length - Buffer.byteLength(body))}`
          yield* refused("payload_too_large", { body: padding(MIB + 1) })
          yield* refused("payload_too_large", { body: new Blob([padding(MIB + 1)]).stream(), duplex: "half" } as Sending)
          assert.deepStrictEqual(yield* left, before)
          yield* taken({ headers: { "content-type": `${type.toUpperCase()}; charset=utf-8` } })
          if (entry.body === "form") for (const full of [padding(MIB), `${"&".repeat(2_000)}${body}`]) yield* taken({ body: full })
          return
        }
        case "answers a raw body of any bytes":
          for (const body of anyBytes) {
            const { id, sent } = yield* ask({ body: new Uint8Array(body) })
            isProper(sent, id)
            assert.deepStrictEqual(faultsOfAnswer(entry, sent.status, sent.json), [], sent.text)
          }
          return
        case "names what a form has not, or has wrong": {
          const parts = fieldsOf(payloadOf(entry.endpoint))
          const needed = [...parts.filter(({ required }) => required).map(({ name }) => name), ...neededFiles(entry)]
          if (needed.length > 0) assert.sameMembers([...(yield* refused("bad_request", {}, { payload: {}, files: [] })) ?? []], needed)
          const wrong = Object.fromEntries(parts.map((part) => [part.name, wrongField(part)] as const).filter(([, value]) => value !== undefined))
          if (Object.keys(wrong).length === 0) break
          const named = yield* refused("validation_error", {}, { payload: { ...fields, ...wrong } })
          assert.sameMembers([...new Set(named)], Object.keys(wrong))
          break
        }
        case "leaves nothing of a body that breaks off": {
          const large = files.map((file) => ({ ...file, content: Buffer.alloc(Math.min(600_000, entry.files[file.name]!.maxBytes ?? Infinity)) }))
          const { body, type } = entry.upload === undefined
            ? encoded(entry, fields, large)!
            : { type: exampleFile(entry.upload).type, body: exampleFile(entry.upload).text.padEnd(600_000) }
          const bytes = Buffer.from(body as string)
          const lines = Object.entries({ ...headers, ...call.headers, "content-type": type, "content-length": bytes.length })
          const head = [`${entry.method} ${addressOf(entry, call)} HTTP/1.1`, "Host: x", ...lines.map((line) => line.join(": ")), "", ""].join("\r\n")
          for (const at of [0, bytes.length >> 1, bytes.length - 1]) {
            const socket = connect(yield* port, "127.0.0.1").on("error", () => {})
            socket.resume().write(head)
            socket.end(bytes.subarray(0, at))
            yield* Effect.promise(() => once(socket, "close"))
          }
          yield* eventually(left, (now) => JSON.stringify(now) === JSON.stringify(before))
          break
        }
      }
      assert.deepStrictEqual(yield* left, before)
    }).pipe(Effect.orDie)

  return catalog.flatMap((entry) => whats.filter((what) => isFor(what)(entry)).map((what) => ({ entry, what, run: probed(entry, what) })))
}
