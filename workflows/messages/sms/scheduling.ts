import { Effect, Option, Schema } from "effect"
import { companyNow } from "#layers/kernel/company-clock"
import { SmsMessages } from "#layers/messages/sms/messages"
import { OptOuts } from "#layers/messages/sms/opt-outs"
import { SmsSettings } from "#layers/messages/sms/settings"
import type { MessageId } from "#schemas/messages/sms/ids"
import { textableFrom } from "#schemas/messages/sms/quiet-hours"
import { refuse } from "../../payments/costs.ts"
import { sleepUntil, write } from "../../durable.ts"
import { SmsDelivery, SmsSchedule } from "./delivery.ts"
import { optedOut } from "./dispatch.ts"
import { failed } from "./outcome.ts"
import { knownAtOnce, payFor, readied } from "./sending.ts"

const DAY_MS = 86_400_000
const MOST_AHEAD_MS = 400 * DAY_MS

/** Fails where a text cannot leave at such a time. */
export const requireLater = Effect.fnUntraced(function*(send_at: string) {
  const ahead = Date.parse(send_at) - (yield* companyNow)
  if (ahead <= 0) return yield* refuse("send_at", "it is past: leave it out, and the text leaves at once", send_at)
  if (ahead > MOST_AHEAD_MS) return yield* refuse("send_at", "it is more than 400 days ahead", send_at)
})

/** Lets a text leave whose time has come, if it still may; answers until when it waits for the end of quiet hours, if it does. */
const release = Effect.fnUntraced(function*(id: MessageId) {
  const messages = yield* SmsMessages
  const found = yield* messages.find(id, { lock: true })
  if (Option.isNone(found) || found.value.state !== "scheduled") return null
  const text = found.value
  const { from_phone, message, to_phone } = text
  const { time_zone, told: { quiet_hours } } = yield* SmsSettings.use(({ get }) => get)
  const now = yield* companyNow
  const from = textableFrom(to_phone, quiet_hours, time_zone, now)
  if (from > now) return new Date(from).toISOString()
  if (yield* OptOuts.use(({ has }) => has(to_phone))) return yield* Effect.as(messages.advance(text, optedOut), null)
  const ready = yield* Effect.result(Effect.tap(readied({ from_phone, message, to_phone }), (ready) => payFor(ready, to_phone)))
  if (ready._tag === "Failure") return yield* Effect.as(messages.advance(text, failed("not_allowed", `Not sent: ${ready.failure.message}`)), null)
  const outcome = yield* knownAtOnce(ready.success.by, text, from_phone)
  if (outcome !== undefined) return yield* Effect.as(messages.advance(text, outcome), null)
  yield* messages.decide(text, "queued")
  yield* SmsDelivery.start({ message_id: id }, { key: `text ${id}` })
  return null
})

export const SmsScheduleProgram = SmsSchedule.program(Effect.fnUntraced(function*({ message_id, send_at }) {
  let until: string | null = send_at
  for (let n = 1; until !== null; n++) {
    yield* sleepUntil(`wait ${n}`, until)
    until = yield* write(`send ${n}`, { verb: "send_sms", success: Schema.NullOr(Schema.String) }, release(message_id))
  }
}))
