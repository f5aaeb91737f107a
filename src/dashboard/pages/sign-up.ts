import { Effect } from "effect"
import { newToken } from "#layers/auth/opaque-tokens"
import { InProcessClient } from "../../http/in-process-client.ts"
import { email, field, hiddenField, newPassword, select, type Wrong } from "../components/field.ts"
import { act } from "../components/form.ts"
import { link } from "../components/link.ts"
import { problem, sending, typed, unseenOf } from "../forms.ts"
import { Guest } from "../gate.ts"
import { html, type Node } from "../html.ts"
import { places } from "../paths.ts"
import type { Page } from "../response.ts"

const zones: ReadonlyArray<readonly [string, string]> = ["UTC", ...Intl.supportedValuesOf("timeZone").filter((zone) => zone !== "UTC")]
  .map((zone) => [zone, zone.replaceAll("_", " ")])

const names = new Intl.DisplayNames("en", { type: "currency" })

const currencies: ReadonlyArray<readonly [string, string]> = Intl.supportedValuesOf("currency")
  .map((code) => [code, `${code}, ${names.of(code)}`])

const fields = ["name", "company_name", "email", "password", "currency", "time_zone"] as const

const shown = Effect.fnUntraced(function*(wrong: Wrong) {
  const { form, proof } = yield* Guest
  const said = (name: string) => typed(form, name)
  return {
    title: "Create an account",
    content: html`
      <div class="card">
        <p>For you and your company. Others of it you can invite afterwards.</p>
        ${problem(wrong)}
        ${act({
          to: places.signUp,
          proof,
          button: "Create the account",
          tone: "main",
          fields: [
            hiddenField("once", said("once") || newToken()),
            field({
              name: "name", label: "Your name", wrong,
              attributes: { required: true, autofocus: wrong.size === 0, autocomplete: "name", maxlength: "200", value: said("name") }
            }),
            field({
              name: "company_name", label: "Company", wrong,
              attributes: { required: true, autocomplete: "organization", maxlength: "200", value: said("company_name") }
            }),
            email(wrong, said("email"), { autocomplete: "username" }),
            newPassword(wrong, "password", "Password"),
            html`<div class="pair">
              ${select({ name: "currency", label: "Currency", wrong, options: currencies, chosen: said("currency") || "USD" })}
              ${select({ name: "time_zone", label: "Time zone", wrong, options: zones, chosen: said("time_zone") || "UTC" })}
            </div>`
          ]
        })}
        <p class="beside"><span>${link(places.signIn, "I have an account")}</span></p>
      </div>`
  } satisfies Page
})

export const signUpPage = unseenOf(shown)

/** A form that asks for the letter to an address once more. */
export const letterAgain = (proof: Guest["Service"]["proof"], address: string, wrong: Wrong, button: string): Node =>
  act({
    to: `${places.verify}/again`,
    proof,
    button,
    fields: address === "" ? email(wrong, "", { autocomplete: "email" }) : hiddenField("email", address)
  })

/** What to do next, which is the same whether or not the address was known. */
export const letterSent = (message: string, more: Node): Page => ({
  title: "Look into your mail",
  content: html`
    <div class="card">
      <p class="lead">${message}</p>
      <p class="faint">It may take a minute. Look into the folder for unwanted mail too.</p>
      ${more}
      <p class="beside"><span>${link(places.signIn, "Go to the sign-in")}</span></p>
    </div>`
})

export const signUp = Effect.gen(function*() {
  const { auth } = yield* InProcessClient
  const { form, proof } = yield* Guest
  const payload = {
    name: typed(form, "name"),
    company_name: typed(form, "company_name"),
    email: typed(form, "email"),
    password: form.get("password") ?? "",
    industry: null,
    currency: typed(form, "currency"),
    time_zone: typed(form, "time_zone")
  }
  const once = typed(form, "once").slice(0, 50) || newToken()
  return yield* sending(fields, {
    verb: "sign_up",
    payload,
    call: Effect.map(auth.sign_up({ payload, headers: { "idempotency-key": `dashboard-${once}` } }), ({ message }) =>
      letterSent(message, letterAgain(proof, payload.email, new Map(), "Send it again")))
  }, shown)
})
