import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { eventsOf, someone } from "../crm/records.ts"
import { settings } from "../messages/emailing.ts"
import { OwnerSql } from "../support/database.ts"
import { advance, DAY_MS, instant, nowOf, ready } from "../support/test-clock.ts"
import { companyIds, TestServer } from "../support/test-server.ts"
import { booksAreRight, invoice, pay, post, read } from "./paying.ts"
import { links, payAt } from "./paying-by-link.ts"
import { plan, subscribe } from "./subscribing.ts"

const lines = [{ description: "Manual, hardcover", unit_amount: 12_500 }]

const subjects = OwnerSql.use((sql) => sql<{ subject: string; text: string }>`
  select subject, text from emails where company_id = ${companyIds.acme} and template = 'invoice' order by id`)

const until = (at: number) => Effect.andThen(advance({ to: instant(at) }), ready())

layer(TestServer, { excludeTestServices: true })("invoices that are not paid", (it) => {
  it.effect("are reminded of as the company says, with a page to pay, told of once they are overdue, and left in peace once paid", () =>
    Effect.gen(function*() {
      for (const wrong of [[1.5], [1, 1], [400], Array.from({ length: 11 }, (_, n) => n)]) {
        assert.strictEqual((yield* settings({ invoice_reminders: wrong })).status, 422)
      }
      assert.deepStrictEqual((yield* settings({ invoice_reminders: [7, -3, 1], time_zone: "Europe/Oslo" })).json.invoice_reminders, [7, -3, 1])
      const start = yield* nowOf()
      const due = start + 11 * DAY_MS
      const day = new Intl.DateTimeFormat("en-CA", { timeZone: "Europe/Oslo" }).format(due)
      const { id: contact_id } = (yield* post("/crm/contacts", { first_name: "Grace", email: "grace@navy.example" })).json
      const [owed, paid, credited] = yield* Effect.forEach([0, 1, 2], () => invoice({ contact_id, lines, due_on: day }))
      const soon = yield* invoice({ contact_id, lines, due_on: new Intl.DateTimeFormat("en-CA", { timeZone: "Europe/Oslo" }).format(start) })
      const silent = yield* invoice({ lines, due_on: day })

      yield* until(start + 9 * DAY_MS)
      const first = yield* subjects
      assert.sameMembers(
        first.map(({ subject }) => subject.split(" from ")[0]!),
        [`Overdue: invoice ${soon.number}`, `Overdue: invoice ${soon.number}`, ...[owed, paid, credited].map((one) => `Reminder: invoice ${one.number}`)]
      )
      const page = /http:\/\/[^\s]+\/pay\/[\w-]{43}/.exec(first.find(({ subject }) => subject.includes(paid.number))!.text)![0]
      yield* payAt(page)
      assert.strictEqual((yield* read(`/gateway/invoices/${paid.id}`)).state, "paid")
      yield* post(`/gateway/invoices/${credited.id}/credit-notes`, {})

      yield* until(due + 3 * DAY_MS)
      assert.strictEqual((yield* read(`/gateway/invoices/${owed.id}`)).state, "overdue")
      yield* until(due + 60 * DAY_MS)
      const kinds = yield* Effect.forEach([owed, paid, credited, soon, silent], ({ id }) => Effect.map(eventsOf("acmeTest", "invoice", id), (events) =>
        events.map(({ kind }) => kind.split(".")[1]).join()))
      assert.deepStrictEqual(kinds, ["finalized,overdue", "finalized,paid", "finalized,credited", "finalized,overdue", "finalized,overdue"])
      assert.deepStrictEqual((yield* subjects).slice(5).map(({ subject }) => subject.split(" from ")[0]), Array.from({ length: 2 }, () => `Overdue: invoice ${owed.number}`))
      const { total } = yield* read(`${links}?invoice_id=${owed.id}`)
      assert.strictEqual(total, 1, "one page, however often it is sent")
      yield* pay({ invoice_id: owed.id })
      yield* booksAreRight
    }))

  it.effect("of subscriptions that nobody could charge are told of too", () =>
    Effect.gen(function*() {
      const { id } = yield* plan()
      const { id: contact_id } = yield* someone("acmeTest")
      const { latest_invoice_id } = yield* subscribe(id, { contact_id })
      yield* until((yield* nowOf()) + 20 * DAY_MS)
      const events = yield* eventsOf("acmeTest", "invoice", latest_invoice_id)
      assert.deepStrictEqual(events.map(({ kind }) => kind), ["invoice.finalized", "invoice.overdue"])
    }))
})
