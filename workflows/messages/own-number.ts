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

const words = {
  sms: { able: "send texts", isAble: () => true },
  /* Telnyx is spoken to about texts alone. */
  voice: { able: "place calls", isAble: ({ provider }: PhoneNumber) => provider !== "telnyx" }
} as const

/** The company's number that a text or a call leaves from: the one that is asked for, or that was used before, or the oldest. */
export const ownNumber = Effect.fnUntraced(function*(
  capability: keyof typeof words, asked: string | undefined, before: string | undefined
): Effect.fn.Return<OwnNumber, ValidationError, Caller | PhoneNumbers> {
  const { mode } = yield* Caller
  const { able: what, isAble } = words[capability]
  const able = (yield* PhoneNumbers.use((numbers) => numbers.able(capability))).filter(isAble)
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
