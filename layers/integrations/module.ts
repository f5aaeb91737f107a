import type { Effect } from "effect"
import type { ProviderError } from "../providers/errors.ts"
import type { Party, Way } from "../providers/http.ts"
import type { Access } from "./access.ts"

/** What the other side says of the account that it lets in. */
export interface Checked {
  /** What it is called there, if it says. */
  readonly account: string | null
}

/** What speaks the protocol of one other system. */
export interface IntegrationModule {
  /** Where it is called, and what it means by its refusals. */
  readonly party: Omit<Party, "configured">
  /** Asks it whether it lets the company in. */
  readonly check: (way: Way, access: Access) => Effect.Effect<Checked, ProviderError>
  /** Why an address or another given value cannot be right; nothing where it may be. `base` is where the other side is. */
  readonly objection?: (access: Access, base: string) => { readonly field: string; readonly error: string } | undefined
}
