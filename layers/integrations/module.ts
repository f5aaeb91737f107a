import type { Effect, Schema } from "effect"
import type { ContactField } from "#schemas/integrations/integration"
import type { ProviderError } from "../providers/errors.ts"
import type { Party, Way } from "../providers/http.ts"
import type { Access } from "./access.ts"
import type { OAuthAddresses } from "./oauth.ts"

/** What the other side says of the account that it lets in. */
export interface Checked {
  /** What it is called there, if it says. */
  readonly account: string | null
}

/** Somebody as the other side knows them. */
export interface RemotePerson {
  readonly remote_id: string
  /** It was deleted there. */
  readonly gone?: true
  readonly fields: { readonly [F in ContactField]?: string | undefined }
  readonly tags?: ReadonlyArray<string>
}

/** Money that somebody paid there. */
export interface RemotePayment {
  readonly remote_id: string
  /** Who paid, as far as that is told: by the id of a person there, or by an address. */
  readonly person?: string | undefined
  readonly email?: string | undefined
  readonly name?: string | undefined
  /** In the smallest unit. */
  readonly amount: number
  readonly currency: string
  readonly state: string
  readonly at: string
  readonly description: string | null
}

/** Something that is not what the other side documents. It is left out, and told. */
export interface Unreadable {
  readonly object: "contact" | "payment"
  readonly remote_id: string | null
  readonly reason: string
}

/** A part of what changed there. */
export interface ReadPart {
  readonly people: ReadonlyArray<RemotePerson>
  readonly payments?: ReadonlyArray<RemotePayment>
  readonly unreadable?: ReadonlyArray<Unreadable>
  /** Where the next part begins; after the last, where the next run does. */
  readonly place: Schema.Json
  readonly done: boolean
}

/** A record of ours as it is told there. */
export interface Outgoing {
  readonly object: string
  readonly record_id: number
  /** What it is there already, if it is. */
  readonly remote_id: string | null
  readonly facts: Readonly<Record<string, Schema.Json>>
  /** What the records that it refers to are called there; nothing where they are not there. */
  readonly refers: Readonly<Record<string, string | null>>
  /** Names this state of this record and no other, so that telling it twice is telling it once. */
  readonly once: string
}

/** What speaks the protocol of one other system. */
export interface IntegrationModule {
  /** Where it is called, and what it means by its refusals. */
  readonly party: Omit<Party, "configured">
  /** Where somebody agrees, of what lets companies in by OAuth 2. */
  readonly oauth?: OAuthAddresses
  /** Which of the accounts there somebody chose, where the answer to their agreement tells. */
  readonly tenantOf?: (answer: URLSearchParams) => string | undefined
  /** Asks it whether it lets the company in. */
  readonly check: (way: Way, access: Access) => Effect.Effect<Checked, ProviderError>
  /** Why an address or another given value cannot be right; nothing where it may be. `base` is where the other side is. */
  readonly objection?: (access: Access, base: string) => { readonly field: string; readonly error: string } | undefined
  /** Reads what changed since a place; all that there is, without one. */
  readonly read?: (way: Way, access: Access, place: Schema.Json) => Effect.Effect<ReadPart, ProviderError>
  /** What is told, in this order, and how. Answers what it is called there. */
  readonly tells?: ReadonlyArray<"contact" | "invoice_customer" | "invoice" | "invoice_payment">
  readonly tell?: (way: Way, access: Access, record: Outgoing) => Effect.Effect<{ readonly remote_id: string }, ProviderError>
}
