import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { languages } from "#src/surfaces/docs/samples/values"
import { ranGuide } from "../support/guide.ts"
import { TestServer } from "../support/test-server.ts"

layer(TestServer, { excludeTestServices: true })("the guide to runs of workflows", (it) => {
  for (const language of languages) {
    it.effect(`runs as it is printed, from a timer to its cancel, in ${language}`, () =>
      Effect.gen(function*() {
        const { answers } = yield* ranGuide("watch-runs", "cautiousTest", "owner", language)
        const [before, paused, resumed, after, done] = answers
        assert.strictEqual(answers.length, 5, JSON.stringify(answers))
        const kinds = ({ entries }: { readonly entries: ReadonlyArray<{ readonly kind: string }> }) => entries.map(({ kind }) => kind)
        assert.deepStrictEqual(kinds(before), ["start", "timer"])
        assert.deepInclude(paused, { workflow: "crm.task_due", status: "paused" })
        assert.isNull(resumed.pause_requested_at)
        assert.deepStrictEqual(kinds(after), ["start", "timer", "paused", "resumed"])
        assert.deepInclude(done, { title: "Call Grace", status: "completed" })
      }), 60_000)
  }
})
