import { assert, it } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { begin, inMemory, outcome, pass, seen } from "../../support/workflows.ts"
import { Greeting, GreetingProgram } from "./greeting.ts"
import { Mail, MailRefused } from "./trial-reminder.ts"

it.effect("the greetings are sent once each, in few commits, and one that is refused is tried again", () => {
  const sent: Array<string> = []
  let refused = false
  const MailServer = Layer.succeed(Mail, {
    send: ({ key, to }) => Effect.suspend(() => {
      if (to === "7@x.example" && !refused) {
        refused = true
        return Effect.fail(new MailRefused({ to }))
      }
      sent.push(key)
      return Effect.void
    })
  })
  return Effect.gen(function*() {
    const id = yield* begin(Greeting.start({ addresses: Array.from({ length: 30 }, (_, n) => `${n}@x.example`) }))
    yield* pass("2 minutes")
    assert.strictEqual(yield* outcome(Greeting, id), 890)
    assert.sameMembers(sent, Array.from({ length: 30 }, (_, n) => `run_${id}/greet/${n}`))
    assert.lengthOf(sent, 30)
    const { steps } = yield* seen(id)
    assert.deepStrictEqual(steps.filter(({ kind }) => kind === "step").map(({ name, status }) => [name, status]), [
      ["greet/1", "completed"], ["greet/item 7", "failed"], ["greet/item 7", "completed"], ["greet/2", "completed"]
    ])
  }).pipe(Effect.provide(inMemory([Greeting, GreetingProgram]).pipe(Layer.provideMerge(MailServer))))
})
