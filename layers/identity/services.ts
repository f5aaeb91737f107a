import { Layer } from "effect"
import { Audit } from "./audit.ts"
import { Sessions } from "./sessions.ts"
import { SigningKeys } from "./signing-keys.ts"
import { Tokens } from "./tokens.ts"
import { Vault } from "./vault.ts"

/** What tells who somebody is, below everything that asks. */
export const Signing = Tokens.layer.pipe(Layer.provideMerge(SigningKeys.layer), Layer.provideMerge(Vault.layer))

/** What people do to sign in. */
export const Identity = Layer.mergeAll(Audit.layer, Sessions.layer)
