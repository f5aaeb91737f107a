import { Effect } from "effect"
import { HttpServerRequest } from "effect/http"
import { isSecret } from "#schemas/kernel/redacted"
import { CSRF_FIELD, hiddenField } from "./components/form.ts"
import type { Node } from "./html.ts"
import { type Text } from "./words/spoken.ts"

/** What somebody is about to do. */
export interface PendingAction {
  /** The operation. */
  readonly verb: string
  /** Asks, as a title: "Revoke this key?" */
  readonly question: Text
  /** What the button says: "Revoke the key". */
  readonly button: Text
  /** What follows, in words. */
  readonly follows?: Node
  /** The page for whoever decides against it. */
  readonly back: string
  readonly section: string
}

/** What was sent, to be sent again; secrets are not put into a page. */
export const hiddenFieldsOf = (form: URLSearchParams, without: ReadonlyArray<string>): Node =>
  [...form].filter(([name]) => name !== CSRF_FIELD && !without.includes(name) && !isSecret(name))
    .map(([name, value]) => hiddenField(name, value))

/** The address that the form was sent to, to be sent there again. */
export const requestUrl = Effect.map(HttpServerRequest.HttpServerRequest, ({ url }) => url)
