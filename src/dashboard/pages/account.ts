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
import { spoken, type Text } from "../words/spoken.ts"

const w = spoken("account")
const roleNames = spoken("roleNames")

const twoFactors = ({ on, recovery_codes_left, since }: TwoFactor) =>
  Effect.map(SessionRequest, ({ session: { company: { time_zone } } }): Node => html`
    <section>
      <h2>${w.twoFactor} ${on ? badge(w.on, "good") : badge(w.off, "wait")}</h2>
      ${on
        ? html`
          <div>
            <p>${w.takesCode(time(time_zone, since))}
              ${" "}${recovery_codes_left === 0
                ? html`<strong>${w.noCodes}</strong>`
                : w.codesLeft(recovery_codes_left)}</p>
            <div class="acts">
              ${postForm({ to: `${paths.twoFactor}/recovery-codes`, button: w.renew })}
              ${postForm({ to: `${paths.twoFactor}/disable`, button: w.turnOff, tone: "risky" })}
            </div>
          </div>`
        : html`
          <div>
            <p>${w.why}</p>
            <div class="acts">${postForm({ to: paths.twoFactor, button: w.turnOn, tone: "main" })}</div>
          </div>`}
    </section>`)

const sessions = (zone: string, rows: ReadonlyArray<Session>, end: (session: Session) => Node): Node =>
  table<Session>({
    label: w.sessions,
    rows,
    empty: empty(w.nowhere),
    columns: [
      { title: w.where, cell: ({ current, label, mode }) => [label, current && [" ", badge(w.thisOne, "good")], testMark(mode === "live")] },
      { title: w.address, cell: ({ address }) => html`<code>${address}</code>` },
      { title: w.signedIn, cell: ({ created_at }) => ago(zone, created_at) },
      { title: w.usedLast, cell: ({ last_used_at }) => ago(zone, last_used_at) },
      { title: w.endIt, cell: end }
    ]
  })

const done = {
  ended: w.ended,
  alone: w.alone,
  password: w.changed,
  off: w.isOff
}

/** A page that only people can have, said to whoever signed in with a key. */
export const peopleOnly = (title: Text, section: string): Page => ({
  title,
  section,
  content: empty(
    w.people,
    w.peopleHelp(link(paths.signIn, w.peopleLink))
  )
})

export const accountPage = Effect.gen(function*() {
  const { api: { auth }, query, session: { caller, company, person } } = yield* SessionRequest
  if (person === undefined || caller.person === undefined) return peopleOnly(w.title, paths.account)
  const { cursor } = optional(query, ["cursor"])
  const found = yield* auth.list_sessions({ query: { ...cursor !== undefined && { cursor }, limit: ROWS, offset: 0 } })
  const two = yield* twoFactors(yield* auth.get_two_factor())
  return {
    title: w.title,
    section: paths.account,
    content: html`
      <div>
        ${doneNotice(query, done)}
        ${facts([
          [w.name, person.name],
          [w.email, person.email],
          [w.company, [company.name, " (", link(paths.companies, w.change), ")"]],
          [w.role, roleNames[caller.person.role]]
        ])}
        <section>
          <h2>${w.password}</h2>
          <p>${w.passwordHelp}</p>
          <div class="acts"><a class="button" href=${paths.password}>${w.changePassword}</a></div>
        </section>
        ${two}
        <section>
          <h2>${w.whereTitle}</h2>
          ${sessions(company.time_zone, found.items, ({ current, id, label }) =>
            current
              ? html`<span class="faint">${w.bySigningOut}</span>`
              : postForm({ to: `${paths.account}/sessions/${id}/end`, button: w.end, about: label }))}
          ${paging({ path: paths.account, cursor, shown: found })}
          ${found.total > 1 && html`
            <div class="acts">${postForm({ to: `${paths.account}/sessions/end`, button: w.endOthers, tone: "risky" })}</div>`}
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
      verb: "revoke_all_sessions", question: w.endQuestion, button: w.endOthers,
      back: paths.account, section: paths.account
    },
    Effect.as(auth.revoke_all_sessions(), { to: `${paths.account}?done=alone` })
  )
})
