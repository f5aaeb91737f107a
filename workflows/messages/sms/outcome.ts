import { Effect, Schema } from "effect"
import type { SmsOutcome } from "#layers/messages/sms/messages"
import { Messaging } from "#layers/providers/messaging/messaging"
import type { ProviderMessage } from "#layers/providers/messaging/provider"
import { ValidationError } from "#schemas/kernel/errors"
import { explained } from "#schemas/messages/sms/failures"
import { Caller } from "#schemas/kernel/tenancy"

export const Outcome = Schema.Struct({
  state: Schema.Literals(["sent", "delivered", "failed", "unknown"]),
  provider_id: Schema.NullOr(Schema.String),
  error_code: Schema.NullOr(Schema.String),
  error_message: Schema.NullOr(Schema.String)
})

/** The provider of this name, for the caller's company and mode. It is asked nothing within a transaction. */
export const providerOf = (by: string) => Effect.flatMap(Caller, ({ mode }) => Messaging.use(({ texts }) => texts(mode === "live", by)))

/** Whom it will be; refuses where nobody set one up. Within a transaction: nobody is asked anything. */
export const chosenProvider = (by: string) => Effect.mapError(providerOf(by), ({ message }) => new ValidationError({ message }))

const stateOf = (status: ProviderMessage["status"]): SmsOutcome["state"] => {
  if (status === "delivered" || status === "read") return "delivered"
  return status === "undelivered" || status === "failed" || status === "canceled" ? "failed" : "sent"
}

/** What a provider says of a text that it knows. What its words may hold is for it to choose; PostgreSQL keeps no NUL. */
export const outcomeOf = ({ error, id, status }: Pick<ProviderMessage, "error" | "id" | "status">): SmsOutcome => {
  const state = stateOf(status)
  return {
    state,
    provider_id: id.replaceAll("\0", ""),
    error_code: state === "failed" ? (error ?? status).replaceAll("\0", "") : null,
    error_message: state === "failed" ? explained(error ?? status) : null
  }
}

export const failed = (error_code: string, error_message: string): SmsOutcome =>
  ({ state: "failed", provider_id: null, error_code: error_code.replaceAll("\0", ""), error_message: error_message.replaceAll("\0", "") })

/** A provider's refusal of something that it did not do. */
export const refusedAs = (error: { readonly message: string; readonly reason?: string }): SmsOutcome =>
  failed(error.reason ?? "not_configured", error.message)

export const unknown = (error_message: string): SmsOutcome =>
  ({ state: "unknown", provider_id: null, error_code: "unconfirmed", error_message: error_message.replaceAll("\0", "") })
