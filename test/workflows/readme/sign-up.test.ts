import { assert, describe, layer } from "@effect/vitest"
import { Effect, Layer, Schedule } from "effect"
import { Runs } from "#layers/workflows/runs"
import type { RunId } from "#schemas/workflows/run"
import { begin, engined, find } from "../../support/engine.ts"
import { answer_reminder, sign_up, stop_reminder } from "./sign-up.ts"
import { Mail, TrialReminder, TrialReminderProgram } from "./trial-reminder.ts"

const NoMail = Layer.succeed(Mail, { send: () => Effect.void })

const until = (id: RunId, status: string) =>
  find(id).pipe(
    Effect.repeat({ until: (run) => run.status === status, schedule: Schedule.spaced("50 millis") }),
    Effect.timeout("90 seconds")
  )

const ada = {
  first_name: "Ada", last_name: null, email: "ada@x.example", phone: null, organization_id: null, company_name: null,
  owner_id: null, tags: ["vip"], notes: null, source: null, custom_fields: {}
}

describe("a sign-up", () => {
  layer(engined([[TrialReminder, TrialReminderProgram.pipe(Layer.provide(NoMail))]]), { excludeTestServices: true })((it) => {
    it.effect("starts the reminder with the contact, or neither", () => Effect.gen(function*() {
      const { contact, run_id } = yield* begin(sign_up(ada))
      assert.sameMembers([...contact.tags], ["trial", "vip"])
      assert.strictEqual((yield* until(run_id, "waiting")).key, `contact-${contact.id}`)
      yield* Effect.flip(begin(sign_up(ada)))
      assert.strictEqual((yield* begin(Runs.use((runs) => runs.page({ limit: 10, offset: 0 })))).total, 1)
      yield* begin(answer_reminder({ run_id, stays: true }))
      yield* begin(stop_reminder({ run_id }))
      yield* until(run_id, "canceled")
    }))
  })
})
