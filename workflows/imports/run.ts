import { Effect, Schema } from "effect"
import { type Counts, type ImportFile, Imports, type Reject } from "#layers/crm/imports"
import { recordChange } from "#layers/kernel/receipts/change-log"
import { Uploads } from "#layers/kernel/uploads"
import { counts, ImportId, MOST_ROWS } from "#schemas/crm/import"
import { durable, write } from "../durable.ts"
import { Reader } from "./file.ts"
import { customFieldsOf, type Importable } from "./importable.ts"
import { type Plan, planned } from "./plan.ts"
import type { Row as FileRow } from "./reading.ts"
import { isReject, refused, rowReader, type Said } from "./rows.ts"

/** Rows of one transaction, and rows that are checked before others get a turn. */
const BATCH = 1_000
const TURN = 100

/** Times that rows are gone over where others write the same keys. */
const TRIES = 5
const inTheWay = "another record was in the way of this one"

const Moved = Schema.Struct({ done: Schema.Boolean, counts: Schema.Struct(counts) })

type Tally = Omit<Counts, "rejected">

const tally = (outcomes: ReadonlyArray<keyof Tally>): Tally => ({
  created: outcomes.filter((one) => one === "created").length,
  updated: outcomes.filter((one) => one === "updated").length,
  unchanged: outcomes.filter((one) => one === "unchanged").length
})

const plus = (a: Tally, b: Tally): Tally =>
  ({ created: a.created + b.created, updated: a.updated + b.updated, unchanged: a.unchanged + b.unchanged })

interface Taken extends Tally {
  readonly rejects: ReadonlyArray<Reject>
}

const outcomesOf = <Changes, Draft>({ outcomes }: Plan<Changes, Draft>) => tally(outcomes.map(({ outcome }) => outcome))

const tooMany = `The file has more than ${MOST_ROWS.toLocaleString("en")} rows; those up to there are in. Split it.`

const countsOf = ({ created, rejected, unchanged, updated }: Counts): Counts => ({ created, updated, unchanged, rejected })

/** What works through files of some records: the workflow, and the program of its runs. */
export const importRun = <Changes, Draft, Row, R>(resource: Importable<Changes, Draft, Row, R>) => {
  const { batch, change, holding, make, verb, workflow } = resource
  const reader = rowReader(resource)

  /** One at a time for each company: they would wait for each other's rows. */
  const definition = durable({
    name: workflow,
    version: 1,
    payload: { import_id: ImportId },
    searchAttributes: { import_id: { type: "number", from: ({ import_id }) => import_id } },
    success: Schema.Struct(counts),
    concurrency: { perCompany: 1 },
    background: true,
    state: counts
  })

  type How = Effect.Success<ReturnType<typeof batch>>
  const keysOf = ({ key }: How, said: ReadonlyArray<Said<Changes>>) => [...new Set(said.flatMap(({ changes }) => key(changes) ?? []))]

  /** Writes what rows say. Rows whose key somebody took while we were at it are gone over again, and not for ever. */
  const taken = Effect.fnUntraced(function*(
    how: How, said: ReadonlyArray<Said<Changes>>, tries = TRIES
  ): Effect.fn.Return<Taken, never, R> {
    const held = yield* holding(keysOf(how, said))
    const plan = planned(said, new Map([...held].map(([key, { draft }]) => [key, draft])), how)
    const made = yield* make(plan.make.map(({ draft }) => draft))
    yield* change(plan.change.map(({ after, key }) => ({ record: held.get(key)!.record, draft: after })))
    const { rejects } = plan
    if (made.count === plan.make.length) return { ...outcomesOf(plan), rejects }

    const lost = new Set(plan.make.flatMap(({ key }) => key === undefined || made.keys.has(key) ? [] : [key]))
    const isLost = ({ changes }: Said<Changes>) => lost.has(how.key(changes) ?? "")
    const kept = tally(plan.outcomes.filter(({ said }) => !isLost(said)).map(({ outcome }) => outcome))
    const left = plan.outcomes.map(({ said }) => said).filter(isLost)
    if (tries <= 1) return { ...kept, rejects: [...rejects, ...left.map((one) => refused(one, inTheWay))] }
    const again = yield* taken(how, left, tries - 1)
    return { ...plus(kept, again), rejects: [...rejects, ...again.rejects] }
  })

  /** The same for show: records as they would be are kept for the rows to come. */
  const tried = Effect.fnUntraced(function*(id: ImportId, how: How, said: ReadonlyArray<Said<Changes>>) {
    const imports = yield* Imports
    const keys = keysOf(how, said)
    const shown = yield* imports.previews<Draft>(id, keys)
    const held = [...yield* holding(keys)].map(([key, { draft }]) => [key, draft] as const)
    const plan = planned(said, new Map([...held, ...shown]), how)
    yield* imports.preview(id, [
      ...plan.make.flatMap(({ draft, key }) => key === undefined ? [] : [{ key, record: draft }]),
      ...plan.change.map(({ after, key }) => ({ key, record: after }))
    ])
    const result: Taken = { ...outcomesOf(plan), rejects: plan.rejects }
    return result
  })

  /** Each row as what it says, or why it is not taken; others get their turn in between. */
  const checked = Effect.fnUntraced(function*(file: ImportFile, rows: ReadonlyArray<FileRow>) {
    const read = reader(file.columns, yield* customFieldsOf(resource))
    const said: Array<Said<Changes>> = []
    const rejects: Array<Reject> = []
    for (const [place, row] of rows.entries()) {
      if (place % TURN === TURN - 1) yield* Effect.yieldNow
      const one = read(row)
      if (isReject(one)) rejects.push(one)
      else said.push(one)
    }
    return { said, rejects }
  })

  /** The next rows of a file and the place after them, in one transaction. */
  const part = Effect.fnUntraced(function*(id: ImportId, source: Reader) {
    const imports = yield* Imports
    const uploads = yield* Uploads
    const file = yield* imports.lock(id)
    const { done, lines, position, rows } = yield* source.next(file, Math.min(BATCH, MOST_ROWS - file.total))
    const { rejects, said } = yield* checked(file, rows)
    const how = yield* batch(said)
    const judged = said.map((one) => ({ one, fault: how.fault?.(one.changes) }))
    const fit = judged.flatMap(({ fault, one }) => fault === undefined ? [one] : [])
    const { rejects: impossible, ...counted } = yield* file.dry_run ? tried(id, how, fit) : taken(how, fit)
    const all = [...rejects, ...judged.flatMap(({ fault, one }) => fault === undefined ? [] : [refused(one, fault)]), ...impossible]
      .sort((a, b) => a.line - b.line)
    yield* imports.advance(id, { position, lines, counts: { ...counted, rejected: all.length }, rejects: all })

    const total = file.total + rows.length
    const ended = done || total >= MOST_ROWS
    if (ended) {
      yield* imports.finish(id, done ? null : tooMany)
      yield* uploads.release(file.upload_id)
    }
    const after = yield* Effect.orDie(imports.ofRun(id))
    const before = { ...after, state: "running", progress: file.position / file.bytes, total: file.total, ...countsOf(file) }
    yield* recordChange({ object: "import", id, before, after, ...ended && { events: ["import.completed"] } })
    const result = { total: after.total, ...countsOf(after) }
    yield* definition.setState(result)
    return { done: ended, counts: result }
  })

  /** Nothing is done twice: the place in the file moves in the transaction that writes the rows. */
  const program = definition.program(Effect.fnUntraced(function*({ import_id }) {
    const source = new Reader()
    for (let number = 1;; number++) {
      const { counts, done } = yield* write(`part ${number}`, { verb, success: Moved }, part(import_id, source))
      if (done) return counts
    }
  }))

  return { definition, program }
}
