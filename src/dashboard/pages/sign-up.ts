import { Effect } from "effect"
import { newToken } from "#layers/auth/opaque-tokens"
import { link } from "../components/elements.ts"
import { email, field, type FieldErrors, hiddenField, newPassword, postForm, select } from "../components/form.ts"
import { formPage, problem, textOf } from "../forms.ts"
import { AnonymousRequest, type Page } from "../handler.ts"
import { html, type Node } from "../html.ts"
import { writtenNotice } from "../local-email.ts"
import { paths } from "../paths.ts"
import { submit } from "../submit.ts"
import { inEnglish, inWords, spoken } from "../words/spoken.ts"

const w = spoken("signUp")

const zones: ReadonlyArray<readonly [string, string]> = ["UTC", ...Intl.supportedValuesOf("timeZone").filter((zone) => zone !== "UTC")]
  .map((zone) => [zone, zone.replaceAll("_", " ")])

const names = { en: new Intl.DisplayNames("en", { type: "currency" }), de: new Intl.DisplayNames("de", { type: "currency" }) }

const currencies: ReadonlyArray<readonly [string, Node]> = Intl.supportedValuesOf("currency")
  .map((code) => [code, inWords((_, tag) => `${code}, ${names[tag].of(code)}`)])

const signUpForm = Effect.fnUntraced(function*(errors: FieldErrors) {
  const { form } = yield* AnonymousRequest
  const said = (name: string) => textOf(form, name)
  return {
    title: w.title,
    content: html`
      <div class="card">
        <p>${w.intro}</p>
        ${problem(errors)}
        ${postForm({
          to: paths.signUp, button: w.create, tone: "main",
          fields: [
            hiddenField("once", said("once") || newToken()),
            field({
              name: "name", label: w.name, errors,
              attributes: { required: true, autofocus: errors.size === 0, autocomplete: "name", maxlength: "200", value: said("name") }
            }),
            field({
              name: "company_name", label: w.company, errors,
              attributes: { required: true, autocomplete: "organization", maxlength: "200", value: said("company_name") }
            }),
            email(errors, said("email"), { autocomplete: "username" }),
            newPassword(errors, "password", w.password),
            html`<div class="pair">
              ${select({ name: "currency", label: w.currency, errors, options: currencies, chosen: said("currency") || "USD" })}
              ${select({ name: "time_zone", label: w.zone, errors, options: zones, chosen: said("time_zone") || "UTC" })}
            </div>`
          ]
        })}
        <p class="beside"><span>${link(paths.signIn, w.have)}</span></p>
      </div>`
  } satisfies Page
})

export const signUpPage = formPage(signUpForm)

/** A form that sends the verification e-mail once more. */
export const resendForm = (address: string, errors: FieldErrors, button: Node): Node =>
  postForm({
    to: `${paths.verify}/again`,
    button,
    fields: address === "" ? email(errors, "", { autocomplete: "email" }) : hiddenField("email", address)
  })

/** What to do next, which is the same whether or not the address was known. */
export const emailSentPage = (message: string, more: Node): Page => ({
  title: w.mail,
  content: html`
    <div class="card">
      <p class="lead">${inEnglish(message)}</p>
      <p class="faint">${w.mailHelp}</p>
      ${more}
      <p class="beside"><span>${link(paths.signIn, w.toSignIn)}</span></p>
    </div>`
})

export const signUp = Effect.gen(function*() {
  const { api: { auth }, form } = yield* AnonymousRequest
  const payload = {
    name: textOf(form, "name"),
    company_name: textOf(form, "company_name"),
    email: textOf(form, "email"),
    password: form.get("password") ?? "",
    industry: null,
    currency: textOf(form, "currency"),
    time_zone: textOf(form, "time_zone")
  }
  const once = textOf(form, "once").slice(0, 50) || newToken()
  return yield* submit("sign_up", {
    payload, again: signUpForm,
    call: Effect.gen(function*() {
      const { message } = yield* auth.sign_up({ payload, headers: { "idempotency-key": `dashboard-${once}` } })
      return emailSentPage(message, [yield* writtenNotice(payload.email), resendForm(payload.email, new Map(), w.again)])
    })
  })
})
