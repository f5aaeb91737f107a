import { Option } from "effect"
import type { SecretStore } from "../auth/secret-store.ts"

type Store = SecretStore["Service"]

/** No secret holds a space, so that one which was written before secrets were sealed is known by that. */
const SEALED = "sealed "

const about = (company: number) => `webhook of company ${company}`

/** A secret as the database keeps it. */
export const sealedSecret = (store: Store, company: number, secret: string): string => SEALED + store.seal(secret, about(company))

/** Nothing where it was sealed with a SECRET_KEY that is not here. */
export const openedSecret = (store: Store, company: number, kept: string): Option.Option<string> =>
  kept.startsWith(SEALED) ? store.open(kept.slice(SEALED.length), about(company)) : Option.some(kept)

/** The same as it should be kept, where it is not sealed, or with an older SECRET_KEY. */
export const renewedSecret = (store: Store, company: number, kept: string): Option.Option<string> =>
  kept.startsWith(SEALED)
    ? Option.map(store.renewed(kept.slice(SEALED.length), about(company)), (text) => SEALED + text)
    : Option.some(sealedSecret(store, company, kept))
