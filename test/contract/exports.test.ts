import { assert, layer } from "@effect/vitest"
import { parse } from "csv-parse/sync"
import { Effect, type Layer, type Scope } from "effect"
import { HttpServer } from "effect/http"
import { readXlsx } from "hucre/xlsx"
import type { Operation } from "#schemas/kernel/catalog"
import { type ExportFormat, exportFormats } from "#schemas/kernel/exports"
import { settled } from "../support/journal.ts"
import { secrets, TestServer } from "../support/test-server.ts"
import { addressOf, type Call, catalog, exampleOf, perform, sendCall } from "./examples.ts"
import { decoded } from "./values.ts"
import { keyFor } from "./keys.ts"
import { coverage, isDeclaredRefusal, looks, requestId } from "./probe.ts"

const { isAsEver, passed } = coverage("exports", {
  "has the rows of its pages as a file of each type": looks.list,
  "is as closed as a file": (entry) => looks.list(entry) && looks.closed(entry),
  "is walked by cursor in every order": looks.list
})

type Server = Layer.Success<typeof TestServer> | Scope.Scope
type Items = ReadonlyArray<Readonly<Record<string, any>>>

/** How often pages and files are compared where the list changes by itself meanwhile: use of keys, runs at work. */
const TRIES = 10

/** All items, by cursor. */
const walked = Effect.fnUntraced(function*(entry: Operation, call: Call, limit: number) {
  const items: Array<Items[number]> = []
  let cursor: string | null | undefined
  do {
    const query = { ...call.query, limit, offset: 0, ...cursor && { cursor } }
    const { json, status, text } = yield* sendCall(entry, { ...call, query }, { key: "acme" })
    assert.strictEqual(status, 200, text)
    items.push(...json.items)
    cursor = json.next_cursor
  } while (cursor !== null)
  return items as Items
})

interface File {
  readonly bytes: Buffer
  readonly headers: Headers
}

const asked = Effect.fnUntraced(function*(entry: Operation, call: Call, format: ExportFormat): Effect.fn.Return<File, never, Server> {
  const base = yield* HttpServer.addressFormattedWith(Effect.succeed)
  return yield* Effect.promise(async () => {
    const response = await fetch(base + addressOf(entry, call), {
      headers: { authorization: `Bearer ${secrets[keyFor(entry, "acme")]}`, accept: exportFormats[format], ...call.headers }
    })
    const bytes = Buffer.from(await response.arrayBuffer())
    assert.strictEqual(response.status, 200, bytes.toString())
    return { bytes, headers: response.headers }
  })
})

/** What a column's name says that its cell holds. */
const valueAt = (item: any, name: string): unknown => {
  const value = name.startsWith("custom.") && item.custom_fields !== undefined
    ? item.custom_fields[name.slice("custom.".length)]
    : name.split(".").reduce((value, key) => value?.[key], item)
  return value === undefined || value === null ? null : typeof value === "object" ? JSON.stringify(value) : value
}

const withoutGuard = (cell: string) => /^'[=+\-@\t\r\uff1d\uff0b\uff0d\uff20]/u.test(cell) ? cell.slice(1) : cell

/** Compares a CSV file and a workbook with the items, cell by cell. */
const compared = async (items: Items, csv: Buffer, xlsx: Buffer) => {
  const [head = [], ...rows]: ReadonlyArray<ReadonlyArray<string>> = parse(csv, { skip_empty_lines: true })
  assert.lengthOf(rows, items.length)
  assert.strictEqual(new Set(head).size, head.length)
  for (const [place, row] of rows.entries()) {
    for (const [column, name] of head.entries()) {
      const value = valueAt(items[place]!, name)
      assert.strictEqual(withoutGuard(row[column]!), value === null ? "" : String(value), name)
    }
  }
  const { sheets: [sheet, ...others] } = await readXlsx(xlsx)
  const [first = [], ...lines] = sheet!.rows
  assert.deepStrictEqual([others.length, first], [0, head as Array<string>])
  for (const [place, item] of items.entries()) {
    for (const [column, name] of head.entries()) {
      const value = valueAt(item, name)
      assert.strictEqual(lines[place]?.[column] ?? null, typeof value === "number" && Math.abs(value) >= 1e15 ? String(value) : value, name)
    }
  }
  assert.lengthOf(lines, items.length)
  return head
}

/** Every field of the items has a place in the file. */
const isComplete = (items: Items, head: ReadonlyArray<string>) => {
  for (const field of new Set(items.flatMap(Object.keys))) {
    if (field === "custom_fields") continue
    assert.isTrue(head.some((name) => name === field || name.startsWith(`${field}.`)), field)
  }
}

const sortsOf = ({ endpoint }: Operation): ReadonlyArray<string> =>
  decoded(endpoint.query).find(({ name }) => name === "sort")?.schema.enum ?? []

layer(TestServer, { excludeTestServices: true })("every list", (it) => {
  const probe = <E>(entry: Operation, what: Parameters<typeof passed>[1], run: Effect.Effect<void, E, Server>) =>
    it.effect(`${entry.name} ${what}`, () => Effect.tap(run, () => Effect.sync(() => passed(entry, what))))

  for (const entry of catalog.filter(({ list }) => list)) {
    const maker = catalog.find(({ method, path, successStatus }) => method === "POST" && path === entry.path && successStatus === 201)

    probe(entry, "has the rows of its pages as a file of each type",
      Effect.gen(function*() {
        if (maker !== undefined) yield* Effect.repeat(perform(maker, "acme"), { times: 2 })
        const example = yield* exampleOf(entry, "acme")
        const { limit: _, offset: __, ...query } = example.query
        for (const call of [{ ...example, query: {} }, { ...example, query }]) {
          for (let left = TRIES; left > 0; left--) {
            yield* settled
            const before = yield* walked(entry, call, 200)
            const files = {
              csv: yield* asked(entry, call, "csv"),
              ndjson: yield* asked(entry, call, "ndjson"),
              xlsx: yield* asked(entry, call, "xlsx")
            }
            const items = yield* walked(entry, call, 200)
            if (JSON.stringify(before) !== JSON.stringify(items) && left > 1) continue
            for (const [format, { headers }] of Object.entries(files)) {
              assert.strictEqual(headers.get("content-type")!.split(";")[0], exportFormats[format as ExportFormat])
              assert.match(headers.get("content-disposition")!, new RegExp(`^attachment; filename="[a-z_]+\\.${format}"$`))
              assert.isNotNull(headers.get("x-ratelimit-limit"))
            }
            const head = yield* Effect.promise(() => compared(items, files.csv.bytes, files.xlsx.bytes))
            isComplete(items, head)
            const lines = files.ndjson.bytes.toString().split("\n")
            assert.strictEqual(lines.pop(), "")
            assert.deepStrictEqual(lines.map((line) => JSON.parse(line)), items as Array<object>)
            break
          }
        }
      }))

    if (entry.access !== "public") {
      probe(entry, "is as closed as a file",
        Effect.gen(function*() {
          const call = yield* exampleOf(entry, "acme")
          const id = requestId()
          for (const format of Object.values(exportFormats)) {
            const nobody = yield* sendCall(entry, call, { headers: { accept: format, "x-request-id": id } })
            isDeclaredRefusal(entry, nobody, id, "unauthorized")
            const wrong = yield* sendCall(entry, { ...call, query: { cursor: "abc" } }, {
              key: "acme", headers: { accept: format, "x-request-id": id }
            })
            isDeclaredRefusal(entry, wrong, id, "validation_error")
            if (!entry.access.includes(":")) continue
            const scopeless = yield* sendCall(entry, call, { key: "scopeless", headers: { accept: format, "x-request-id": id } })
            isDeclaredRefusal(entry, scopeless, id, "forbidden")
          }
        }))
    }

    probe(entry, "is walked by cursor in every order",
      Effect.gen(function*() {
        const example = yield* exampleOf(entry, "acme")
        for (const sort of sortsOf(entry).length === 0 ? [undefined] : sortsOf(entry)) {
          const call = { ...example, query: sort === undefined ? {} : { sort } }
          for (let left = TRIES; left > 0; left--) {
            yield* settled
            const before = yield* walked(entry, call, 200)
            const found = yield* walked(entry, call, 3)
            const after = yield* walked(entry, call, 200)
            if (JSON.stringify(before) !== JSON.stringify(after) && left > 1) continue
            assert.deepStrictEqual(found, after, sort)
            break
          }
        }
      }))
  }

  it.effect("is probed as ever", () => isAsEver)
})
