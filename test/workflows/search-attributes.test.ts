import { assert, it, layer } from "@effect/vitest"
import { Effect, Layer, Schedule, Schema } from "effect"
import { Runs } from "#layers/workflows/runs"
import type { StartFailure } from "#schemas/kernel/start-failure"
import { Caller } from "#schemas/kernel/tenancy"
import type { RunDetail, RunId } from "#schemas/workflows/run"
import { child, durable, signal, step, waitFor, write } from "#workflows/durable"
import { get_workflow_run, list_workflow_runs } from "#workflows/workflows/runs"
import { restart_workflow_run } from "#workflows/workflows/steering"
import { OwnerSql } from "../support/database.ts"
import { begin, companyUrl, engined, engineOn } from "../support/engine.ts"
import { somebody } from "../support/workflows.ts"

const Order = durable({
  name: "found.order", version: 1, payload: { order_id: Schema.Int, city: Schema.NullOr(Schema.String), due: Schema.String, late: Schema.Boolean }, restartable: true,
  searchAttributes: {
    order_id: { type: "number", from: ({ order_id }) => order_id },
    city: { type: "text", from: ({ city }) => city },
    due_at: { type: "time", from: ({ due }) => due },
    late: { type: "boolean", from: ({ late }) => late },
    carrier: { type: "text" },
    attempts: { type: "number" }
  }
})
const Go = signal("go", Schema.Void)

const OrderProgram = Order.program(Effect.fnUntraced(function*({ late }) {
  yield* Order.setSearchAttributes({ carrier: "dhl", attempts: 1 })
  yield* write("pack", { verb: "test_pack" }, Order.setSearchAttributes({ attempts: 2, city: null }))
  yield* write("fail", { verb: "test_fail", error: Schema.String }, Effect.andThen(Order.setSearchAttributes({ attempts: 3 }), Effect.fail("no"))).pipe(Effect.ignore)
  if (late) yield* step("within", {}, Order.setSearchAttributes({ attempts: 4 }, "within a step"))
}))

const Parent = durable({ name: "found.parent", version: 1, payload: { order_id: Schema.Int }, searchAttributes: { order_id: { type: "number", from: ({ order_id }) => order_id } } })
const ParentProgram = Parent.program(({ order_id }) => child("order", Order, { order_id, city: "Linz", due: "2026-01-01T00:00:00Z", late: false }))
const Plain = durable({ name: "found.plain", version: 1, payload: {} })
const PlainProgram = Plain.program(() => Effect.asVoid(waitFor(Go)))

const works = [[Order, OrderProgram], [Parent, ParentProgram], [Plain, PlainProgram]] as const

const seen = (id: RunId): Effect.Effect<RunDetail, never, any> => begin(get_workflow_run({ id })) as never
const ended = (id: RunId) =>
  seen(id).pipe(Effect.repeat({ until: ({ finished_at }) => finished_at !== null, schedule: Schedule.spaced("20 millis") }), Effect.timeout("60 seconds"))

const list = (search_attribute: ReadonlyArray<string>, workflow?: string) =>
  Effect.map(begin(list_workflow_runs({ limit: 50, offset: 0, search_attribute, ...workflow !== undefined && { workflow } })), ({ items }) => items.map(({ id }) => id))
const refused = (search_attribute: ReadonlyArray<string>, workflow?: string) =>
  Effect.map(Effect.flip(list(search_attribute, workflow)), (error) => (error as { readonly details: ReadonlyArray<{ readonly error: string }> }).details.map(({ error }) => error))

layer(engined(works as never), { excludeTestServices: true })("search attributes of a run", (it) => {
  it.effect("come from its input and its program, once, and a failed write sets none", () => Effect.gen(function*() {
    const first = yield* begin(Order.start({ order_id: 7, city: "Graz", due: "2026-03-01T10:00:00+02:00", late: false }))
    const second = yield* begin(Order.start({ order_id: 12, city: null, due: "2026-04-01T10:00:00Z", late: true }))
    assert.deepStrictEqual((yield* ended(first)).search_attributes, { order_id: 7, due_at: "2026-03-01T08:00:00.000Z", late: false, carrier: "dhl", attempts: 2 })
    const broken = yield* ended(second)
    assert.strictEqual(broken.status, "failed")
    assert.include(JSON.stringify(broken.error), "set it in a write, or between steps")
    assert.deepStrictEqual(yield* list(["order_id:7"]), [first])
    assert.deepStrictEqual(yield* list(["order_id>=7"]), [second, first])
    assert.deepStrictEqual(yield* list(["order_id>=8", "order_id<12"]), [])
    assert.deepStrictEqual(yield* list(["order_id>=8", "order_id<13", "carrier:dhl"], "found.order"), [second])
    assert.deepStrictEqual(yield* list(["due_at<2026-03-02T00:00:00Z"]), [first])
    assert.deepStrictEqual(yield* list(["late:true"]), [second])
    assert.deepStrictEqual(yield* list(["city:Graz"]), [], "taken away")
    const again = yield* begin(restart_workflow_run({ id: first }))
    assert.deepStrictEqual(again.search_attributes, { order_id: 7, city: "Graz", due_at: "2026-03-01T08:00:00.000Z", late: false }, "as at the start of the first")
    const other = { ...somebody, mode: "test" as const }
    const elsewhere = yield* Effect.provideService(list_workflow_runs({ limit: 5, offset: 0, search_attribute: ["order_id:7"] }), Caller, other)
    assert.strictEqual(elsewhere.total, 0, "not those of the other mode")
  }))

  it.effect("are those of a child as well, and go with their run", () => Effect.gen(function*() {
    const sql = yield* OwnerSql
    const parent = yield* begin(Parent.start({ order_id: 99 }))
    yield* ended(parent)
    const both = yield* list(["order_id:99"])
    assert.lengthOf(both, 2)
    assert.deepStrictEqual(yield* list(["order_id:99"], "found.parent"), [parent])
    yield* sql`delete from workflow_runs where id in ${sql.in(both)}`
    assert.lengthOf(yield* sql`select from workflow_run_attributes where run_id in ${sql.in(both)}`, 0)
  }))

  it.effect("are refused by name and type, with what there is", () => Effect.gen(function*() {
    assert.deepStrictEqual(yield* refused(["order_idd:7"]), ["No workflow declares the search attribute order_idd; similar: order_id"])
    assert.deepStrictEqual(yield* refused(["carrier:dhl"], "found.parent"), ["found.parent does not declare the search attribute carrier"])
    assert.deepStrictEqual(yield* refused(["order_id:x", "due_at>=2026-03-01", "late:1", "late>=true"]), [
      "Expected a number", "Expected an instant with a zone, like 2026-11-21T09:30:00Z", "Expected true or false", "Expected name:true or name:false: a boolean has no range"
    ])
    assert.deepStrictEqual(yield* refused(["due_at>=2026-13-45T00:00:00Z"]), ["Expected an instant with a zone, like 2026-11-21T09:30:00Z"])
  }))

  it.effect("of a schedule's runs: they are found by the schedule too", () => Effect.gen(function*() {
    const sql = yield* OwnerSql
    const id = yield* begin(Plain.start({}))
    yield* sql`update workflow_runs set origin = origin || '{"schedule_id": 5}' where id = ${id}`
    const found = yield* begin(Runs.use((runs) => runs.page({ limit: 5, offset: 0, schedule_id: 5 as never })))
    assert.deepStrictEqual(found.items.map((run) => run.id), [id])
  }))

  it.effect("are found by an index that leads with the company", () => Effect.gen(function*() {
    const sql = yield* OwnerSql
    yield* sql`insert into workflow_runs (company_id, workflow, version, payload, payload_hash, origin, livemode, status, finished_at)
      select 1, 'found.order', 1, '{}', '', '{}', true, 'completed', now() from generate_series(1, 20000)`
    yield* sql`insert into workflow_run_attributes (company_id, run_id, name, number_value)
      select company_id, id, 'order_id', id from workflow_runs where payload_hash = ''`
    yield* sql`analyze workflow_runs, workflow_run_attributes`
    const plan = yield* sql<{ "QUERY PLAN": string }>`explain select id from workflow_runs where company_id = 1 and livemode
      and workflow_runs.id in (select a.run_id from workflow_run_attributes a where a.company_id = 1 and a.name = 'order_id' and a.number_value = 9000)
      order by id desc limit 51`
    assert.include(plan.map((row) => row["QUERY PLAN"]).join("\n"), "workflow_run_attributes_number")
  }))
})

it.live("a name of two types keeps the server from starting", () =>
  Effect.gen(function*() {
    const Other = durable({ name: "found.other", version: 1, payload: {}, searchAttributes: { order_id: { type: "text" } } })
    const failure = yield* Effect.flip(Effect.scoped(Layer.build(engineOn(yield* companyUrl, [...works, [Other, Other.program(() => Effect.void)]] as never))))
    assert.strictEqual((failure as never as StartFailure).message, "The search attribute order_id is a text of found.other and a number of found.order: a name has one type.")
  }).pipe(Effect.scoped) as Effect.Effect<void>)
