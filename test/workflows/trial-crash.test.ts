import { existsSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { assert, it } from "@effect/vitest"
import { Effect, Layer, Schedule } from "effect"
import { Runs } from "#layers/workflows/runs"
import type { Run } from "#schemas/workflows/run"
import { create_contact } from "#workflows/crm/contacts"
import { sendSignal } from "#workflows/durable"
import { home } from "../process/service.ts"
import { OwnerSql } from "../support/database.ts"
import { begin, companyUrl, find, programsOn } from "../support/engine.ts"
import { killedAfter } from "../support/engine-worker.ts"
import { Answered, TrialReminder } from "./readme/trial-reminder.ts"

const TRIALS = 12

const person = (n: number) => ({
  first_name: `Trial ${n}`, last_name: null, email: `trial${n}@x.example`, phone: null, organization_id: null,
  company_name: null, owner_id: null, tags: n % 4 === 0 ? [] : ["trial", "vip"], notes: null, source: null, custom_fields: {}
})

const trials = Effect.map(begin(Runs.use((runs) => runs.page({ limit: 200, offset: 0 }))), ({ items }) => items)

const eventually = (what: string, is: (runs: ReadonlyArray<Run>) => boolean) =>
  trials.pipe(
    Effect.repeat({ until: is, schedule: Schedule.spaced("50 millis") }),
    Effect.timeoutOrElse({ duration: "40 seconds", orElse: () => Effect.flatMap(trials, (runs) => {
      const states = runs.map(({ error, id, status }) => `${id} ${status} ${JSON.stringify(error)}`)
      return Effect.die(new Error(`${what}: ${states.join()}`))
    }) })
  )

/** Days pass: every timer is due now. */
const daysPass = Effect.flatMap(OwnerSql, (sql) =>
  sql`update engine.cluster_messages set deliver_at = 1 where deliver_at is not null and not processed`)

it.live("the trial reminder survives kill -9 at every stage", () =>
  Effect.gen(function*() {
    const url = yield* companyUrl
    const mails = join(yield* home, "mails")
    const lines = () => existsSync(mails) ? readFileSync(mails, "utf8").split("\n") : []
    const said = (word: string) => lines().filter((line) => line.startsWith(word))
    const work = killedAfter(url, join(import.meta.dirname, "trial-works.ts"), mails)

    yield* Effect.gen(function*() {
      const ids = yield* Effect.forEach(Array.from({ length: TRIALS }, (_, n) => n), (n) => begin(Effect.gen(function*() {
        const { id } = yield* create_contact(person(n))
        return yield* TrialReminder.start({ contact_id: id }, { key: `contact-${id}` })
      })))

      yield* work(eventually("asleep", (runs) => runs.every(({ status }) => status === "waiting")))
      yield* daysPass
      yield* work(eventually("in the midst of a mail", () => said("asked").length > 0))
      yield* work(eventually("after some mails", () => said("sent").length > 2))
      yield* work(eventually("all reminded", (runs) => runs.every(({ status, wake_at }) =>
        status === "completed" || status === "waiting" && Date.parse(wake_at!) > Date.now())))

      for (const id of ids.filter((_, n) => n % 4 === 1)) yield* begin(sendSignal(id, Answered, { stays: true }))
      yield* work(eventually("some stay", (runs) => runs.some(({ status }) => status === "completed")))
      yield* daysPass
      yield* work(eventually("some closed", (runs) =>
        runs.some(({ id, status }) => status === "completed" && ids.indexOf(id) % 4 > 1)))
      yield* work(eventually("all over", (runs) => runs.every(({ finished_at }) => finished_at !== null)))

      const ended = yield* Effect.forEach(ids, find)
      assert.deepStrictEqual(
        ended.map(({ result, status }) => `${status} ${result}`),
        ids.map((_, n) => `completed ${["converted", "stays", "closed", "closed"][n % 4]}`)
      )
      assert.sameMembers(said("sent"), ids.filter((_, n) => n % 4 > 0).map((id) => `sent run_${id}/remind`))
      assert.isAbove(said("asked").length, said("sent").length)

      const sql = yield* OwnerSql
      const closings = yield* sql`select request_id from receipts where verb = 'close_trial'`
      assert.sameDeepMembers([...closings], ids.filter((_, n) => n % 4 > 1).map((id) => ({ request_id: `run_${id}` })))
      const left = yield* sql<{ email: string }>`select email from contacts where tags @> array['trial'] order by id`
      assert.deepStrictEqual(left.map(({ email }) => email), ids.flatMap((_, n) => n % 4 === 1 ? [`trial${n}@x.example`] : []))
    }).pipe(Effect.provide(Layer.merge(programsOn(url), OwnerSql.layerOf(url))))
  }).pipe(Effect.scoped))
