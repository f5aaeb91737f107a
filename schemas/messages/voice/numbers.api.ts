import { Schema } from "effect"
import { Country } from "#schemas/company/address"
import { defaulted } from "#schemas/kernel/defaulted"
import { operation } from "#schemas/kernel/endpoints"
import { Conflict } from "#schemas/kernel/errors"
import { AvailableNumbers } from "./available-number.ts"
import { Capability, PhoneNumber, phoneNumber } from "./phone-number.ts"

export const list_phone_numbers = operation.list("list_phone_numbers", "/voice/numbers", PhoneNumber, {
  ...phoneNumber.list,
  summary: "List phone numbers",
  description: "The numbers that the company calls and writes from, with those that it gave back. Numbers of live and of test keys are apart.",
  access: "messages:read"
})

export const search_available_numbers = operation.get("search_available_numbers", "/voice/numbers/available", AvailableNumbers, {
  query: {
    country: Country.annotate({ description: "ISO 3166-1, two letters.", examples: ["US"] }),
    kind: defaulted(Schema.Literals(["local", "mobile", "toll_free"]).annotate({ description: "Not every country has each.", examples: ["local"] }), "local"),
    area_code: Schema.optionalKey(Schema.String.check(Schema.isPattern(/^\d{3}$/u, { expected: "three digits" })).annotate({
      description: "Of North America.", examples: ["202"]
    })),
    contains: Schema.optionalKey(Schema.String.check(Schema.isPattern(/^[0-9*]{2,16}$/u, { expected: "2 to 16 digits, or * for any" })).annotate({
      description: "Digits that stand in it one after another; `*` is any of them.", examples: ["555"]
    })),
    capability: Schema.optionalKey(Capability.annotate({ description: "What it must be able to do.", examples: ["voice"] })),
    limit: defaulted(Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 50 })).annotate({ examples: [10] }), 20)
  },
  summary: "Search for phone numbers to have",
  description: "Numbers that the provider has to give, with what each costs a month. Nothing is kept for anybody: `provision_phone_number` gets one. With " +
    "a test key they are simulated.",
  access: "messages:read"
})

export const provision_phone_number = operation.create("provision_phone_number", "/voice/numbers", phoneNumber.create, PhoneNumber, {
  errors: [Conflict],
  requiresConsent: true,
  undo: "nothing",
  tierFloor: "builder",
  summary: "Get a phone number",
  description: "Gets a number that `search_available_numbers` found, for the price that it told: if the provider asks for more by now, the number is not had. The " +
    "provider is asked once; where its answer is lost it is asked what it did. The answer waits up to four seconds for that; later `list_phone_numbers` tells. " +
    "With a test key the number is simulated: +1 500 555 0000 is one that somebody else has.",
  access: "messages:write"
})

export const update_phone_number = operation.update("update_phone_number", "/voice/numbers/:id", phoneNumber.change, PhoneNumber, {
  errors: [Conflict],
  summary: "Change a phone number",
  description: "Changes what becomes of calls, when somebody is there, what the voicemail says, and how texts are treated. Calls under way go on as they began.",
  access: "messages:write"
})

export const release_phone_number = operation.remove("release_phone_number", "/voice/numbers/:id", PhoneNumber, {
  errors: [Conflict],
  requiresConsent: true,
  undo: "nothing",
  summary: "Release a phone number",
  description: "Gives a number back to the provider, so that it costs nothing any more and others can have it: nobody is reached by it from then on, and it can " +
    "seldom be had again. Calls and texts stay. The answer waits up to four seconds for the provider.",
  access: "messages:write"
})
