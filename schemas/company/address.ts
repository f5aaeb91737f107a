import { Schema } from "effect"
import { iso31661Alpha2ToAlpha3 as countries } from "iso-3166"
import { line } from "#schemas/kernel/text"

/** All countries of ISO 3166-1. */
export const countryCodes: ReadonlyArray<string> = Object.keys(countries)

/** A country by its two letters of ISO 3166-1. */
export const Country = Schema.String.check(
  Schema.makeFilter((code: string) => Object.hasOwn(countries, code), {
    expected: "a country of ISO 3166-1, like NO",
    toJsonSchema: () => ({ pattern: "^[A-Z]{2}$" })
  })
).annotate({ examples: ["NO"] })

/** Where mail reaches somebody. */
export const PostalAddress = Schema.Struct({
  line1: line(200).annotate({ description: "Street and number.", examples: ["Storgata 1"] }),
  line2: Schema.optionalKey(line(200).annotate({ examples: ["2nd floor"] })),
  postal_code: Schema.optionalKey(line(20).annotate({ examples: ["0155"] })),
  city: line(100).annotate({ examples: ["Oslo"] }),
  region: Schema.optionalKey(line(100).annotate({ description: "State, province or county.", examples: ["Oslo"] })),
  country: Country
}).annotate({ identifier: "PostalAddress" })
