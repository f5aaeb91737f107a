import { Effect, Option, Schema } from "effect"
import { durable, sleep, step, stepKey } from "#workflows/durable"
import { StepTimedOut } from "#workflows/step-timeout"
import { continueAsNew } from "#workflows/workflows/continue-as-new"
import { progress } from "#workflows/workflows/heartbeat"
import { Mail, MailRefused } from "./trial-reminder.ts"

const Sent = progress(Schema.Struct({ up_to: Schema.Int }))

const send = (addresses: ReadonlyArray<string>) =>
  step("send", {
    error: MailRefused,
    heartbeat: "1 minute",
    rateLimit: { name: "mail", most: 10, per: "1 second" },
    retries: { attempts: 3, first: "10 seconds" }
  }, Effect.gen(function*() {
    const mail = yield* Mail
    const { up_to } = Option.getOrElse(yield* Sent.last, () => ({ up_to: 0 }))
    for (let n = up_to; n < addresses.length; n++) {
      yield* mail.send({ to: addresses[n]!, subject: "News", key: `${yield* stepKey("send")}/${n}` })
      yield* Sent.report({ up_to: n + 1 })
    }
  }))

export const Newsletter = durable({ name: "crm.newsletter", version: 1, payload: { week: Schema.Int, addresses: Schema.Array(Schema.String) }, error: Schema.Union([MailRefused, StepTimedOut]) })

export const NewsletterProgram = Newsletter.program(Effect.fnUntraced(function*({ addresses, week }) {
  yield* send(addresses)
  yield* sleep("a week", "7 days")
  return yield* continueAsNew(Newsletter, { week: week + 1, addresses })
}))
