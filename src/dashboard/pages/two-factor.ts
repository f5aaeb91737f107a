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

const trail = { title: "Your account", to: paths.account }
const within = { section: paths.account, trail }

const actionOf = (verb: string, question: string, button: string): PendingAction =>
  ({ verb, question, button, back: paths.account, section: paths.account })

const confirming = (errors: FieldErrors) =>
  postForm({
    to: `${paths.twoFactor}/confirm`, button: "Turn on two-factor authentication", tone: "main",
    fields: code(errors, { inputmode: "numeric", autofocus: errors.size > 0 }, "Six digits. The app shows a new code every 30 seconds.")
  })

/** In groups of four, as one reads it out. */
const grouped = (secret: string) => secret.replace(/.{4}(?=.)/gu, "$& ")

const scanned = ({ qr_svg, secret, uri }: TwoFactorSetup): Node => html`
  <li>
    <h2>Scan this code with an authenticator app</h2>
    <p>Any will do: the one of your phone's maker, of your password manager, or another.</p>
    <img class="qr" width="200" height="200" alt="QR code with the secret for the authenticator app"
      src=${`data:image/svg+xml;base64,${Buffer.from(qr_svg).toString("base64")}`} />
    <details>
      <summary>The app is on this phone, or cannot scan</summary>
      <p>${html`<a href=${uri}>Open the app</a>`}, or type this into it as a key for time-based codes:</p>
      <code class="secret">${grouped(secret)}</code>
    </details>
  </li>`

/** The secret is in this answer and in no other: a reload makes a new one. */
export const enableTwoFactor = Effect.gen(function*() {
  const { api: { auth } } = yield* SessionRequest
  return yield* withConsent(actionOf("enable_two_factor", "Turn on two-factor authentication?", "Turn on two-factor authentication"), Effect.gen(function*() {
    const setup = yield* auth.enable_two_factor()
    return {
      ...within,
      title: "Turn on two-factor authentication",
      headers: inlineImages,
      content: html`
        <ol class="line">
          ${scanned(setup)}
          <li>
            <h2>Enter the code that it shows</h2>
            ${confirming(NO_ERRORS)}
          </li>
        </ol>`
    } satisfies Page
  }))
})

const again = (errors: FieldErrors) =>
  Effect.succeed<Page>({
    ...within,
    title: "Turn on two-factor authentication",
    content: html`
      <div>
        ${problem(errors)}
        <p>The app still has the secret. Enter the code that it shows now${" "}
          (or ${link(paths.account, "begin anew")}, if you have not scanned it).</p>
        ${confirming(errors)}
      </div>`
  })

const recovery = ({ recovery_codes }: RecoveryCodes, title: string, said: Node): Page => ({
  ...within,
  title,
  content: html`
    <div>
      ${notice(said)}
      <p>Each of these codes signs you in once in place of the app, should you lose it. They are shown this once: print this page, or
        put them where you keep passwords. One click marks them all.</p>
      <pre class="secret codes" tabindex="0" role="region" aria-label="Recovery codes"><code>${recovery_codes.join("\n")}</code></pre>
      <p>${link(paths.account, "I have kept them")}</p>
    </div>`
})

export const confirmTwoFactor = Effect.gen(function*() {
  const { api: { auth }, form } = yield* SessionRequest
  const payload = { code: textOf(form, "code").replaceAll(" ", "") }
  const action = actionOf("confirm_two_factor", "Turn on two-factor authentication?", "Turn on two-factor authentication")
  return yield* submitWithConsent(action, {
    payload, again,
    call: Effect.map(auth.confirm_two_factor({ payload }), (codes) =>
      recovery(codes, "Keep your recovery codes", "Two-factor authentication is on. From now on signing in takes a code of your app."))
  })
})

export const renewRecoveryCodes = Effect.gen(function*() {
  const { api: { auth } } = yield* SessionRequest
  return yield* withConsent(
    actionOf("regenerate_recovery_codes", "Make new recovery codes?", "Make new recovery codes"),
    Effect.map(auth.regenerate_recovery_codes(), (codes) =>
      recovery(codes, "Your new recovery codes", "These are your recovery codes now. Those before open nothing any more."))
  )
})

export const disableTwoFactor = Effect.gen(function*() {
  const { api: { auth } } = yield* SessionRequest
  return yield* withConsent(
    {
      ...actionOf("disable_two_factor", "Turn off two-factor authentication?", "Turn off two-factor authentication"),
      follows: "Signing in takes the password alone from then on, and your recovery codes open nothing any more."
    },
    Effect.as(auth.disable_two_factor(), { to: `${paths.account}?done=off` })
  )
})
