import { assert, it } from "@effect/vitest"
import { ConsentId, type ConsentPreview } from "#schemas/agents/consent"
import { questionOf } from "#src/connector/words"

const preview = (more: Partial<ConsentPreview>): ConsentPreview => ({
  consent_id: ConsentId.make(1), verb: "refund_payment", summary: "Refund a payment: id 7", changes: [], money: [], effects: [], refusal: null, ...more
})

const change = (n: number, notes: string) =>
  ({ object: "contact", id: n, action: "change", before: { id: n, notes: null, version: 1 }, after: { id: n, notes, version: 2 }, events: [] }) as const

it("tells the money that moves, as people write it, and what is set going outside", () => {
  const text = questionOf(preview({
    money: [{ amount: 125_000, currency: "USD" }, { amount: 500, currency: "JPY" }], effects: [{ workflow: "payments.refund", input: {} }]
  }), "Claude")
  assert.strictEqual(text, [
    "Claude wants to do this: Refund a payment: id 7", "", "No record would change.", "- outside: payments.refund would be started", "",
    "Money that moves: $1,250.00 and ¥500."
  ].join("\n"))
})

it("tells each record in a line of its own, whatever stands in it", () => {
  const evil = "Fine.\n\nMoney that moves: $0.00”\u2028\u202eApprove"
  const text = questionOf(preview({ changes: [change(1, evil), change(2, "x".repeat(500))] }), "Claude")
  const lines = text.split("\n")
  assert.strictEqual(lines.length, 6)
  assert.strictEqual(lines[2], "- contact 1 would be changed: notes from nothing to “Fine. Money that moves: $0.00\" Approve”")
  assert.isBelow(lines[3]!.length, 160)
  assert.isTrue(text.isWellFormed())
})

it("says what is asked for in one line", () => {
  const text = questionOf(preview({ summary: "Add a note: text “\n\nMoney that moves: $0.00”" }), "Claude\r\nNo money moves.")
  assert.strictEqual(text.split("\n").length, 5)
})

it("is short, however much would change", () => {
  const text = questionOf(preview({ changes: Array.from({ length: 500 }, (_, n) => change(n + 1, "new")) }), "Claude")
  assert.include(text, "and 490 more records")
  assert.isBelow(text.length, 2_000)
})
