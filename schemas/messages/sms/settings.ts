import { Schema } from "effect"
import { clock } from "#schemas/company/opening-hours"
import { Currency } from "#schemas/kernel/money"

const MOST_RATES = 300
const MOST_PER_THOUSAND = 10_000_000

const Quiet = Schema.Struct({ from: clock("", "21:00"), to: clock("", "08:00") }).annotate({
  identifier: "SmsQuietHours",
  description: "When campaigns wait and no reminder goes by text, by the clock of whoever gets them; also over midnight. None where both are the same.",
  examples: [{ from: "21:00", to: "08:00" }]
})

const Cap = Schema.Struct({
  texts: Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 1_000 })).annotate({ examples: [4] }),
  days: Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 365 })).annotate({ examples: [30] })
}).annotate({
  identifier: "SmsFrequencyCap", description: "So many texts of campaigns a number gets at most in so many days.", examples: [{ texts: 4, days: 30 }]
})

const Rate = Schema.Struct({
  country: Schema.String.check(Schema.isPattern(/^(?:[A-Z]{2}|\*)$/u, { expected: "two letters of ISO 3166-1, or *" })).annotate({
    description: "ISO 3166-1, two letters; `*` for all others.", examples: ["US"]
  }),
  per_thousand: Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: MOST_PER_THOUSAND })).annotate({
    description: "The price of 1,000 messages (segments), in the currency's smallest unit.", examples: [790]
  })
}).annotate({ identifier: "SmsRate" })

const isTwice = (rates: ReadonlyArray<typeof Rate.Type>) => rates.findIndex(({ country }, n) => rates.findIndex((one) => one.country === country) < n)

const Rates = Schema.Array(Rate).check(
  Schema.isMaxLength(MOST_RATES),
  Schema.makeFilter((rates) => {
    const place = isTwice(rates)
    return place === -1 ? undefined : { path: [place, "country"], issue: "there is another rate of this country: send each once" }
  })
).annotate({ description: "What the company's provider takes; estimates of cost are null where a country has no rate.", examples: [[{ country: "US", per_thousand: 790 }]] })

const told = { quiet_hours: Quiet, frequency_cap: Schema.NullOr(Cap), currency: Currency, rates: Schema.Array(Rate) }

/** How a company texts. */
export const SmsSettings = Schema.Struct(told).annotate({ identifier: "SmsSettings" })
export type SmsSettings = typeof SmsSettings.Type

export const SmsSettingsChanges = Schema.Struct({
  quiet_hours: Schema.optionalKey(Quiet),
  frequency_cap: Schema.optionalKey(Schema.NullOr(Cap)),
  currency: Schema.optionalKey(Currency.annotate({ description: "Of `rates`; the company's unless it was set.", examples: ["USD"] })),
  rates: Schema.optionalKey(Rates)
}).annotate({
  identifier: "SmsSettingsChanges", description: "Only the fields that change.",
  examples: [{ quiet_hours: { from: "20:00", to: "09:00" }, rates: [{ country: "US", per_thousand: 790 }] }]
})
