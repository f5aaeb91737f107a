import { createHash } from "node:crypto"
import { Effect, Layer, Option } from "effect"
import { HttpRouter, HttpServerResponse } from "effect/http"
import { CurrentRequester } from "#layers/auth/anonymous"
import { type Form, TRAP } from "#schemas/website/form"
import type { NewFormAnswer } from "#schemas/website/form-answer"
import { FormId } from "#schemas/website/ids"
import { onceFor } from "#workflows/calendar/hosted/once"
import { openForm, submit_form } from "#workflows/website/form-answers"
import { aboutForm, readAnswers } from "#workflows/website/form-reading"
import { formAgain, formDone, formToSend, noForm } from "#workflows/website/hosted/form-pages"
import { PAGE_FIELD, TOKEN_FIELD } from "#workflows/website/hosted/shown"
import type { Showing } from "#workflows/website/showing"
import { redirectResponse } from "../../dashboard/response.ts"
import { networkOf } from "../../http/client-address.ts"
import { CurrentRequest } from "../../http/request-context.ts"
import { plainNotFound, plainPage } from "../../http/site-routing.ts"
import { CompanySite, openSiteRoute } from "../company-site.ts"
import { doubtText, guarded } from "../form-guard.ts"
import { harmless, sentForm } from "../pay/asked.ts"
import { numbered } from "../portal/request.ts"
import { isOwnOrigin } from "../shop/request.ts"
import { madeOf } from "./routes.ts"

const NOTHING = "Nothing was sent"
const SENT = "sent"
const MOST_OF_PATH = 500

/** What was shown to one reader is nobody else's. */
const response = (found: Showing | undefined) => {
  if (found === undefined) return plainNotFound
  const { body, headers, status, type } = madeOf(found)
  return HttpServerResponse.uint8Array(body, { status, contentType: type, headers: { ...headers, "cache-control": "no-store" } })
}

const formAsked = Effect.flatMap(HttpRouter.RouteContext, ({ params }) => Effect.map(Effect.option(openForm(FormId.make(numbered(params["form"])))), Option.getOrUndefined))

const showForm = Effect.gen(function*() {
  const { base } = yield* CompanySite
  const { target: { query } } = yield* CurrentRequest
  const form = yield* formAsked
  return response(yield* form === undefined ? noForm(base) : query.has(SENT) ? formDone(base, form) : formToSend(base, form))
})

/** What the fields of a form say. */
const answersIn = (form: Form, given: URLSearchParams): NewFormAnswer["answers"] =>
  Object.fromEntries(form.fields.flatMap(({ name }) => given.has(name) ? [[name, given.getAll(name)]] : []))

const pathIn = (given: URLSearchParams) => {
  const path = given.get(PAGE_FIELD) ?? ""
  return path.startsWith("/") && path.length <= MOST_OF_PATH ? path : "/"
}

/** Takes what was filled in, once however often it is sent; or says what is wrong with it, beside the fields. */
const sendForm = Effect.gen(function*() {
  const { base } = yield* CompanySite
  const { address } = yield* CurrentRequest
  const form = yield* formAsked
  if (form === undefined) return response(yield* noForm(base))
  if (!(yield* isOwnOrigin)) return plainPage(403, "That was not sent", "The form did not come from a page of this company. Go back, and try once more.")
  const given = yield* sentForm
  const answers = answersIn(form, given)
  const path = pathIn(given)
  const { doubt, showing, token } = yield* guarded({ about: aboutForm(form), token: given.get(TOKEN_FIELD) ?? "", trap: given.get(TRAP) })
  const said = new Map(form.fields.map(({ name }) => [name, given.getAll(name).map(harmless)]))
  const again = (wrong: ReadonlyMap<string, string>, status = 422) =>
    Effect.map(formAgain(base, form, path, { form_id: form.id, done: undefined, said, wrong, token }, status), response)
  const { wrong } = readAnswers(form.fields, answers)
  if (wrong.size > 0 && doubt !== "trapped") return yield* again(wrong)
  if (doubt !== undefined) return yield* again(new Map([["", doubtText(doubt, NOTHING)]]))
  const network = networkOf(address)
  /* A page may be kept for many readers, who then share its showing. */
  const which = createHash("sha256").update(JSON.stringify([network, answers])).digest("hex")
  return yield* Effect.map(submit_form({ id: form.id, answers, page: path, token }), ({ message }) => message).pipe(
    onceFor(`${showing} ${which}`, "submit_form"),
    Effect.provideService(CurrentRequester, { address, network, userAgent: undefined }),
    Effect.matchEffect({
      onSuccess: () => Effect.succeed(redirectResponse({ to: `${base}/forms/${form.id}?${SENT}` })),
      onFailure: (error) => error._tag === "RateLimitExceeded"
        ? again(new Map([["", "There were too many forms from your network within an hour. Try again later."]]), 429)
        : error._tag === "NotFound" ? Effect.map(noForm(base), response) : again(new Map([["", error.message]]), 409)
    })
  )
})

/** Forms of companies' sites, which work without scripts. */
export const FormPages = Layer.merge(openSiteRoute("GET", "/forms/:form", showForm), openSiteRoute("POST", "/forms/:form", sendForm))
