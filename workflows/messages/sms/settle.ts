import { Effect } from "effect"
import { type ProviderName, SmsMessages, type SmsOutcome } from "#layers/messages/sms/messages"
import { OptOuts } from "#layers/messages/sms/opt-outs"
import type { MessageId } from "#schemas/messages/sms/ids"
import { outcomeOf, unknown } from "./outcome.ts"

/** Codes of Twilio and Telnyx for a number that opted out with the provider itself. */
const OPTED_OUT_THERE: ReadonlySet<string | null> = new Set(["21610", "40300"])

const replaced = unknown("Another text of the same words was sent in its place.")

export interface Known {
  readonly id: MessageId
  readonly outcome: SmsOutcome
}

/**
 * Writes what became of texts, with what the provider told of them before that. A text only goes forward, and no two texts are one of
 * the provider's.
 */
export const settleAll = Effect.fnUntraced(function*(all: ReadonlyArray<Known>) {
  const messages = yield* SmsMessages
  const before = yield* messages.holdAll(all.map(({ id }) => id))
  const named = all.flatMap(({ id, outcome: { provider_id } }): ReadonlyArray<ProviderName> =>
    provider_id === null || !before.has(id) ? [] : [{ provider: before.get(id)!.provider, provider_id }])
  const nameOf = ({ provider, provider_id }: ProviderName) => `${provider} ${provider_id}`
  const found = new Map((yield* messages.ofNames(named)).map((one) => [nameOf(one), one]))
  const used = new Map<string, MessageId>()
  const progress = all.flatMap(({ id, outcome }) => {
    const text = before.get(id)
    if (text === undefined) return []
    const { provider_id } = outcome
    if (provider_id === null) return [{ before: text, outcomes: [outcome] }]
    const name = nameOf({ provider: text.provider, provider_id })
    const { error_code = null, id: holder = null, state = null } = found.get(name) ?? {}
    const owner = holder ?? used.get(name) ?? id
    if (owner !== id) return [{ before: text, outcomes: [replaced] }]
    used.set(name, id)
    return [{ before: text, outcomes: state === null ? [outcome] : [outcome, outcomeOf({ id: provider_id, status: state, error: error_code })] }]
  })
  yield* messages.advanceAll(progress)
  for (const { id, outcome } of all) {
    const phone = before.get(id)?.to_phone
    if (!OPTED_OUT_THERE.has(outcome.error_code) || phone === undefined) continue
    yield* OptOuts.use(({ add }) => add({ phone, source: "provider", guessed: false, text: null, message_id: id }))
  }
})

/** The same of one. */
export const settle = (id: MessageId, outcome: SmsOutcome) => settleAll([{ id, outcome }])
