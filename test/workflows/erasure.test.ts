import { assert, layer } from "@effect/vitest"
import { Effect, Option, Schedule, Schema } from "effect"
import { People } from "#layers/crm/people"
import type { RunId } from "#schemas/workflows/run"
import { create_contact } from "#workflows/crm/contacts"
import { durable, sleep, step } from "#workflows/durable"
import { progress } from "#workflows/workflows/heartbeat"
import { get_workflow_run_history } from "#workflows/workflows/history"
import { retry_workflow_run } from "#workflows/workflows/steering"
import { found } from "../crm/traces.ts"
import { OwnerSql } from "../support/database.ts"
import { begin, engined, find } from "../support/engine.ts"

const person = { first_name: "Zyxolde", last_name: "Quarnwick", email: "zyxolde.quarnwick@unmistakable.example", phone: null, organization_id: null, company_name: null,
  owner_id: null, tags: [], notes: null, source: null, custom_fields: {} }

class Unwilling extends Schema.TaggedError<Unwilling>("Unwilling")("Unwilling", { why: Schema.String }) {}

/** Knows the person wherever a run can: in a long payload, a short one, what it is found by, what it says of itself, a long result of a step, how far a step is, and why it failed. */
const Knowing = durable({
  name: "known.knowing", version: 1, payload: { to: Schema.String, letter: Schema.String }, error: Unwilling,
  searchAttributes: { to: { type: "text", from: ({ to }) => to } }, state: { writes_to: Schema.String }
})
const Shown = progress(Schema.Struct({ to: Schema.String }))
const KnowingProgram = Knowing.program(Effect.fnUntraced(function*({ letter, to }) {
  yield* Knowing.setState({ writes_to: to })
  yield* step("write", { success: Schema.String }, Effect.succeed(`${letter} ${to}`))
  if (letter.length < 100) yield* sleep("a while", "10 days")
  yield* step("send", { error: Unwilling }, Effect.andThen(Shown.report({ to }), new Unwilling({ why: `${to} is not there` })))
}))

const until = (id: RunId, ...statuses: ReadonlyArray<string>) =>
  find(id).pipe(
    Effect.repeat({ until: ({ status }) => statuses.includes(status), schedule: Schedule.spaced("20 millis") }), Effect.timeout("60 seconds")
  )

layer(engined([[Knowing, KnowingProgram]]), { excludeTestServices: true })("of an erased person", (it) => {
  it.effect("no run of a workflow knows anything any more", () => Effect.gen(function*() {
    const sql = yield* OwnerSql
    const { id: contact } = yield* begin(create_contact(person))
    const to = "Zyxolde Quarnwick"
    const [long, waiting] = yield* begin(Effect.all([Knowing.start({ to, letter: `Dear ${to}, `.repeat(5_000) }), Knowing.start({ to, letter: `Dear ${to}` })]))
    yield* until(waiting, "waiting")
    yield* until(long, "failed")
    yield* begin(retry_workflow_run({ id: long }))
    yield* OwnerSql.use((sql) => sql`select 1 from workflow_runs where id = ${long} and retries = 1 and status = 'failed'`).pipe(
      Effect.repeat({ until: ({ length }) => length === 1, schedule: Schedule.spaced("20 millis") }), Effect.timeout("60 seconds"))
    yield* sql`insert into workflow_batches (company_id, livemode, action, filter, matched, total, first_runs)
      values (1, true, 'cancel', ${JSON.stringify({ error: to })}::jsonb, 1, 1, '[]')`

    const names = (yield* found).map((hit) => hit.split(":", 1)[0])
    const expected = ["workflow_runs", "workflow_contents", "workflow_run_attributes", "workflow_run_states", "workflow_step_progress", "workflow_batches", "engine.cluster_replies"]
    assert.deepStrictEqual(expected.filter((name) => !names.includes(name)), [], "each of them knows the person before")
    const hashes = sql<{ hash: string }>`select encode(payload_hash, 'hex') as hash from workflow_runs order by id`
    const before = yield* hashes

    yield* begin(Effect.gen(function*() {
      const people = yield* People
      yield* people.erase(Option.getOrThrow(yield* people.find(contact, { lock: true })), [])
    }))
    assert.deepStrictEqual((yield* found).filter((hit) => hit.includes("workflow") || hit.startsWith("engine.")), [])
    for (const [n, { hash }] of (yield* hashes).entries()) assert.notStrictEqual(hash, before[n]!.hash)
    const history = yield* begin(get_workflow_run_history({ id: long }))
    assert.deepStrictEqual(history.entries.find(({ kind }) => kind === "retried")!.status, "completed")
  }))
})
