import { Effect } from "effect"
import { PhoneNumbers } from "#layers/messages/voice/phone-numbers"
import type { ValidationError } from "#schemas/kernel/errors"
import { Caller } from "#schemas/kernel/tenancy"
import type { PhoneNumber } from "#schemas/messages/voice/phone-number"
import { refuse } from "../payments/costs.ts"

/** From where test keys write and call that have no number. It is one of Twilio's for tests, which nobody has. */
const SIMULATED_PHONE = "+15005550006"
const simulatedNumber = { id: null, phone: SIMULATED_PHONE, provider: "simulated", recording: null } as const

export type OwnNumber = Pick<PhoneNumber, "id" | "phone" | "provider" | "recording"> | typeof simulatedNumber

const words = { sms: { able: "send texts" }, voice: { able: "place calls" } } as const

type Capability = keyof typeof words

/** The one of the numbers that a text or a call leaves from: the one that is asked for, or that was used before, or the first. */
export const chosenNumber = Effect.fnUntraced(function*<N extends { readonly phone: string }>(
  capability: Capability, able: ReadonlyArray<N>, asked: string | undefined, before: string | null
): Effect.fn.Return<N | typeof simulatedNumber, ValidationError, Caller> {
  const { mode } = yield* Caller
  const { able: what } = words[capability]
  if (asked !== undefined) {
    const own = able.find(({ phone }) => phone === asked)
    if (own !== undefined) return own
    if (mode === "test" && asked === SIMULATED_PHONE) return simulatedNumber
    return yield* refuse("from_phone", `it is no number of the company that can ${what}`, asked)
  }
  const chosen = able.find(({ phone }) => phone === before) ?? able[0]
  if (chosen !== undefined) return chosen
  if (mode === "test") return simulatedNumber
  return yield* refuse("from_phone", `the company has no number that can ${what}: get one with \`provision_phone_number\``, null)
})

/** The company's number that a text or a call leaves from: the one that is asked for, or the oldest. */
export const ownNumber = (capability: Capability, asked: string | undefined): Effect.Effect<OwnNumber, ValidationError, Caller | PhoneNumbers> =>
  Effect.flatMap(PhoneNumbers.use((numbers) => numbers.able(capability)), (able) =>
    chosenNumber(capability, able, asked, null))
