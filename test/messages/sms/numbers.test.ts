import { describe, expect, it } from "vitest"
import { numberFacts, untextable } from "#schemas/messages/sms/number-facts"
import { priceOf } from "#schemas/messages/sms/prices"

describe("what is known of a number", () => {
  it.each([
    ["+12025550123", "US", "landline_or_mobile", undefined],
    ["+19005551234", "US", "premium", "premium_number"],
    ["+18005551234", "US", "toll_free", "not_a_mobile"],
    ["+4791234567", "NO", "mobile", undefined],
    ["+4722123456", "NO", "landline", "landline"],
    ["+4982012345", "DE", "landline", "landline"],
    ["+4915112345678", "DE", "mobile", undefined],
    ["+33612345678", "FR", "mobile", undefined],
    ["+33899123456", "FR", "premium", "premium_number"],
    ["+447400123456", "GB", "mobile", undefined],
    ["+442079460000", "GB", "landline", "landline"]
  ])("%s", (phone, country, type, why) => {
    const facts = numberFacts(phone)
    expect(facts).toMatchObject({ country, type })
    expect(untextable(facts)).toBe(why)
  })

  it("is nothing of what is no number", () => expect(numberFacts("+999123")).toMatchObject({ country: null, type: "unknown", valid: false }))
})

describe("the price of texts", () => {
  const rates = [{ country: "US", per_thousand: 790 }, { country: "NO", per_thousand: 6_500 }]
  it("sums the messages of each country, rounded up once", () => {
    expect(priceOf([{ country: "US", segments: 1 }], rates, "USD")).toEqual({ amount: 1, currency: "USD" })
    expect(priceOf([{ country: "US", segments: 1_000 }, { country: "NO", segments: 3 }], rates, "USD")).toEqual({ amount: 810, currency: "USD" })
  })
  it("is not known where a country has no rate, unless there is one for all others", () => {
    expect(priceOf([{ country: "FR", segments: 1 }], rates, "USD")).toBeNull()
    expect(priceOf([{ country: "FR", segments: 10 }], [...rates, { country: "*", per_thousand: 8_000 }], "USD")?.amount).toBe(80)
    expect(priceOf([], rates, "USD")?.amount).toBe(0)
  })
})
