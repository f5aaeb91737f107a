import { Schema } from "effect"
import { defaulted } from "#schemas/kernel/defaulted"
import { operation } from "#schemas/kernel/endpoints"
import { Currency } from "#schemas/kernel/money"
import { Forecast, forecastable, MOST_STEPS, rhythmNames } from "./forecast.ts"

export const get_forecast = operation.get("get_forecast", "/forecast", Forecast, {
  query: {
    figure: defaulted(Schema.Literals(forecastable).annotate({ description: "What is forecast." }), "revenue"),
    every: defaulted(Schema.Literals(rhythmNames).annotate({ description: "Days with a season of a week, or weeks or months with one of a year." }), "month"),
    steps: defaulted(Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: MOST_STEPS })).annotate({ description: "How many of them ahead." }), 6),
    currency: Schema.optionalKey(Currency.annotate({ description: "Of revenue; the company's if left out." }))
  },
  summary: "Forecast a figure",
  description: "What to expect of revenue, new leads or appointments: exponential smoothing after Holt and Winters with a damped trend, fitted to the company's own " +
    "past, with an interval that holds four of five. Beside it stands how far off the same method was on that past, and how far two naive guesses were: where one " +
    "of these was better, `advice` says so.",
  tierFloor: "professional",
  curated: true
})
