import { Effect, Schema } from "effect"
import { QuoteAcceptance } from "#schemas/payments/quote"
import { acceptQuote, quoteShown, type QuoteShown } from "#workflows/payments/quote-accepting"
import { QUOTE } from "#workflows/payments/quotes"
import { type FieldErrors, NO_ERRORS, WHOLE } from "../../dashboard/components/form.ts"
import { redirectResponse } from "../../dashboard/response.ts"
import { asked, harmless, sentForm, unknown } from "./asked.ts"
import { payResponse } from "./frame.ts"
import { acceptedPage, closedQuotePage, quotePage } from "./quote.ts"

interface Refused {
  readonly name: string
  readonly status: number
  readonly errors: FieldErrors
}

const shownAs = Effect.fnUntraced(function*(shown: QuoteShown, given: Refused = { name: "", status: 200, errors: NO_ERRORS }) {
  const { base, formats } = yield* asked
  const { closed, company, quote } = shown
  const read = formats(company)
  return payResponse(company, closed !== undefined ? closedQuotePage(shown, closed, read)
    : quote.state === "accepted" ? acceptedPage(shown, read)
    : quotePage(shown, read, base, given))
})

const page = (company?: number) =>
  Effect.gen(function*() {
    const { token } = yield* asked
    const shown = yield* quoteShown(token, company)
    return shown === undefined ? unknown : yield* shownAs(shown)
  })

const isName = Schema.is(Schema.toType(QuoteAcceptance.fields.name))
const isVersion = Schema.is(QuoteAcceptance.fields.version)

const changed = "It was changed or sent again since you opened this page. Nothing was accepted: read it again."

const sent = (company?: number) =>
  Effect.gen(function*() {
    const { base, token } = yield* asked
    const form = yield* sentForm
    const [name, version] = [(form.get("name") ?? "").trim(), Number(form.get("version"))]
    const again = Effect.fnUntraced(function*(status: number, field: string, error: string) {
      const shown = yield* quoteShown(token, company)
      return shown === undefined ? unknown : yield* shownAs(shown, { name: harmless(name), status, errors: new Map([[field, error]]) })
    })
    if (!isName(name) || name === "") return yield* again(422, "name", "Write your name, in at most 200 letters, and no number of a card.")
    if (!isVersion(version)) return yield* again(422, WHOLE, "The form was not complete. Nothing was accepted: send this one.")
    const done = yield* acceptQuote(token, { name, version }, company)
    if (done === undefined) return unknown
    return done.closed === undefined ? redirectResponse({ to: base }) : yield* again(409, WHOLE, changed)
  })

const PAGE = `${QUOTE}/:token` as const

/** The pages of quotes, each as `routed` makes a route of it. */
export const quotePages = <Route>(routed: (method: "GET" | "POST", path: typeof PAGE, handle: typeof page | typeof sent) => Route) =>
  [routed("GET", PAGE, page), routed("POST", PAGE, sent)] as const
