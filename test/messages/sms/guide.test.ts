import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { languages } from "#src/surfaces/docs/samples/values"
import { ranGuide } from "../../support/guide.ts"
import { TestServer } from "../../support/test-server.ts"

for (const language of languages) {
  layer(TestServer, { excludeTestServices: true })(`the guide to texting customers, in ${language}`, (it) => {
    it.effect("runs as it is printed, from a template to an opt-out that a person lifts", () =>
      Effect.gen(function*() {
        const { answers, lines } = yield* ranGuide("text-customers", "cautiousTest", "owner", language)
        assert.strictEqual(lines, 19)
        const [numbers, wrong, seen, sent, answered, read, thread, optedOut, refused, optOuts, lifted, segment, listed] = answers
        assert.isArray(numbers.items)
        assert.strictEqual(wrong.code, "validation_error")
        assert.deepInclude(seen, { message: "Hello Grace, your bicycle stands ready until Friday. acme", segments: 1, country: "US", outside_gsm: [] })
        assert.deepInclude(sent, {
          state: "delivered", message: "Hello Grace, your bicycle stands ready until Friday. acme", to_phone: "+12025550143", segments: 1, encoding: "GSM-7", livemode: false
        })
        assert.deepInclude(answered, { thread_id: sent.thread_id, contact_id: sent.contact_id })
        assert.deepInclude(read, { id: sent.thread_id, unread: 0 })
        assert.lengthOf(thread.messages, 2)
        assert.deepInclude(optedOut, { phone: "+12025550143", source: "api", guessed: false, text: "Asked at the counter" })
        assert.strictEqual(refused.details[0].field, "to_phone")
        assert.deepStrictEqual(optOuts.items.map(({ id }: { id: number }) => id), [optedOut.id])
        assert.strictEqual(lifted.id, optedOut.id)
        assert.strictEqual(segment.filter.of[0].type, "messages")
        assert.lengthOf(listed.items, 2)
        assert.strictEqual(answers.length, 13)
      }))
  })
}
