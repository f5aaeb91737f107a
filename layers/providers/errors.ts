import { Schema } from "effect"

const common = {
  /** Which party: `stripe`, `twilio`. */
  provider: Schema.String,
  /** What it was asked for: `create_payment`. */
  operation: Schema.String,
  /** For programs: the party's own code where it gave one (`card_declined`), else ours (`timeout`). */
  reason: Schema.String,
  /** For people. Without credentials, whatever the party wrote. */
  message: Schema.String,
  /** Requests that were made. */
  attempts: Schema.Int
}

const waiting = { ...common, /** Seconds that the party asked us to wait. */ retryAfter: Schema.optionalKey(Schema.Finite) }

/** What every error of a party tells. */
export type Failure = Schema.Struct<typeof common>["Type"]

/** The party understood and said no, for good: a card without cover, a number that cannot be reached. Nothing happened. */
export class ProviderDeclined extends Schema.TaggedError<ProviderDeclined>("ProviderDeclined")("ProviderDeclined", common) {}

/** What was asked is not possible: an unknown id, a field that is wrong, a key used for something else. Nothing happened. */
export class ProviderInvalidRequest
  extends Schema.TaggedError<ProviderInvalidRequest>("ProviderInvalidRequest")("ProviderInvalidRequest", common)
{}

/** The party does not accept the credentials. Nothing happened. */
export class ProviderUnauthorized extends Schema.TaggedError<ProviderUnauthorized>("ProviderUnauthorized")("ProviderUnauthorized", common) {}

/** Too many requests. Nothing happened. */
export class ProviderRateLimited extends Schema.TaggedError<ProviderRateLimited>("ProviderRateLimited")("ProviderRateLimited", waiting) {}

/** The party cannot be reached or does not work. Nothing happened, or what happened does no harm when it is done again. */
export class ProviderUnavailable extends Schema.TaggedError<ProviderUnavailable>("ProviderUnavailable")("ProviderUnavailable", waiting) {}

/** It may have happened or not: ask the party before anything is done again. */
export class ProviderOutcomeUnknown
  extends Schema.TaggedError<ProviderOutcomeUnknown>("ProviderOutcomeUnknown")("ProviderOutcomeUnknown", common)
{}

/** Live work needs a party that nobody has set up. The message names the setting. Nothing happened. */
export class ProviderNotConfigured extends Schema.TaggedError<ProviderNotConfigured>("ProviderNotConfigured")("ProviderNotConfigured", {
  provider: Schema.String,
  message: Schema.String
}) {}

/** Everything that a call to a party can fail with. */
export const ProviderError = Schema.Union([
  ProviderDeclined, ProviderInvalidRequest, ProviderUnauthorized, ProviderRateLimited, ProviderUnavailable, ProviderOutcomeUnknown
])
export type ProviderError = typeof ProviderError.Type
