import { Effect } from "effect"
import type { Session } from "#schemas/auth/session"
import type { TwoFactor } from "#schemas/auth/two-factor"
import { KeyId } from "#schemas/kernel/ids"
import { badge, doneNotice, empty, link, testMark } from "../components/elements.ts"
import { postForm } from "../components/form.ts"
import { facts, paging, ROWS, table } from "../components/table.ts"
import { ago, time } from "../components/time.ts"
import { type Page, SessionRequest } from "../handler.ts"
import { html, type Node } from "../html.ts"
import { paths } from "../paths.ts"
import { idOf, optional } from "../query.ts"
import { withConsent } from "../submit.ts"

const twoFactors = ({ on, recovery_codes_left, since }: TwoFactor) =>
  Effect.map(SessionRequest, ({ session: { company: { time_zone } } }): Node => html`
    <section>
      <h2>Two-factor authentication ${on ? badge("on", "good") : badge("off", "wait")}</h2>
      ${on
        ? html`
          <div>
            <p>Signing in takes a code of your authenticator app besides the password, since ${time(time_zone, since)}.
              ${" "}${recovery_codes_left === 0
                ? html`<strong>You have no recovery codes left.</strong>`
                : `You have ${recovery_codes_left} recovery ${recovery_codes_left === 1 ? "code" : "codes"} left.`}</p>
            <div class="acts">
              ${postForm({ to: `${paths.twoFactor}/recovery-codes`, button: "Make new recovery codes" })}
              ${postForm({ to: `${paths.twoFactor}/disable`, button: "Turn off two-factor authentication", tone: "risky" })}
            </div>
          </div>`
        : html`
          <div>
            <p>Whoever learns your password can sign in as you. With two-factor authentication they need your phone as well.</p>
            <div class="acts">${postForm({ to: paths.twoFactor, button: "Turn on two-factor authentication", tone: "main" })}</div>
          </div>`}
    </section>`)

const sessions = (zone: string, rows: ReadonlyArray<Session>, end: (session: Session) => Node): Node =>
  table<Session>({
    label: "Where you are signed in to this company, newest first",
    rows,
    empty: empty("You are signed in nowhere."),
    columns: [
      { title: "Where", cell: ({ current, label, mode }) => [label, current && [" ", badge("this one", "good")], testMark(mode === "live")] },
      { title: "Address", cell: ({ address }) => html`<code>${address}</code>` },
      { title: "Signed in", cell: ({ created_at }) => ago(zone, created_at) },
      { title: "Used last", cell: ({ last_used_at }) => ago(zone, last_used_at) },
      { title: "End it", cell: end }
    ]
  })

const done = {
  ended: "That session has ended.",
  alone: "You are signed out everywhere but here.",
  password: "Your password is changed, and you were signed out everywhere else.",
  off: "Two-factor authentication is off."
}

/** A page that only people can have, said to whoever signed in with a key. */
export const peopleOnly = (title: string, section: string): Page => ({
  title,
  section,
  content: empty(
    "This is for people.",
    html`<span>You are signed in with an API key. ${link(paths.signIn, "Sign in with an e-mail address and a password")} to see it.</span>`
  )
})

export const accountPage = Effect.gen(function*() {
  const { api: { auth }, query, session: { caller, company, person } } = yield* SessionRequest
  if (person === undefined || caller.person === undefined) return peopleOnly("Your account", paths.account)
  const { cursor } = optional(query, ["cursor"])
  const found = yield* auth.list_sessions({ query: { ...cursor !== undefined && { cursor }, limit: ROWS, offset: 0 } })
  const two = yield* twoFactors(yield* auth.get_two_factor())
  return {
    title: "Your account",
    section: paths.account,
    content: html`
      <div>
        ${doneNotice(query, done)}
        ${facts([
          ["Name", person.name],
          ["E-mail address", person.email],
          ["Company", [company.name, " (", link(paths.companies, "change"), ")"]],
          ["Role", caller.person.role]
        ])}
        <section>
          <h2>Password</h2>
          <p>Changing it signs you out everywhere else.</p>
          <div class="acts"><a class="button" href=${paths.password}>Change the password</a></div>
        </section>
        ${two}
        <section>
          <h2>Where you are signed in</h2>
          ${sessions(company.time_zone, found.items, ({ current, id, label }) =>
            current
              ? html`<span class="faint">by signing out</span>`
              : postForm({ to: `${paths.account}/sessions/${id}/end`, button: "End", about: label }))}
          ${paging({ path: paths.account, cursor, shown: found })}
          ${found.total > 1 && html`
            <div class="acts">${postForm({ to: `${paths.account}/sessions/end`, button: "End all others", tone: "risky" })}</div>`}
        </section>
      </div>`
  } satisfies Page
})

export const endSession = Effect.gen(function*() {
  const { api: { auth }, params } = yield* SessionRequest
  yield* auth.revoke_session({ params: { id: yield* idOf(params, KeyId.make) } })
  return { to: `${paths.account}?done=ended` }
})

export const endOtherSessions = Effect.gen(function*() {
  const { api: { auth } } = yield* SessionRequest
  return yield* withConsent(
    {
      verb: "revoke_all_sessions", question: "End all other sessions?", button: "End all others",
      back: paths.account, section: paths.account
    },
    Effect.as(auth.revoke_all_sessions(), { to: `${paths.account}?done=alone` })
  )
})
