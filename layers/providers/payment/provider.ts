import { type Effect, Schema } from "effect"
import type { ProviderError, ProviderInvalidRequest } from "../errors.ts"

/** Where a payment stands with the provider, in Stripe's words, which others have taken over. */
export const intentStatuses = [
  "requires_payment_method", "requires_confirmation", "requires_action", "processing", "requires_capture", "canceled", "succeeded"
] as const

/** A payment as the provider has it. Amounts are in minor units of the currency, which is an ISO 4217 code in capitals. */
export const PaymentIntent = Schema.Struct({
  /** Keep that of the latest answer: the simulator's changes with the status. */
  id: Schema.String,
  status: Schema.Literals(intentStatuses),
  amount: Schema.Int,
  amount_received: Schema.Int,
  currency: Schema.String,
  /** Where the customer proves who they are, when the status is `requires_action`. */
  action_url: Schema.NullOr(Schema.String),
  /** Why it was not charged when that was last tried. */
  failure: Schema.NullOr(Schema.Struct({ code: Schema.String, message: Schema.String }))
})
export type PaymentIntent = typeof PaymentIntent.Type

export const ProviderRefund = Schema.Struct({
  id: Schema.String,
  status: Schema.Literals(["pending", "requires_action", "succeeded", "failed", "canceled"]),
  amount: Schema.Int,
  currency: Schema.String
})
export type ProviderRefund = typeof ProviderRefund.Type

export interface NewIntent {
  readonly amount: number
  readonly currency: string
  /** The provider's token of a card or an account; never a number of one. */
  readonly method?: string
  /** Whose the method is, if it was saved. */
  readonly customer?: string
  /** `false` authorises only, and `capture` takes the money later. */
  readonly capture: boolean
  /** Charges at once; without it, `confirm` does. */
  readonly confirm: boolean
  readonly description?: string
  readonly metadata?: Readonly<Record<string, string>>
}

export interface NewCheckout extends Pick<NewIntent, "amount" | "currency" | "metadata"> {
  readonly description: string
  readonly email?: string
  /** Where the payer goes from the provider's page: once they have paid, and when they leave it. */
  readonly doneAt: string
  readonly leftAt: string
}

/** A page of the provider's own on which somebody writes down a card or an account that shall be kept. */
export interface NewSetup {
  /** Whose it shall be, in our words. */
  readonly reference: string
  /** In which it will be charged, as far as is known: some kinds of methods take one only. */
  readonly currency: string
  /** Where they go once it is written down, with the id of the page as `session` in the query; and when they leave it. */
  readonly doneAt: string
  readonly leftAt: string
}

/** Such a page. */
export interface SetupPage {
  readonly id: string
  readonly reference: string | null
  /** Where it is, as long as it is open. */
  readonly url: string | null
  /** What was written down. It is kept once it is saved. */
  readonly token: string | null
}

/** A card or an account that is kept with the provider. */
export const SavedMethod = Schema.Struct({
  token: Schema.String,
  /** What the provider calls whoever it belongs to. */
  customer: Schema.String,
  brand: Schema.NullOr(Schema.String),
  last4: Schema.NullOr(Schema.String),
  exp_month: Schema.NullOr(Schema.Int),
  exp_year: Schema.NullOr(Schema.Int)
})
export type SavedMethod = typeof SavedMethod.Type

/** What a provider told by itself. `id` is the same each time that it tells it. */
export const ProviderEvent = Schema.Struct({
  id: Schema.String,
  type: Schema.String,
  /** Epoch seconds. */
  created: Schema.Int,
  livemode: Schema.Boolean,
  data: Schema.Struct({ object: Schema.Record(Schema.String, Schema.Unknown) })
})
export type ProviderEvent = typeof ProviderEvent.Type

type Asked<A> = Effect.Effect<A, ProviderError>

/**
 * Takes money. Each write has a key of at most 255 characters: after `ProviderOutcomeUnknown` the same call under the same key
 * answers with what happened, within a day.
 */
export interface PaymentProvider {
  readonly name: "stripe" | "simulated"
  readonly simulated: boolean
  readonly create: (intent: NewIntent, key: string) => Asked<PaymentIntent>
  /**
   * Opens a page of the provider's own, at `action_url`, for somebody who is there to pay. The id is that of the page until it was paid: `find`
   * and `cancel` take it too.
   */
  readonly checkout: (checkout: NewCheckout, key: string) => Asked<PaymentIntent>
  readonly confirm: (id: string, how: { readonly method?: string }, key: string) => Asked<PaymentIntent>
  /** Takes what was authorised, or less; the rest is let go. */
  readonly capture: (id: string, how: { readonly amount?: number }, key: string) => Asked<PaymentIntent>
  readonly cancel: (id: string, key: string) => Asked<PaymentIntent>
  readonly find: (id: string) => Asked<PaymentIntent>
  readonly refund: (refund: { readonly intent: string; readonly amount?: number }, key: string) => Asked<ProviderRefund>
  readonly findRefund: (id: string) => Asked<ProviderRefund>
  /** Keeps a method for later charges, of a customer that it has or a new one. */
  readonly save: (method: { readonly token: string; readonly customer?: string }, key: string) => Asked<SavedMethod>
  readonly setup: (setup: NewSetup, key: string) => Asked<SetupPage>
  readonly findSetup: (id: string) => Asked<SetupPage>
  /** Forgets a method that was saved; also one that is forgotten already. */
  readonly forget: (token: string, key: string) => Asked<void>
  /**
   * The event that these bytes are, if the provider signed them within the last five minutes. It may come twice and out of order.
   */
  readonly event: (body: Uint8Array, signature: string | undefined) => Effect.Effect<ProviderEvent, ProviderInvalidRequest>
}
