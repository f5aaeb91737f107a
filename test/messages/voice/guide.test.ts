import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { languages } from "#src/surfaces/docs/samples/values"
import { ranGuide } from "../../support/guide.ts"
import { TestServer } from "../../support/test-server.ts"

for (const language of languages) {
  layer(TestServer, { excludeTestServices: true })(`the guide to answering calls, in ${language}`, (it) => {
    it.effect("runs as it is printed, from a number to a call", () =>
      Effect.gen(function*() {
        const { answers, lines } = yield* ranGuide("answer-calls", "cautiousTest", "owner", language)
        assert.strictEqual(lines, 13)
        const [number, routed, call, ended, calls, recordings, segment, ...others] = answers
        assert.deepStrictEqual(others, [])
        assert.deepInclude(number, { label: "Shop", state: "active", provider: "simulated", livemode: false })
        assert.strictEqual(routed.routing.open.choices[0].go_to.people[0].phone, "+12025550161")
        assert.deepInclude(routed.text_back, { to: "consented" })
        assert.deepInclude(call, { state: "completed", result: "answered", from_phone: number.phone, to_phone: "+12025550144", livemode: false })
        assert.deepStrictEqual(call.events.map(({ kind }: any) => kind), ["placed", "ended"])
        assert.strictEqual(ended.id, call.id)
        assert.deepStrictEqual(calls.items.map(({ id }: any) => id), [call.id])
        assert.deepStrictEqual(recordings.items, [])
        assert.strictEqual(segment.filter.of[0].type, "calls")
      }))
  })
}
