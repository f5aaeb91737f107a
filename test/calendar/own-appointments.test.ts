import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { read } from "../payments/paying.ts"
import { OwnerSql } from "../support/database.ts"
import { keptCountsAreExact } from "../support/kept-counts.ts"
import { companyIds, type Key, send, TestServer } from "../support/test-server.ts"
import { act, at, booked, withOne } from "./booking.ts"
import { call, fault } from "./calling.ts"

/** The member of the company whose session a key is. */
const userOf = Effect.fnUntraced(function*(key: Key) {
  const sql = yield* OwnerSql
  const [row] = yield* Effect.orDie(sql<{ id: number }>`select id from users where company_id = ${companyIds.acme} and email like ${`${key}@%`}`)
  return row!.id
})

const listed = (key: Key, query = "limit=200") =>
  Effect.map(read(`/calendar/appointments?${query}`, key), ({ items, total }) => {
    assert.strictEqual(total, items.length)
    return items.map(({ id }: { readonly id: number }) => id) as ReadonlyArray<number>
  })

layer(TestServer, { excludeTestServices: true })("staff who see their own appointments only", (it) => {
  it.effect("find and change no others, by which way ever, and cannot give themselves more", () =>
    Effect.gen(function*() {
      const [own, others] = [yield* withOne(), yield* withOne()]
      const mine = yield* booked({ service_id: own.service_id, starts_at: at(9) })
      const theirs = yield* booked({ service_id: others.service_id, starts_at: at(9) })
      const user_id = yield* userOf("member")
      const change = (changes: object, key: Key = "acme", id = own.staff_id) => call("PATCH", `/staff/${id}`, changes, key)
      assert.strictEqual((yield* change({ user_id })).status, 200)
      assert.includeMembers([...yield* listed("member")], [mine.id, theirs.id], "who sees all, sees all")

      assert.strictEqual(fault(yield* change({ sees: "own" }, "member"))[0], "sees")
      assert.deepInclude((yield* change({ sees: "own" }, "admin")).json, { sees: "own" })
      assert.deepStrictEqual(yield* listed("member"), [mine.id])
      assert.deepStrictEqual(yield* listed("member", `staff_id=${others.staff_id}`), [])
      assert.deepStrictEqual(yield* listed("member", "status=booked"), [mine.id])
      assert.strictEqual((yield* send(`/calendar/appointments/${theirs.id}`, { key: "member" })).status, 404)
      for (const verb of ["confirm", "decline", "complete"]) assert.strictEqual((yield* act(theirs.id, verb, {}, "member")).status, 404, verb)
      assert.strictEqual((yield* act(theirs.id, "reschedule", { starts_at: at(11) }, "member")).status, 404)
      assert.strictEqual((yield* act(mine.id, "reschedule", { starts_at: at(11) }, "member")).status, 200)

      const feed = (staff_id: number | null) => call("POST", "/feeds", { staff_id }, "member")
      assert.strictEqual(fault(yield* feed(null))[0], "staff_id")
      assert.strictEqual(fault(yield* feed(others.staff_id))[0], "staff_id")
      assert.strictEqual((yield* feed(own.staff_id)).status, 200)

      assert.strictEqual(fault(yield* change({ sees: "all" }, "member"))[0], "sees")
      assert.strictEqual(fault(yield* change({ user_id: null }, "member"))[0], "user_id")
      assert.strictEqual((yield* change({ name: "Ada" }, "member")).status, 200)
      assert.strictEqual(fault(yield* call("POST", "/staff", { name: "Somebody", sees: "own" }, "member"))[0], "sees")

      /* Others see what they saw, and an admin sees all, whatever it says of them. */
      assert.includeMembers([...yield* listed("viewer")], [mine.id, theirs.id])
      assert.strictEqual((yield* change({ user_id: yield* userOf("admin"), sees: "own" }, "owner", others.staff_id)).status, 200)
      assert.includeMembers([...yield* listed("admin")], [mine.id, theirs.id])
      yield* keptCountsAreExact
    }))
})
