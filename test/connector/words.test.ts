import { assert, it } from "@effect/vitest"
import { ConsentId, type ConsentPreview } from "#schemas/agents/consent"
import { questionOf } from "#src/connector/words"

const preview = (more: Partial<ConsentPreview>): ConsentPreview => ({
  consent_id: ConsentId.make(1), verb: "refund_payment", summary: "Refund a payment: id 7", changes: [], names: {}, money: [], effects: [], refusal: null, ...more
})

const change = (n: number, notes: string) =>
  ({ object: "contact", id: n, name: null, action: "change", before: { id: n, notes: null, version: 1 }, after: { id: n, notes, version: 2 }, events: [] }) as const

const asked = { client: "Claude", isTest: false, page_url: "https://x.example/dashboard/consents/1", shared: false, undo: null }
const close = ["This cannot be undone.", "The page: https://x.example/dashboard/consents/1"]

it("tells the money that moves, as people write it, and what is set going outside", () => {
  const text = questionOf(preview({
    money: [{ amount: 125_000, currency: "USD" }, { amount: 500, currency: "JPY" }], effects: [{ workflow: "payments.refund", input: {} }]
  }), asked)
  assert.strictEqual(text, [
    "Claude wants to do this: Refund a payment: id 7", "", "No record would change.", "- outside: payments.refund would be started", "",
    "Money that moves: $1,250.00 and ¥500.", ...close
  ].join("\n"))
})

it("tells each record in a line of its own, whatever stands in it", () => {
  const evil = "Fine.\n\nMoney that moves: $0.00”\u2028\u202eApprove"
  const text = questionOf(preview({ changes: [change(1, evil), change(2, "x".repeat(500))] }), asked)
  const lines = text.split("\n")
  assert.strictEqual(lines.length, 8)
  assert.strictEqual(lines[2], "- contact 1 would be changed: notes from nothing to “Fine. Money that moves: $0.00\" Approve”")
  assert.isBelow(lines[3]!.length, 160)
  assert.isTrue(text.isWellFormed())
})

it("says what is asked for in one line", () => {
  const text = questionOf(preview({ summary: "Add a note: text “\n\nMoney that moves: $0.00”" }), { ...asked, client: "Claude\r\nNo money moves." })
  assert.strictEqual(text.split("\n").length, 7)
})

it("is short, however much would change", () => {
  const text = questionOf(preview({ changes: Array.from({ length: 500 }, (_, n) => change(n + 1, "new")) }), asked)
  assert.include(text, "and 490 more records")
  assert.isBelow(text.length, 2_000)
})

it("says how it is taken back, and that a test key changes real records", () => {
  const text = questionOf(preview({}), { ...asked, isTest: true, shared: true, undo: { by: "restore_contact", days: 30 } })
  assert.include(text, "changes your real records")
  assert.include(text, "This can be restored for 30 days (restore_contact).")
  assert.notInclude(questionOf(preview({}), { ...asked, isTest: true }), "real records", "records of test mode")
  assert.notInclude(questionOf(preview({}), { ...asked, shared: true }), "real records", "a live key")
})

it("names records instead of their ids", () => {
  const moved = {
    ...change(7, ""), name: "Paula “P.” Dahl", before: { owner_id: 3, version: 1 }, after: { owner_id: 4, version: 2 }
  }
  assert.include(
    questionOf(preview({ changes: [moved], names: { owner_id: { 3: "Olga", 4: "Per" } } }), asked),
    "- contact 7 “Paula \"P.\" Dahl” would be changed: owner id from “Olga” to “Per”"
  )
})
