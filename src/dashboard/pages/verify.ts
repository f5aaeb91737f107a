import { Effect } from "effect"
import { type FieldErrors, hiddenField, NO_ERRORS, postForm } from "../components/form.ts"
import { formPage, problem, textOf } from "../forms.ts"
import { AnonymousRequest, type Page } from "../handler.ts"
import { html } from "../html.ts"
import { writtenNotice } from "../local-email.ts"
import { paths } from "../paths.ts"
import { originReferrer } from "../response.ts"
import { submit } from "../submit.ts"
import { emailSentPage, resendForm } from "./sign-up.ts"
import { spoken } from "../words/spoken.ts"

const w = spoken("verify")

/** The token of an e-mail's link, from the address at first and from the form afterwards. */
export const emailToken = ({ form, query }: AnonymousRequest["Service"]): string =>
  (form.get("token") ?? query.get("token") ?? "").trim()

/**
 * Programs that look through mail follow links, so the link itself does nothing: it takes a press of the button, which sends
 * the token in the form.
 */
const verifyForm = Effect.fnUntraced(function*(errors: FieldErrors) {
  const request = yield* AnonymousRequest
  const token = emailToken(request)
  const stale = errors.size > 0 || token === ""
  return {
    title: w.title,
    headers: originReferrer,
    content: html`
      <div class="card">
        ${token === "" && html`<p>${w.broken}</p>`}
        ${problem(errors)}
        ${token !== "" && postForm({
          to: paths.verify, button: w.confirm, tone: "main", fields: hiddenField("token", token)
        })}
        ${stale && html`
          <section class="other">
            <h2>${w.again}</h2>
            ${resendForm("", NO_ERRORS, w.send)}
          </section>`}
      </div>`
  } satisfies Page
})

export const verifyPage = formPage(verifyForm)

export const verify = Effect.gen(function*() {
  const request = yield* AnonymousRequest
  const { api: { auth } } = request
  const payload = { token: emailToken(request) }
  return yield* submit("verify_email", {
    payload, fields: [], again: verifyForm,
    call: Effect.as(auth.verify_email({ payload }), { to: `${paths.signIn}?done=verified` })
  })
})

const againPage = (errors: FieldErrors) =>
  Effect.succeed<Page>({
    title: w.again,
    content: html`
      <div class="card">
        ${problem(errors)}
        ${resendForm("", errors, w.send)}
      </div>`
  })

export const verifyAgainPage = formPage(againPage)

export const verifyAgain = Effect.gen(function*() {
  const { api: { auth }, form } = yield* AnonymousRequest
  const payload = { email: textOf(form, "email") }
  return yield* submit("resend_verification", {
    payload, again: againPage,
    call: Effect.gen(function*() {
      const { message } = yield* auth.resend_verification({ payload })
      return emailSentPage(message, yield* writtenNotice(payload.email))
    })
  })
})
