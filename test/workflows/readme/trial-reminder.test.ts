import { assert, describe, it } from "@effect/vitest"
import { Effect, Layer, Option } from "effect"
import { Contacts } from "#layers/crm/contacts"
import { recordChange } from "#layers/kernel/receipts/change-log"
import type { Contact, ContactId } from "#schemas/crm/contact"
import { cancelRun, sendSignal } from "#workflows/durable"
import { begin, inMemory, outcome, pass, Receipts, seen } from "../../support/workflows.ts"
import { Answered, Mail, MailRefused, TrialReminder, TrialReminderProgram } from "./trial-reminder.ts"

const contact_id = 7 as ContactId
const grace = { id: contact_id, email: "grace@navy.example", tags: ["trial", "vip"] }

/** A contact on trial, and a mail server that refuses the first mails. */
const fakes = ({ refusals = 0, tags = grace.tags } = {}) => {
  let contact = { ...grace, tags } as unknown as Contact
  const sent: Array<string> = []
  let left = refusals
  const layer = Layer.merge(
    Layer.mock(Contacts, {
      find: () => Effect.sync(() => Option.some(contact)),
      update: (before, changes, { events = [] } = {}) =>
        Effect.suspend(() => {
          contact = { ...contact, ...changes as {} }
          return Effect.as(recordChange({ object: "contact", id: contact_id, before, after: contact, events }), contact)
        }),
      sql: {} as never
    }),
    Layer.succeed(Mail, {
      send: ({ key, to }) => left-- > 0 ? new MailRefused({ to }) : Effect.sync(() => void sent.push(`${to} ${key}`))
    })
  )
  const Trials = inMemory([TrialReminder, TrialReminderProgram]).pipe(Layer.provideMerge(layer))
  return { sent, tags: () => contact.tags, Trials }
}

describe("the trial reminder", () => {
  it.effect("reminds after three days and closes after four more", () => {
    const { sent, tags, Trials } = fakes()
    return Effect.gen(function*() {
      const run = yield* begin(TrialReminder.start({ contact_id }))
      yield* pass("2 days")
      assert.deepStrictEqual(sent, [])
      yield* pass("1 day")
      assert.deepStrictEqual(sent, [`grace@navy.example run_${run}/remind`])
      yield* pass("4 days")
      assert.strictEqual(yield* outcome(TrialReminder, run), "closed")
      assert.deepStrictEqual(tags(), ["vip"])
      assert.deepStrictEqual((yield* Receipts).map(({ changes, verb }) => [verb, changes[0]?.events]), [
        ["close_trial", ["contact.updated"]]
      ])
    }).pipe(Effect.provide(Trials))
  })

  it.effect("leaves alone who stays", () => {
    const { tags, Trials } = fakes()
    return Effect.gen(function*() {
      const run = yield* begin(TrialReminder.start({ contact_id }))
      yield* pass("5 days")
      yield* begin(sendSignal(run, Answered, { stays: true }))
      assert.strictEqual(yield* outcome(TrialReminder, run), "stays")
      yield* pass("10 days")
      assert.deepStrictEqual(tags(), ["trial", "vip"])
    }).pipe(Effect.provide(Trials))
  })

  it.effect("sends nothing to who is no longer on trial", () => {
    const { sent, Trials } = fakes({ tags: [] })
    return Effect.gen(function*() {
      const run = yield* begin(TrialReminder.start({ contact_id }))
      yield* pass("3 days")
      assert.strictEqual(yield* outcome(TrialReminder, run), "converted")
      assert.deepStrictEqual(sent, [])
    }).pipe(Effect.provide(Trials))
  })

  it.effect("tries a refused mail again, and fails after five", () => {
    const one = fakes({ refusals: 2 })
    const two = fakes({ refusals: 5 })
    return Effect.gen(function*() {
      yield* Effect.gen(function*() {
        yield* begin(TrialReminder.start({ contact_id }))
        yield* pass("3 days")
        assert.deepStrictEqual(one.sent, [])
        yield* pass("3 minutes")
        assert.strictEqual(one.sent.length, 1)
      }).pipe(Effect.provide(one.Trials))
      yield* Effect.gen(function*() {
        const run = yield* begin(TrialReminder.start({ contact_id }))
        yield* pass("4 days")
        assert.strictEqual((yield* Effect.flip(outcome(TrialReminder, run))).to, grace.email)
        assert.strictEqual((yield* seen(run)).steps.filter(({ name }) => name === "remind").length, 5)
      }).pipe(Effect.provide(two.Trials))
    })
  })

  it.effect("can be canceled", () => {
    const { sent, Trials } = fakes()
    return Effect.gen(function*() {
      const run = yield* begin(TrialReminder.start({ contact_id }))
      yield* begin(cancelRun(run))
      yield* pass("30 days")
      assert.strictEqual((yield* seen(run)).status, "canceled")
      assert.deepStrictEqual(sent, [])
    }).pipe(Effect.provide(Trials))
  })
})
