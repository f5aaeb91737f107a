import { Effect, Schema } from "effect"
import { durable } from "#workflows/durable"
import { stepEach } from "#workflows/workflows/step-each"
import { Mail, MailRefused } from "./trial-reminder.ts"

/** What people wait for goes before it. */
export const Greeting = durable({
  name: "crm.greeting", version: 1, payload: { addresses: Schema.Array(Schema.String) }, success: Schema.Int, error: MailRefused, priority: "low"
})

export const GreetingProgram = Greeting.program(Effect.fnUntraced(function*({ addresses }) {
  const lengths = yield* stepEach("greet", addresses, {
    success: Schema.Int,
    error: MailRefused,
    retries: { attempts: 3, first: "1 minute" }
  }, Effect.fnUntraced(function*(to, key) {
    const mail = yield* Mail
    const subject = `A happy new year, ${to}`
    yield* mail.send({ to, subject, key })
    return subject.length
  }))
  return lengths.reduce((sum, length) => sum + length, 0)
}))
