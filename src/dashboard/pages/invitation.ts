import { Effect, Option } from "effect"
import { DashboardSessions } from "#layers/auth/dashboard-sessions"
import { Joins } from "#layers/auth/joining"
import { link } from "../components/elements.ts"
import { code, field, type FieldErrors, hiddenField, newPassword, password, postForm } from "../components/form.ts"
import { formPage, problem, textOf } from "../forms.ts"
import { AnonymousRequest, type Page } from "../handler.ts"
import { html, type Node } from "../html.ts"
import { paths } from "../paths.ts"
import { originReferrer } from "../response.ts"
import { submit } from "../submit.ts"
import { emailToken } from "./verify.ts"
import { spoken } from "../words/spoken.ts"

const w = spoken("invitation")
const roleNames = spoken("roleNames")

const fields = ["name", "password", "code"] as const

/** For whoever has no account: who they are to be. */
const joining = ({ form }: AnonymousRequest["Service"], token: string, errors: FieldErrors): Node =>
  postForm({
    to: paths.invitation, button: w.joinNew, tone: "main",
    fields: [
      hiddenField("token", token),
      hiddenField("who", "new"),
      field({
        name: "name", label: w.name, errors,
        attributes: { required: true, autocomplete: "name", maxlength: "100", value: textOf(form, "name") }
      }),
      newPassword(errors, "password", w.password)
    ]
  })

/** For whoever has one: that it is theirs. */
const returning = (token: string, errors: FieldErrors, needsCode: boolean): Node =>
  postForm({
    to: paths.invitation, button: w.joinKnown, tone: "main",
    fields: [
      hiddenField("token", token),
      hiddenField("who", "known"),
      password(errors),
      needsCode && code(errors, { autofocus: true })
    ]
  })

const card = (request: AnonymousRequest["Service"], token: string, errors: FieldErrors, needsCode: boolean): Node =>
  request.form.get("who") === "known" || request.query.get("who") === "known"
    ? [
      html`<p>${w.knownIntro}</p>`,
      problem(errors),
      returning(token, errors, needsCode),
      html`<p class="beside"><span>${link(`${paths.invitation}?${new URLSearchParams({ token })}`, w.noAccount)}</span></p>`
    ]
    : [
      html`<p>${w.newIntro}</p>`,
      problem(errors),
      joining(request, token, errors),
      html`<p class="beside"><span>${link(`${paths.invitation}?${new URLSearchParams({ token, who: "known" })}`, w.haveAccount)}</span></p>`
    ]

const over = html`<p>${w.over}</p>`

const shownWith = (needsCode: boolean) => Effect.fnUntraced(function*(errors: FieldErrors) {
  const request = yield* AnonymousRequest
  const token = emailToken(request)
  const invitation = yield* Joins.use(({ find }) => find(token))
  return {
    title: Option.match(invitation, { onNone: () => w.joinSome, onSome: ({ company }) => w.join(company) }),
    headers: originReferrer,
    content: html`
      <div class="card">
        ${Option.match(invitation, {
          onNone: () => [problem(errors), over],
          onSome: ({ company, email, role }) => [
            w.invited(company, email, roleNames[role]),
            card(request, token, errors, needsCode)
          ]
        })}
      </div>`
  } satisfies Page
})

export const invitationPage = formPage(shownWith(false))

/** Whoever joins is signed in by it. */
export const joinCompany = Effect.gen(function*() {
  const sessions = yield* DashboardSessions
  const request = yield* AnonymousRequest
  const { api: { auth }, form } = request
  const token = emailToken(request)
  const secret = form.get("password") ?? ""
  const given = textOf(form, "code")
  const payload = form.get("who") === "known"
    ? { token, password: secret, ...given !== "" && { code: given } }
    : { token, password: secret, name: textOf(form, "name") }
  const entered = Effect.flatMap(auth.accept_invitation({ payload }), ({ session_id, user }) =>
    Effect.map(sessions.open({ company_id: user.company_id, key_id: session_id }), (sessionToken) => ({ to: paths.overview, sessionToken })))
  return yield* submit("accept_invitation", {
    payload, fields, again: shownWith(form.has("code")),
    call: Effect.catchTag(entered, "TwoFactorRequired", ({ message }) => shownWith(true)(new Map([["code", message]])))
  })
})
