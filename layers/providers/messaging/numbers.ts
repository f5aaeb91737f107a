import type { Effect } from "effect"
import type { Money } from "#schemas/kernel/money"
import type { Capability } from "#schemas/messages/voice/phone-number"
import type { ProviderError } from "../errors.ts"

export const numberKinds = ["local", "mobile", "toll_free"] as const
export type NumberKind = typeof numberKinds[number]

/** What numbers are looked for. */
export interface NumberSearch {
  /** ISO 3166-1, two letters. */
  readonly country: string
  readonly kind: NumberKind
  readonly area_code?: string
  /** Digits and letters that stand in it; `*` for any. */
  readonly contains?: string
  readonly capability?: Capability
  readonly limit: number
}

/** A number that can be had. */
export interface AvailableNumber {
  readonly phone: string
  readonly locality: string | null
  readonly region: string | null
  readonly capabilities: ReadonlyArray<Capability>
  /** The provider asks for an address of the company in the country, or somewhere. */
  readonly needs_address: boolean
}

/** A number of the account. */
export interface OwnedNumber {
  readonly id: string
  readonly phone: string
  readonly capabilities: ReadonlyArray<Capability>
  /** What it was called when it was bought: by that we know our own. */
  readonly mark: string
}

export interface NumberOrder {
  readonly phone: string
  readonly mark: string
  /** Where the provider asks what becomes of a call, tells how one went, and hands over texts. */
  readonly calls?: string
  readonly texts?: string
}

type Asked<A> = Effect.Effect<A, ProviderError>

/** Where numbers are bought. A number is had once, so that after `ProviderOutcomeUnknown` `owned` tells whether it was. */
export interface NumberProvider {
  readonly search: (search: NumberSearch) => Asked<ReadonlyArray<AvailableNumber>>
  /** What a number of a kind costs a month; nothing where the provider does not say. */
  readonly price: (country: string, kind: NumberKind) => Asked<Money | null>
  readonly owned: (phone: string) => Asked<ReadonlyArray<OwnedNumber>>
  readonly buy: (order: NumberOrder) => Asked<OwnedNumber>
  /** Gives it back; doing it twice is doing it once. */
  readonly release: (id: string) => Asked<void>
}
