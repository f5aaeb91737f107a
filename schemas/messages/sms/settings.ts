import { Schema } from "effect"
import { clock } from "#schemas/company/opening-hours"
import { Currency, MAX_CENTS } from "#schemas/kernel/money"

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

const MOST_COUNTRIES = 250
const Countries = Schema.Array(Schema.String.check(Schema.isPattern(/^[A-Z]{2}$/u, { expected: "two letters of ISO 3166-1" }))).check(
  Schema.isMinLength(1), Schema.isMaxLength(MOST_COUNTRIES), Schema.isUnique()
).annotate({ description: "ISO 3166-1, two letters.", examples: [["US", "CA"]] })

const DailyCap = Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: MAX_CENTS })).annotate({ examples: [5_000] })

const allowed = "The countries that texts go to; all where it is null. Numbers of others are refused, and campaigns leave them out."
const capped = "What texts of one day may cost by `rates`, in the currency's smallest unit; no limit where it is null. A text that would go beyond it is refused, " +
  "as is one to a country without a rate; a campaign is paused. The day is that of the company's zone, and counted from when a cap is set."

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

const told = {
  quiet_hours: Quiet,
  frequency_cap: Schema.NullOr(Cap),
  currency: Currency,
  rates: Schema.Array(Rate),
  countries: Schema.NullOr(Schema.Array(Schema.String)).annotate({ description: allowed, examples: [["US", "CA"]] }),
  daily_cap: Schema.NullOr(Schema.Int).annotate({ description: capped, examples: [5_000] })
}

/** How a company texts. */
export const SmsSettings = Schema.Struct(told).annotate({ identifier: "SmsSettings" })
export type SmsSettings = typeof SmsSettings.Type

export const SmsSettingsChanges = Schema.Struct({
  quiet_hours: Schema.optionalKey(Quiet),
  frequency_cap: Schema.optionalKey(Schema.NullOr(Cap)),
  currency: Schema.optionalKey(Currency.annotate({ description: "Of `rates`; the company's unless it was set.", examples: ["USD"] })),
  rates: Schema.optionalKey(Rates),
  countries: Schema.optionalKey(Schema.NullOr(Countries).annotate({ description: allowed })),
  daily_cap: Schema.optionalKey(Schema.NullOr(DailyCap).annotate({ description: capped }))
}).annotate({
  identifier: "SmsSettingsChanges", description: "Only the fields that change.",
  examples: [{ quiet_hours: { from: "20:00", to: "09:00" }, rates: [{ country: "US", per_thousand: 790 }] }]
})

/** What texts of a day cost so far. */
export const SmsSpending = Schema.Struct({
  spent: Schema.Int.annotate({ description: "In the currency's smallest unit, rounded up.", examples: [4_012] }),
  daily_cap: Schema.Int.annotate({ examples: [5_000] }),
  currency: Currency
}).annotate({ identifier: "SmsSpending", description: "What texts of a day cost so far, and what they may cost." })
