import { Effect } from "effect"
import { type CountryCode, getCountryCallingCode, getExampleNumber } from "libphonenumber-js"
import examples from "libphonenumber-js/mobile/examples"
import type { Money } from "#schemas/kernel/money"
import { failAs, type SimulatedFault } from "../simulated-faults.ts"
import type { NumberKind, NumberProvider, OwnedNumber } from "./numbers.ts"

const MARK = "PN_simulated_"

/** Numbers of most countries are examples of mobiles, whatever is searched for, so that these cost the same. */
const prices: Readonly<Record<NumberKind, Money>> = {
  local: { amount: 115, currency: "USD" }, mobile: { amount: 115, currency: "USD" }, toll_free: { amount: 215, currency: "USD" }
}

/** What comes of buying a number; the first two are Twilio's own for tests. Any other is had. */
const refused: Readonly<Record<string, readonly [SimulatedFault, reason?: string]>> = {
  "+15005550000": ["declined", "21422"],
  "+15005550001": ["invalid", "21421"],
  "+15005550010": ["unavailable"],
  "+15005550013": ["outcome_unknown"]
}

const capabilities = ["sms", "mms", "voice"] as const

/** Numbers of North America that are kept for fiction; elsewhere some around the example of the country. */
const numbersOf = (country: string, area: string, kind: NumberKind, count: number): ReadonlyArray<string> => {
  if (country === "US" || country === "CA") {
    const prefix = kind === "toll_free" ? "800" : area
    return Array.from({ length: Math.min(count, 100) }, (_, n) => `+1${prefix}55501${String(n).padStart(2, "0")}`)
  }
  const example = getExampleNumber(country as CountryCode, examples)?.number
  if (example === undefined) return []
  return Array.from({ length: count }, (_, n) => `${example.slice(0, -2)}${String(n + 10).slice(-2)}`)
}

const known = (country: string) => {
  try {
    return getCountryCallingCode(country as CountryCode) !== undefined
  } catch {
    return false
  }
}

/** `*` stands for any sign, as at Twilio. */
const fits = (contains: string) => new RegExp(contains.replace(/[^0-9]/gu, "."), "u")

/** Numbers that exist for test keys and the demo alone. It keeps nothing: `owned` finds none. */
export const simulatedNumbers: NumberProvider = {
  search: ({ area_code, contains, country, kind, limit }) =>
    known(country)
      ? Effect.succeed(numbersOf(country, area_code ?? "202", kind, 90).filter((phone) => contains === undefined || fits(contains).test(phone)).slice(0, limit)
        .map((phone) => ({ phone, locality: null, region: null, capabilities, needs_address: false })))
      : failAs("invalid", "search_numbers", "20404"),
  price: (_, kind) => Effect.succeed(prices[kind]),
  owned: () => Effect.succeed([]),
  buy: ({ mark, phone }) => {
    const [fault, reason] = refused[phone] ?? []
    return fault === undefined
      ? Effect.succeed({ id: `${MARK}${phone.slice(1)}`, phone, mark, capabilities } satisfies OwnedNumber)
      : failAs(fault, "buy_number", reason)
  },
  release: () => Effect.void
}
