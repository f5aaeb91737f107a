import { assert, it } from "@effect/vitest"
import { Effect } from "effect"
import { taken } from "../crm/imported.ts"
import { migratedHome, serve, type Service } from "../process/service.ts"
import { OwnerSql } from "../support/database.ts"
import { eventNumbers, faultsOfChain, settled } from "../support/journal.ts"
import { rounds } from "../support/rounds.ts"
import { ask, inside, residentMiB, secretOf, variablesIn, watched } from "./importing.ts"

const ROWS = rounds(20_000, 100_000)
/** Of a hundred rows one is bad, in one of these ways. */
const bad: ReadonlyArray<readonly [reason: string, row: (n: number) => string]> = [
  ["email: Expected an e-mail address", (n) => `Bad${n},Row,not an address,,,x,,`],
  ["phone: Expected a phone number with country prefix, like +1 202 555 0123", (n) => `Bad${n},Row,bad${n}@x.example,12345,,,,`],
  ["the row has 3 cells where the file has 8 columns", (n) => `Bad${n},Row,bad${n}@x.example`],
  ["a quotation mark inside a quoted cell is not doubled", (n) => `"Bad${n}" x,Row,bad${n}@x.example,,,,,`],
  ["the row has no name, no e-mail address and no phone number", (n) => `,,,,Nobody ${n},,,`]
]
const isBad = (n: number) => n % 100 === 7
/**
 * From the second thousand on, the last two rows of each name the address of the first row of the thousand before: one says
 * nothing new of it, the other does.
 */
const row = (n: number) => {
  if (isBad(n)) return bad[Math.floor(n / 100) % bad.length]![1](n)
  const about = n > 1_000 && n % 1_000 >= 998 ? n - n % 1_000 - 1_000 : n
  const notes = n % 1_000 === 999 ? "said twice" : `"said, once"`
  return `Grace${about},Hopper,g${about}@navy.example,+1202555${String(about % 10_000).padStart(4, "0")},US Navy,vip;new,${notes},file`
}
const file = ["first_name,last_name,email,phone,company_name,tags,notes,source", ...Array.from({ length: ROWS }, (_, n) => row(n))].join("\r\n")
const again = ROWS / 1_000 - 1
const expected = { rejected: ROWS / 100, unchanged: again, updated: again, created: ROWS - ROWS / 100 - 2 * again }

/** What the service has to get by with: less than all rows of the file take up. */
const HEAP_MB = 192

const sent = Effect.fnUntraced(function*(service: Service, secret: string, headers: Record<string, string> = {}) {
  const response = yield* ask(service, secret, "/crm/contacts/import", {
    method: "POST", body: file, headers: { "content-type": "text/csv", ...headers }
  })
  const body = yield* Effect.promise(() => response.json() as Promise<any>)
  assert.strictEqual(response.status, 202, JSON.stringify(body))
  return body
})

interface Left {
  readonly contacts: number
  readonly twice: number
  readonly created: number
  readonly updated: number
  readonly completed: number
  readonly files: number
  readonly pieces: number
}

const left = (company: number) =>
  Effect.gen(function*() {
    const sql = yield* OwnerSql
    const [row] = yield* sql<Left>`select
      (select count(*) from contacts where company_id = ${company}) as contacts,
      (select count(*) from contacts where company_id = ${company} and notes = 'said twice' and version = 2) as twice,
      (select count(*) from events where company_id = ${company} and kind = 'contact.created') as created,
      (select count(*) from events where company_id = ${company} and kind = 'contact.updated') as updated,
      (select count(*) from events where company_id = ${company} and kind = 'import.completed') as completed,
      (select count(*) from uploads) as files, (select count(*) from upload_pieces) as pieces`
    return row!
  })

it.live(`an import of ${ROWS} rows that is killed twice takes each row once`, ({ annotate }) =>
  Effect.gen(function*() {
    const folder = yield* migratedHome
    const variables = variablesIn(folder)
    const secret = yield* secretOf("Killed", variables)
    let id = 0
    for (const share of [0.2, 0.6]) {
      yield* Effect.scoped(Effect.gen(function*() {
        const service = yield* serve(variables)
        if (id === 0) id = (yield* sent(service, secret, { "idempotency-key": "once" })).id
        const { found } = yield* watched(folder, service, secret, id, ({ total }) => total > ROWS * share)
        assert.isNull(found.finished_at, "it was killed on the way")
        service.signal("SIGKILL")
        yield* service.ended
      }))
    }
    yield* Effect.scoped(Effect.gen(function*() {
      const service = yield* serve(variables)
      const { found } = yield* watched(folder, service, secret, id, ({ finished_at }) => finished_at !== null)
      const { created, rejected, unchanged, updated } = expected
      assert.deepStrictEqual([found.state, ...taken(found)], ["completed", created, updated, unchanged, rejected], JSON.stringify(found))

      assert.strictEqual((yield* sent(service, secret, { "idempotency-key": "once" })).id, id)

      const rejects = yield* ask(service, secret, found.rejects_url.slice("/api/v1".length))
      const [head, ...lines] = (yield* Effect.promise(() => rejects.text())).trim().split("\n")
      assert.strictEqual(head, "import_line,import_reason,first_name,last_name,email,phone,company_name,tags,notes,source")
      assert.lengthOf(lines, rejected)
      for (const [place, line] of lines.entries()) {
        const [reason] = bad[place % bad.length]!
        const quoted = reason.includes(",") ? `"${reason}"` : reason
        assert.isTrue(line.startsWith(`${place * 100 + 7 + 2},${quoted},`), line)
      }

      yield* inside(folder, settled)
      assert.deepStrictEqual(yield* inside(folder, left(1)), {
        contacts: created, twice: updated, created, updated, completed: 1, files: 0, pieces: 0
      })
      const chain = yield* inside(folder, faultsOfChain(1))
      assert.deepStrictEqual(chain.faults, [])
      assert.deepStrictEqual(yield* inside(folder, eventNumbers(1)), Array.from({ length: created + updated + 1 }, (_, n) => n + 1))
      yield* Effect.promise(() => annotate(`${chain.length} receipts, ${created + updated + 1} events`))
    }))
  }), 1_800_000)

it.live(`an import of ${ROWS} rows takes up no more memory at its end than at its beginning`, ({ annotate }) =>
  Effect.gen(function*() {
    const folder = yield* migratedHome
    const variables = variablesIn(folder)
    const secret = yield* secretOf("Flat", variables)
    const service = yield* serve({ ...variables, NODE_OPTIONS: `--max-old-space-size=${HEAP_MB}` })
    const before = residentMiB(service.pid)
    const { id } = yield* sent(service, secret)
    const { found, memory } = yield* watched(folder, service, secret, id, ({ finished_at }) => finished_at !== null)
    const seconds = (Date.parse(found.finished_at) - Date.parse(found.created_at)) / 1_000
    const half = Math.ceil(memory.length / 2)
    const [early, late] = [memory.slice(0, half), memory.slice(half)].map((part) => Math.max(...part)) as [number, number]
    assert.isBelow(late - early, 64, "it grows with the rows")
    assert.isBelow(late, before + HEAP_MB, "it grows with the file")
    yield* Effect.promise(() => annotate(
      `${Math.round(ROWS / seconds)} rows/s; ${Math.round(before)} MiB before, at most ${Math.round(early)} in the first half and ` +
        `${Math.round(late)} in the second`
    ))
  }), 1_800_000)
