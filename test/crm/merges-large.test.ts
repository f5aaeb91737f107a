import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { MOST_MOVED, movedInWords } from "#schemas/crm/merge"
import { preview } from "../agents/consent-calls.ts"
import { OwnerSql } from "../support/database.ts"
import { goal } from "../support/goals.ts"
import { TestServer, json, send } from "../support/test-server.ts"

const made = (name: string) => Effect.map(send("/crm/contacts", { key: "acme", method: "POST", ...json({ first_name: name }) }), ({ json }): number => json.id)

const activities = (contact: number, count: number) => OwnerSql.use((sql) => sql`
  insert into activities (company_id, kind, subject, contact_id) select 1, 'note', 'x', ${contact} from generate_series(1, ${count}::int)`)

const merge = (key: "acme" | "cautious", id: number, ...contact_ids: ReadonlyArray<number>) =>
  send(`/crm/contacts/${id}/merge`, { key, method: "POST", ...json({ contact_ids }) })

const timed = <A, E, R>(effect: Effect.Effect<A, E, R>) =>
  Effect.gen(function*() {
    const begun = performance.now()
    return [yield* effect, performance.now() - begun] as const
  })

layer(TestServer, { excludeTestServices: true })("a merge of contacts with very much", (it) => {
  it.effect("of 100,000 rows is refused, previewed or not, and says what to keep", ({ annotate }) =>
    Effect.gen(function*() {
      const [small, large, other] = [yield* made("Small"), yield* made("Large"), yield* made("Other")]
      yield* activities(large, 100_000)
      yield* activities(small, 10)
      const asked = yield* merge("cautious", small, other, large)
      const [seen, previewed] = yield* timed(preview(asked.json.consent.id))
      assert.strictEqual(seen.status, 200)
      assert.deepInclude(seen.json.refusal, { status: 422, code: "validation_error" })
      const [refused, took] = yield* timed(merge("acme", small, other, large))
      assert.strictEqual(refused.status, 422)
      assert.strictEqual(
        refused.json.message,
        `A merge moves at most ${MOST_MOVED} ${movedInWords}. Keep the contact that has most of them, or merge fewer at a time.`
      )
      assert.deepStrictEqual(refused.json.details, [
        { field: "contact_ids[1]", error: `has 100000 ${movedInWords}`, received: large }
      ])
      /* The advice is good: nothing of the one that is kept is held or moved. */
      const [done, kept] = yield* timed(merge("acme", large, small, other))
      assert.deepInclude(done.json.moved, { activities: 10 })
      const undone = yield* send(`/crm/merges/${done.json.id}/undo`, { key: "acme", method: "POST" })
      assert.strictEqual(undone.status, 200)
      for (const ms of [previewed, took, kept]) assert.isBelow(ms, goal(5_000))
      yield* Effect.promise(() => annotate(`preview ${Math.round(previewed)} ms, merge ${Math.round(took)} ms, the other way ${Math.round(kept)} ms`))
    }))

  it.effect("moves as much as it may, and no row more", () =>
    Effect.gen(function*() {
      const [a, b, c] = [yield* made("A"), yield* made("B"), yield* made("C")]
      yield* activities(b, MOST_MOVED - 1)
      yield* activities(c, 2)
      const refused = yield* merge("acme", a, b, c)
      assert.strictEqual(refused.status, 422)
      assert.deepStrictEqual(refused.json.details.map(({ received }: any) => received), [b, c])
      const asked = yield* merge("cautious", a, b)
      assert.isNull((yield* preview(asked.json.consent.id)).json.refusal)
      const done = yield* merge("acme", a, b)
      assert.deepInclude(done.json.moved, { activities: MOST_MOVED - 1 })
    }))
})
