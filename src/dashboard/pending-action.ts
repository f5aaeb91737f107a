import { Effect } from "effect"
import { HttpServerRequest } from "effect/http"
import { isSecret } from "#schemas/kernel/redacted"
import { hiddenField } from "./components/field.ts"
import { PROOF } from "./components/form.ts"
import type { Node } from "./html.ts"

/** What somebody is about to do. */
export interface Deed {
  /** The operation. */
  readonly verb: string
  /** Asks, as a title: "Revoke this key?" */
  readonly question: string
  /** What the button says: "Revoke the key". */
  readonly button: string
  /** What follows, in words. */
  readonly follows?: Node
  /** Where one goes who would rather not. */
  readonly back: string
  readonly section: string
}

/** What was sent, to be sent again; what is secret is not put into a page. */
export const kept = (form: URLSearchParams, without: ReadonlyArray<string>): Node =>
  [...form].filter(([name]) => name !== PROOF && !without.includes(name) && !isSecret(name))
    .map(([name, value]) => hiddenField(name, value))

/** Where the form was sent, to be sent there again. */
export const here = Effect.map(HttpServerRequest.HttpServerRequest, ({ url }) => url)
