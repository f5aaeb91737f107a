import { Context, Effect, Schema } from "effect"
import { Timestamp } from "#schemas/kernel/time"
import { MessageId } from "#schemas/messages/sms/ids"
import { durable, sleep, step, write } from "../../durable.ts"
import { Passing } from "../../payments/asking.ts"
import type { Retries } from "../../retries.ts"
import { callback, dispatch, look, lookFor } from "./dispatch.ts"
import { Outcome, refusedAs } from "./outcome.ts"
import { settle } from "./settle.ts"

/** Sends a text, once its row is there. */
export const SmsDelivery = durable({ name: "messages.sms", version: 1, payload: { message_id: MessageId }, success: Outcome })

/** Sends a text at its time. */
export const SmsSchedule = durable({ name: "messages.sms_at", version: 1, payload: { message_id: MessageId, send_at: Timestamp } })

/** About two hours. What fails so was certainly not sent. */
const retries: Retries<Passing["_tag"]> = { attempts: 20, first: "500 millis", most: "10 minutes" }

/** Of a question, which may be asked again at once. */
const soon: Retries<Passing["_tag"]> = { attempts: 3, first: "500 millis" }

/** Milliseconds before each time that the provider is asked: of a text whose outcome is not known, and of one where it cannot tell us. */
export const SmsLooks = Context.Reference("workflows/messages/SmsLooks", {
  defaultValue: () => ({ unknown: [0, 2_000, 15_000, 60_000, 300_000], sent: [60_000, 600_000, 3_600_000] })
})

type Found = typeof Outcome.Type | null
const Found = Schema.NullOr(Outcome)

/** Where the provider cannot be asked, nothing is known. */
const nothing = () => Effect.succeed<Found>(null)

/** Asks what became of a text, until the provider lists it. */
const searched = Effect.fnUntraced(function*(id: MessageId) {
  const { unknown } = yield* SmsLooks
  for (const [round, wait] of unknown.entries()) {
    if (wait > 0) yield* sleep(`before look ${round}`, wait)
    const found: Found = yield* step(`look ${round}`, { success: Found, error: Passing, retries: soon },
      Effect.catchTags(lookFor(id), { ProviderDeclined: nothing, ProviderInvalidRequest: nothing })).pipe(Effect.catch(nothing))
    if (found !== null) return found
  }
  return null
})

/** Asks how a text stands that the provider took, where no address of ours can be told. */
const followed = Effect.fnUntraced(function*(id: MessageId) {
  if ((yield* callback("any")) !== undefined) return
  const { sent } = yield* SmsLooks
  for (const [round, wait] of sent.entries()) {
    yield* sleep(`before status ${round}`, wait)
    const found: Found = yield* step(`status ${round}`, { success: Found, error: Passing, retries: soon },
      Effect.catchTags(look(id), { ProviderDeclined: nothing, ProviderInvalidRequest: nothing })).pipe(Effect.catch(nothing))
    if (found === null || found.state === "sent") continue
    yield* write(`settle ${round}`, { verb: "send_sms" }, settle(id, found))
    return
  }
})

export const SmsDeliveryProgram = SmsDelivery.program(Effect.fnUntraced(function*({ message_id }) {
  const first = yield* step("send", { success: Outcome, error: Passing, retries }, dispatch(message_id)).pipe(
    Effect.catch((error) => Effect.succeed(refusedAs(error)))
  )
  const outcome = first.state === "unknown" ? (yield* searched(message_id)) ?? first : first
  yield* write("settle", { verb: "send_sms" }, settle(message_id, outcome))
  if (outcome.state === "sent") yield* followed(message_id)
  return outcome
}))
