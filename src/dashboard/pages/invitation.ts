import { Effect } from "effect"
import { DashboardSessions } from "#layers/auth/dashboard-sessions"
import { InProcessClient } from "../../http/in-process-client.ts"
import { code, field, hiddenField, newPassword, password, type Wrong } from "../components/field.ts"
import { act } from "../components/form.ts"
import { link } from "../components/link.ts"
import { problem, sending, typed, unseenOf } from "../forms.ts"
import { Guest } from "../gate.ts"
import { html, type Node } from "../html.ts"
import { places } from "../paths.ts"
import { type Page, untold } from "../response.ts"
import { letterToken } from "./verify.ts"

const fields = ["name", "password", "code"] as const

/** For whoever has no account: who they are to be. */
const joining = ({ form, proof }: Guest["Service"], token: string, wrong: Wrong): Node =>
  act({
    to: places.invitation,
    proof,
    button: "Join with a new account",
    tone: "main",
    fields: [
      hiddenField("token", token),
      hiddenField("who", "new"),
      field({
        name: "name", label: "Your name", wrong,
        attributes: { required: true, autocomplete: "name", maxlength: "100", value: typed(form, "name") }
      }),
      newPassword(wrong, "password", "Password")
    ]
  })

/** For whoever has one: that it is theirs. */
const returning = ({ proof }: Guest["Service"], token: string, wrong: Wrong, needsCode: boolean): Node =>
  act({
    to: places.invitation,
    proof,
    button: "Join with my account",
    tone: "main",
    fields: [
      hiddenField("token", token),
      hiddenField("who", "known"),
      password(wrong),
      needsCode && code(wrong, "Six digits from your authenticator app, or one of your recovery codes.", { autofocus: true })
    ]
  })

const card = (guest: Guest["Service"], token: string, wrong: Wrong, needsCode: boolean): Node =>
  guest.form.get("who") === "known" || guest.query.get("who") === "known"
    ? [
      html`<p>Sign in as whom the letter was sent to, to join the company.</p>`,
      problem(wrong),
      returning(guest, token, wrong, needsCode),
      html`<p class="beside"><span>${link(`${places.invitation}?${new URLSearchParams({ token })}`, "I have no account yet")}</span></p>`
    ]
    : [
      html`<p>Choose a name and a password, and you are a member.</p>`,
      problem(wrong),
      joining(guest, token, wrong),
      html`<p class="beside"><span>${link(`${places.invitation}?${new URLSearchParams({ token, who: "known" })}`, "I have an account")}</span></p>`
    ]

const shownWith = (needsCode: boolean) => Effect.fnUntraced(function*(wrong: Wrong) {
  const guest = yield* Guest
  const token = letterToken(guest)
  return {
    title: "Join a company",
    headers: untold,
    content: html`
      <div class="card">
        ${token === ""
          ? html`<p>The link is not whole. Copy all of it from the letter into the address line.</p>`
          : card(guest, token, wrong, needsCode)}
      </div>`
  } satisfies Page
})

export const invitationPage = unseenOf(shownWith(false))

/** Whoever joins is signed in by it. */
export const joinCompany = Effect.gen(function*() {
  const { auth } = yield* InProcessClient
  const sessions = yield* DashboardSessions
  const guest = yield* Guest
  const token = letterToken(guest)
  const secret = guest.form.get("password") ?? ""
  const given = typed(guest.form, "code")
  const payload = guest.form.get("who") === "known"
    ? { token, password: secret, ...given !== "" && { code: given } }
    : { token, password: secret, name: typed(guest.form, "name") }
  const entered = Effect.flatMap(auth.accept_invitation({ payload }), ({ session_id, user }) =>
    Effect.map(sessions.open({ company_id: user.company_id, key_id: session_id }), (entering) => ({ to: places.overview, entering })))
  return yield* sending(fields, {
    verb: "accept_invitation",
    payload,
    call: Effect.catchTag(entered, "TwoFactorRequired", ({ message }) => shownWith(true)(new Map([["code", message]])))
  }, shownWith(guest.form.has("code")))
})
