import { Effect, Option } from "effect"
import { recordChange } from "#layers/kernel/receipts/change-log"
import { SmsLimits, type TextLimits } from "#layers/messages/sms/limits"
import { SmsSettings } from "#layers/messages/sms/settings"
import { Caller } from "#schemas/kernel/tenancy"
import type { TextCost } from "#schemas/messages/sms/prices"

/** The company is told when so much of a day's money is spent: there is time to look before nothing leaves any more. */
const HIGH = 0.8

/**
 * Counts what texts cost (thousandths of the smallest unit) into the company's day; false where that is more than the cap leaves. Within the
 * transaction that writes the texts.
 */
export const spend = Effect.fnUntraced(function*(thousandths: number, { currency, daily_cap }: Pick<TextLimits, "currency" | "daily_cap">) {
  if (daily_cap === null) return true
  const counted = yield* SmsLimits.use((limits) => limits.spend(thousandths, daily_cap))
  if (Option.isNone(counted)) return false
  const { company_id } = yield* Caller
  const { thousandths: spent } = counted.value
  const high = daily_cap * 1_000 * HIGH
  const told = (all: number) => ({ spent: Math.ceil(all / 1_000), daily_cap, currency })
  const crossed = spent >= high && spent - thousandths < high
  yield* recordChange({
    object: "sms_spending", id: company_id, before: told(spent - thousandths), after: told(spent), ...crossed && { events: ["message.spending_high"] }
  })
  return true
})

/** The same for texts of a campaign; why they must not leave, where they must not. */
export const spendOnCampaign = Effect.fnUntraced(function*(costs: ReadonlyArray<TextCost | null>) {
  const { told } = yield* SmsSettings.use(({ get }) => get)
  if (told.daily_cap === null || costs.length === 0) return undefined
  const known = costs.filter((cost) => cost !== null)
  if (known.length < costs.length) return "A number is in a country without a rate in the settings, so that its cost cannot be kept below the daily cap."
  const isSpent = yield* spend(known.reduce((sum, { thousandths }) => sum + thousandths, 0), told)
  return isSpent ? undefined : "Texts of today cost as much as the daily cap of the settings allows."
})
