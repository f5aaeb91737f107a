import { assert, layer } from "@effect/vitest"
import { Effect, Layer, Option, Schedule } from "effect"
import { OwnerSql } from "../support/database.ts"
import { at, companyIds, TestServer, SecondServer } from "../support/test-server.ts"
import { answerOf } from "../tools/asking.ts"

const statuses = Effect.flatMap(OwnerSql, (sql) =>
  Effect.map(sql<{ status: string }>`select status from operator.leads order by created_at`, (rows) => rows.map(({ status }) => status)))

const contactsOf = (company: number) =>
  Effect.flatMap(OwnerSql, (sql) =>
    Effect.map(sql<{ name: string }>`select company_name as name from contacts where company_id = ${company} order by id`, (rows) => rows.map(({ name }) => name)))

const until = <A, E, R>(done: (found: A) => boolean, look: Effect.Effect<A, E, R>) =>
  look.pipe(Effect.repeat({ until: done, schedule: Schedule.spaced("100 millis") }), Effect.timeout("90 seconds"))

const aged = Effect.flatMap(OwnerSql, (sql) => sql`update operator.leads set due_at = due_at - interval '1 minute'`)

const operator = (company: number) => ({ operatorCompany: Option.some(company) })

/** A process beside the first, which has a company to hand leads to, for as long as the work takes. */
const beside = <A, E, R>(company: number, work: Effect.Effect<A, E, R>) =>
  Effect.scoped(Effect.andThen(Layer.build(SecondServer(operator(company))), work))

layer(TestServer, { excludeTestServices: true })("the intake of leads", (it) => {
  it.effect("takes up what waited for a company, and no lead twice", () =>
    Effect.gen(function*() {
      for (const company_name of ["A", "B", "C"]) assert.strictEqual((yield* answerOf("schedule_demo", { company_name })).status, "recorded")
      yield* aged
      yield* beside(companyIds.bolt, until((all) => all.every((one) => one === "handed_over"), statuses))
      assert.deepStrictEqual(yield* contactsOf(companyIds.bolt), ["A", "B", "C"])

      const sql = yield* OwnerSql
      yield* sql`update operator.leads set status = 'recorded', handed_over_at = null`
      yield* beside(companyIds.bolt, until((all) => all.every((one) => one === "handed_over"), statuses))
      assert.deepStrictEqual(yield* contactsOf(companyIds.bolt), ["A", "B", "C"], "as if the process had died just after its commit")
      const [receipts] = yield* sql<{ n: number }>`select count(*) as n from receipts where company_id = 2 and verb = 'receive_lead'`
      assert.strictEqual(receipts!.n, 3)
    }))

  it.effect("leaves a lead where it is while there is no such company, or its key was revoked", () =>
    Effect.gen(function*() {
      const sql = yield* OwnerSql
      const ask = (company: number, company_name: string) =>
        Effect.scoped(Effect.gen(function*() {
          const server = yield* Layer.build(SecondServer(operator(company)))
          return yield* at(server, answerOf("schedule_demo", { company_name }))
        }))
      const nowhere = yield* ask(999_999, "D")
      assert.strictEqual(nowhere.status, "recorded")
      assert.include(nowhere.message, "service leads")
      assert.strictEqual((yield* ask(companyIds.bolt, "E")).status, "handed_over")
      yield* sql`update api_keys set revoked_at = now() where label = 'Public endpoint'`
      assert.strictEqual((yield* ask(companyIds.bolt, "F")).status, "recorded")
      assert.deepStrictEqual(yield* contactsOf(companyIds.bolt), ["A", "B", "C", "E"])
      yield* sql`update api_keys set revoked_at = null where label = 'Public endpoint'`
      yield* aged
      yield* beside(companyIds.bolt, until((all) => all.every((one) => one === "handed_over"), statuses))
      assert.sameMembers(yield* contactsOf(companyIds.bolt), ["A", "B", "C", "E", "D", "F"])
    }))

  it.effect("forgets who did what when the day is over", () =>
    Effect.gen(function*() {
      const sql = yield* OwnerSql
      const left = Effect.map(sql<{ keys: number; marks: number }>`
        select (select count(*) from operator.mark_keys) as keys, (select count(*) from operator.marks) as marks`, ([row]) => row!)
      assert.isAbove((yield* left).marks, 0)
      yield* sql`update operator.marks set day = day - 1`
      yield* sql`update operator.mark_keys set day = day - 1`
      yield* beside(companyIds.bolt, until(({ keys, marks }) => keys + marks === 0, left))
    }))
})

layer(TestServer, { excludeTestServices: true })("a lead that cannot be handed over", (it) => {
  it.effect("holds up none of those behind it, however many are like it", () =>
    Effect.gen(function*() {
      const sql = yield* OwnerSql
      /* No contact may be called so: more of them than are looked at in one round, and older than the others. */
      yield* sql`
        insert into operator.leads (reference, origin, name, request_id, created_at, due_at)
        select 'POISON' || n, 'contact_page', repeat('x', 101), 'r', now() - interval '1 hour', now() - interval '1 hour' from generate_series(1, 60) n`
      yield* answerOf("schedule_demo", { company_name: "Behind" })
      yield* sql`update operator.leads set due_at = due_at - interval '1 minute'`
      const taken = Effect.map(statuses, (all) => all.filter((one) => one === "handed_over").length)
      yield* beside(companyIds.bolt, until((n) => n === 1, taken))
      assert.deepStrictEqual(yield* contactsOf(companyIds.bolt), ["Behind"])
      const [waiting] = yield* sql<{ n: number }>`
        select count(*) as n from operator.leads where status = 'recorded' and failures = 1 and due_at > now() - interval '5 seconds'`
      assert.strictEqual(waiting!.n, 60, "each has its next turn later, and twice as much later the time after")
    }))
})
