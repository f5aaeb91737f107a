import { Effect, Schema } from "effect"
import type { Money } from "#schemas/kernel/money"
import { type Capability, capabilities } from "#schemas/messages/voice/phone-number"
import { decimalsOf } from "#schemas/payments/currency"
import type { Way } from "../http.ts"
import type { NumberKind, NumberProvider, OwnedNumber } from "./numbers.ts"
import type { TwilioCalls } from "./twilio-calls.ts"

const kinds: Readonly<Record<NumberKind, string>> = { local: "Local", mobile: "Mobile", toll_free: "TollFree" }
const priced: Readonly<Record<NumberKind, string>> = { local: "local", mobile: "mobile", toll_free: "toll free" }

/** Written in capitals in some answers. */
const Able = Schema.Record(Schema.String, Schema.NullOr(Schema.Boolean))

const ableOf = (told: typeof Able.Type): ReadonlyArray<Capability> => {
  const able = new Set(Object.entries(told).flatMap(([name, yes]) => yes === true ? [name.toLowerCase()] : []))
  return capabilities.filter((name) => able.has(name))
}

const Available = Schema.Struct({
  available_phone_numbers: Schema.Array(Schema.Struct({
    phone_number: Schema.String,
    locality: Schema.optionalKey(Schema.NullOr(Schema.String)),
    region: Schema.optionalKey(Schema.NullOr(Schema.String)),
    address_requirements: Schema.optionalKey(Schema.NullOr(Schema.String)),
    capabilities: Able
  }))
})

const Incoming = Schema.Struct({ sid: Schema.String, phone_number: Schema.String, friendly_name: Schema.NullOr(Schema.String), capabilities: Able })
const AllIncoming = Schema.Struct({ incoming_phone_numbers: Schema.Array(Incoming) })

const Prices = Schema.Struct({
  price_unit: Schema.NullOr(Schema.String),
  phone_number_prices: Schema.Array(Schema.Struct({ number_type: Schema.String, current_price: Schema.NullOr(Schema.String) }))
})

const ownedOf = ({ capabilities, friendly_name, phone_number, sid }: typeof Incoming.Type): OwnedNumber =>
  ({ id: sid, phone: phone_number, mark: friendly_name ?? "", capabilities: ableOf(capabilities) })

const moneyOf = (price: string | null | undefined, unit: string | null): Money | null => {
  const currency = unit?.toUpperCase() ?? ""
  const value = Number(price ?? Number.NaN)
  return Number.isNaN(value) || !/^[A-Z]{3}$/u.test(currency) ? null : { amount: Math.round(value * 10 ** decimalsOf(currency)), currency }
}

/** Twilio's AvailablePhoneNumbers, IncomingPhoneNumbers and its prices, which are told at another host. */
export const twilioNumbers = (way: Way, prices: Way, { pricing, read, remove, write }: TwilioCalls): NumberProvider => ({
  search: ({ area_code, capability, contains, country, kind, limit }) =>
    Effect.map(
      way.json(read("search_numbers", `AvailablePhoneNumbers/${encodeURIComponent(country)}/${kinds[kind]}.json`, {
        PageSize: String(limit),
        ...area_code !== undefined && { AreaCode: area_code },
        ...contains !== undefined && { Contains: contains },
        ...capability !== undefined && { [`${capability === "voice" ? "Voice" : capability === "sms" ? "Sms" : "Mms"}Enabled`]: "true" }
      }), Available),
      ({ available_phone_numbers }) => available_phone_numbers.map(({ address_requirements, capabilities, locality, phone_number, region }) => ({
        phone: phone_number, locality: locality ?? null, region: region ?? null, capabilities: ableOf(capabilities),
        needs_address: (address_requirements ?? "none") !== "none"
      }))
    ),
  price: (country, kind) =>
    Effect.map(prices.json(pricing("number_prices", `PhoneNumbers/Countries/${encodeURIComponent(country)}`), Prices), ({ phone_number_prices, price_unit }) =>
      moneyOf(phone_number_prices.find(({ number_type }) => number_type === priced[kind])?.current_price, price_unit)),
  owned: (phone) =>
    Effect.map(way.json(read("find_numbers", "IncomingPhoneNumbers.json", { PhoneNumber: phone, PageSize: "50" }), AllIncoming),
      ({ incoming_phone_numbers }) => incoming_phone_numbers.map(ownedOf)),
  buy: ({ calls, mark, phone, texts }) =>
    Effect.map(way.json(write("buy_number", "IncomingPhoneNumbers.json", {
      PhoneNumber: phone, FriendlyName: mark,
      VoiceUrl: calls, VoiceMethod: calls === undefined ? undefined : "POST", StatusCallback: calls, StatusCallbackMethod: calls === undefined ? undefined : "POST",
      SmsUrl: texts, SmsMethod: texts === undefined ? undefined : "POST"
    }), Incoming), ownedOf),
  release: (id) =>
    way.nothing(remove("release_number", `IncomingPhoneNumbers/${encodeURIComponent(id)}.json`)).pipe(
      Effect.catchTag("ProviderInvalidRequest", (error) => error.reason === "20404" ? Effect.void : Effect.fail(error))
    )
})
