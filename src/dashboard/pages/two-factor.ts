import { Effect } from "effect"
import type { RecoveryCodes, TwoFactorSetup } from "#schemas/auth/two-factor"
import { link, notice } from "../components/elements.ts"
import { code, type FieldErrors, NO_ERRORS, postForm } from "../components/form.ts"
import { problem, textOf } from "../forms.ts"
import { type Page, SessionRequest } from "../handler.ts"
import { html, type Node } from "../html.ts"
import { paths } from "../paths.ts"
import type { PendingAction } from "../pending-action.ts"
import { inlineImages } from "../response.ts"
import { submitWithConsent, withConsent } from "../submit.ts"
import { inWords, spoken, type Text } from "../words/spoken.ts"

const w = spoken("twoFactor")

const trail = { title: w.account, to: paths.account }
const within = { section: paths.account, trail }

const actionOf = (verb: string, question: Text, button: Text): PendingAction =>
  ({ verb, question, button, back: paths.account, section: paths.account })

const confirming = (errors: FieldErrors) =>
  postForm({
    to: `${paths.twoFactor}/confirm`, button: w.turnOn, tone: "main",
    fields: code(errors, { inputmode: "numeric", autofocus: errors.size > 0 }, w.sixDigits)
  })

/** In groups of four, as one reads it out. */
const grouped = (secret: string) => secret.replace(/.{4}(?=.)/gu, "$& ")

const scanned = ({ qr_svg, secret, uri }: TwoFactorSetup): Node => inWords(({ twoFactor: words }) => html`
  <li>
    <h2>${w.scan}</h2>
    <p>${w.scanHelp}</p>
    <img class="qr" width="200" height="200" alt=${words.qr}
      src=${`data:image/svg+xml;base64,${Buffer.from(qr_svg).toString("base64")}`} />
    <details>
      <summary>${w.cannotScan}</summary>
      ${w.orType(html`<a href=${uri}>${w.open}</a>`)}
      <code class="secret">${grouped(secret)}</code>
    </details>
  </li>`)

/** The secret is in this answer and in no other: a reload makes a new one. */
export const enableTwoFactor = Effect.gen(function*() {
  const { api: { auth } } = yield* SessionRequest
  return yield* withConsent(actionOf("enable_two_factor", w.turnOnQuestion, w.turnOn), Effect.gen(function*() {
    const setup = yield* auth.enable_two_factor()
    return {
      ...within,
      title: w.turnOn,
      headers: inlineImages,
      content: html`
        <ol class="line">
          ${scanned(setup)}
          <li>
            <h2>${w.enter}</h2>
            ${confirming(NO_ERRORS)}
          </li>
        </ol>`
    } satisfies Page
  }))
})

const again = (errors: FieldErrors) =>
  Effect.succeed<Page>({
    ...within,
    title: w.turnOn,
    content: html`
      <div>
        ${problem(errors)}
        ${w.stillHas(link(paths.account, w.anew))}
        ${confirming(errors)}
      </div>`
  })

const recovery = ({ recovery_codes }: RecoveryCodes, title: Text, said: Node): Page => ({
  ...within,
  title,
  content: html`
    <div>
      ${notice(said)}
      <p>${w.eachCode}</p>
      ${inWords(({ twoFactor: words }) => html`<pre class="secret codes" tabindex="0" role="region" aria-label=${words.codes}><code>${recovery_codes.join("\n")}</code></pre>`)}
      <p>${link(paths.account, w.kept)}</p>
    </div>`
})

export const confirmTwoFactor = Effect.gen(function*() {
  const { api: { auth }, form } = yield* SessionRequest
  const payload = { code: textOf(form, "code").replaceAll(" ", "") }
  const action = actionOf("confirm_two_factor", w.turnOnQuestion, w.turnOn)
  return yield* submitWithConsent(action, {
    payload, again,
    call: Effect.map(auth.confirm_two_factor({ payload }), (codes) =>
      recovery(codes, w.keepTitle, w.isOn))
  })
})

export const renewRecoveryCodes = Effect.gen(function*() {
  const { api: { auth } } = yield* SessionRequest
  return yield* withConsent(
    actionOf("regenerate_recovery_codes", w.renewQuestion, w.renew),
    Effect.map(auth.regenerate_recovery_codes(), (codes) =>
      recovery(codes, w.newTitle, w.newSaid))
  )
})

export const disableTwoFactor = Effect.gen(function*() {
  const { api: { auth } } = yield* SessionRequest
  return yield* withConsent(
    {
      ...actionOf("disable_two_factor", w.turnOffQuestion, w.turnOff),
      follows: w.offFollows
    },
    Effect.as(auth.disable_two_factor(), { to: `${paths.account}?done=off` })
  )
})
