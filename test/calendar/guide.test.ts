import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { languages } from "#src/surfaces/docs/samples/values"
import { ranGuide } from "../support/guide.ts"
import { TestServer } from "../support/test-server.ts"
import { booksAreSound } from "./booking.ts"

for (const language of languages) {
  layer(TestServer, { excludeTestServices: true })(`the guide to taking bookings, in ${language}`, (it) => {
    it.effect("runs as it is printed, from a person and a room to an appointment that is moved, and canceled where a person agrees", () =>
      Effect.gen(function*() {
        const { answers, lines } = yield* ranGuide("take-bookings", "cautiousTest", "owner", language)
        assert.strictEqual(lines, 18)
        const [staff, settings, away, refused, explained, moved, canceled, listed] = answers
        assert.lengthOf(staff.weekly, 6)
        assert.lengthOf(settings.opening_hours, 5)
        assert.deepInclude(away, { staff_id: staff.id, rrule: "FREQ=WEEKLY;BYDAY=MO;COUNT=10", reason: "Training" })
        assert.strictEqual(refused.code, "conflict")
        assert.isAbove(refused.details.length, 0)
        assert.deepInclude(explained, { open: false })
        assert.include(explained.reasons.map(({ rule }: { rule: string }) => rule), "appointment")
        assert.deepInclude(moved, { staff_id: staff.id, status: "booked", rescheduled_count: 1, price: 9_000, reschedule_reason: "The customer is late" })
        assert.strictEqual(Date.parse(moved.starts_at) - Date.parse(explained.starts_at), 3_600_000)
        assert.deepInclude(canceled, { id: moved.id, status: "canceled", cancellation_reason: "The customer is ill", canceled_by: "company" })
        assert.deepStrictEqual(listed.items.map(({ id }: { id: number }) => id), [moved.id])
        assert.strictEqual(answers.length, 8)
        yield* booksAreSound
      }))
  })
}
