import { Effect } from "effect"
import { KeyId } from "#schemas/kernel/ids"
import type { Session } from "#schemas/auth/session"
import type { TwoFactor } from "#schemas/auth/two-factor"
import { InProcessClient } from "../../http/in-process-client.ts"
import { badge } from "../components/badge.ts"
import { act } from "../components/form.ts"
import { link, testMark } from "../components/link.ts"
import { paging, ROWS } from "../components/paging.ts"
import { empty, notice } from "../components/states.ts"
import { facts, table } from "../components/table.ts"
import { time } from "../components/time.ts"
import { Visit } from "../gate.ts"
import { html, type Node } from "../html.ts"
import { doing } from "../ladder.ts"
import { places } from "../paths.ts"
import { idOf, optional } from "../query.ts"
import type { Page } from "../response.ts"

const twoFactors = ({ on, recovery_codes_left, since }: TwoFactor) =>
  Effect.map(Visit, ({ proof, session: { company: { time_zone } } }): Node => html`
    <section>
      <h2>Two factors ${on ? badge("on", "good") : badge("off", "wait")}</h2>
      ${on
        ? html`
          <div>
            <p>Signing in takes a code of your authenticator app besides the password, since ${time(time_zone, since)}.
              ${" "}${recovery_codes_left === 0
                ? html`<strong>You have no recovery codes left.</strong>`
                : `You have ${recovery_codes_left} recovery ${recovery_codes_left === 1 ? "code" : "codes"} left.`}</p>
            <div class="acts">
              ${act({ to: `${places.twoFactor}/recovery-codes`, proof, button: "Make new recovery codes" })}
              ${act({ to: `${places.twoFactor}/disable`, proof, button: "Turn two factors off", tone: "risky" })}
            </div>
          </div>`
        : html`
          <div>
            <p>Whoever learns your password can sign in as you. With two factors they need your telephone as well.</p>
            <div class="acts">${act({ to: places.twoFactor, proof, button: "Turn on two factors", tone: "main" })}</div>
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
      { title: "Signed in", cell: ({ created_at }) => time(zone, created_at) },
      { title: "Used last", cell: ({ last_used_at }) => time(zone, last_used_at) },
      { title: "End it", cell: end }
    ]
  })

const done: Readonly<Record<string, string>> = {
  ended: "That session has ended.",
  alone: "You are signed out everywhere but here.",
  password: "Your password is changed, and you were signed out everywhere else.",
  off: "Two factors are off."
}

/** A page that only people can have, said to whoever signed in with a key. */
export const forPeople = (title: string, section: string): Page => ({
  title,
  section,
  content: empty(
    "This is for people.",
    html`<span>You are signed in with an API key. ${link(places.signIn, "Sign in with an e-mail address and a password")} to see it.</span>`
  )
})

export const accountPage = Effect.gen(function*() {
  const { auth } = yield* InProcessClient
  const { proof, query, session: { caller, company, person } } = yield* Visit
  if (person === undefined || caller.person === undefined) return forPeople("Your account", places.account)
  const { cursor, done: did } = optional(query, ["cursor", "done"])
  const found = yield* auth.list_sessions({ query: { ...cursor !== undefined && { cursor }, limit: ROWS, offset: 0 } })
  const two = yield* twoFactors(yield* auth.get_two_factor())
  return {
    title: "Your account",
    section: places.account,
    content: html`
      <div>
        ${did !== undefined && Object.hasOwn(done, did) && notice(done[did])}
        ${facts([
          ["Name", person.name],
          ["E-mail address", person.email],
          ["Company", [company.name, " (", link(places.companies, "change"), ")"]],
          ["Role", caller.person.role]
        ])}
        <section>
          <h2>Password</h2>
          <p>Changing it signs you out everywhere else.</p>
          <div class="acts"><a class="button" href=${places.password}>Change the password</a></div>
        </section>
        ${two}
        <section>
          <h2>Where you are signed in</h2>
          ${sessions(company.time_zone, found.items, ({ current, id, label }) =>
            current
              ? html`<span class="faint">by signing out</span>`
              : act({ to: `${places.account}/sessions/${id}/end`, proof, button: "End", about: label }))}
          ${paging({ path: places.account, cursor, shown: found })}
          ${found.total > 1 && html`
            <div class="acts">${act({ to: `${places.account}/sessions/end`, proof, button: "End all others", tone: "risky" })}</div>`}
        </section>
      </div>`
  } satisfies Page
})

export const endSession = Effect.gen(function*() {
  const { auth } = yield* InProcessClient
  const { params } = yield* Visit
  yield* auth.revoke_session({ params: { id: yield* idOf(params, KeyId.make) } })
  return { to: `${places.account}?done=ended` }
})

export const endOtherSessions = Effect.gen(function*() {
  const { auth } = yield* InProcessClient
  return yield* doing(
    {
      verb: "revoke_all_sessions",
      question: "End all other sessions?",
      button: "End all others",
      back: places.account,
      section: places.account
    },
    Effect.as(auth.revoke_all_sessions(), { to: `${places.account}?done=alone` })
  )
})
