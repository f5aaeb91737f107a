import { Effect } from "effect"
import { UserId } from "#schemas/kernel/ids"
import { empty } from "../components/elements.ts"
import { type FieldErrors, NO_ERRORS, postForm } from "../components/form.ts"
import { isRole, roleField } from "../components/roles.ts"
import { facts } from "../components/table.ts"
import { time } from "../components/time.ts"
import { permitted, problem, textOf } from "../forms.ts"
import { type Page, SessionRequest } from "../handler.ts"
import { html } from "../html.ts"
import { paths } from "../paths.ts"
import { among, idOf, MOST } from "../query.ts"
import { submitWithConsent } from "../submit.ts"
import { peopleOnly } from "./account.ts"
import { spoken } from "../words/spoken.ts"

const w = spoken("member")
const roleNames = spoken("roleNames")

const memberShown = Effect.fnUntraced(function*(errors: FieldErrors) {
  const { api: { auth }, params, session: { caller, company } } = yield* SessionRequest
  if (caller.person === undefined) return peopleOnly(w.members, paths.members)
  const id = yield* idOf(params, UserId.make)
  const member = yield* among(
    (cursor) => auth.list_members({ query: { ...cursor, limit: MOST, offset: 0, sort: "id" } }),
    (one) => one.id === id
  )
  const at = `${paths.members}/${id}`
  const own = caller.person.role
  const within = { section: paths.members, trail: { title: w.members, to: paths.members } }
  if (member === undefined) return { ...within, title: w.noSuch, status: 404, content: empty(w.nobodyHere) }
  const change = yield* permitted("update_member", () => postForm({
    to: at, button: w.change, fields: roleField(own, member.role, errors)
  }))
  const remove = yield* permitted("remove_member", () => postForm({ to: `${at}/remove`, button: w.remove, tone: "risky" }))
  return {
    ...within,
    title: member.name,
    content: html`
      <div>
        ${problem(errors)}
        ${facts([
          [w.email, member.email],
          [w.role, roleNames[member.role]],
          [w.twoFactor, member.two_factor ? w.on : w.off],
          [w.lastHere, time(company.time_zone, member.last_seen_at)],
          [w.since, time(company.time_zone, member.created_at)]
        ])}
        <section class="narrow"><h2>${w.role}</h2>${change}</section>
        <section><h2>${w.leaving}</h2><p>${w.leavingHelp}</p>${remove}</section>
      </div>`
  } satisfies Page
})

export const memberPage = Effect.suspend(() => memberShown(NO_ERRORS))

export const changeMember = Effect.gen(function*() {
  const { api: { auth }, form, params } = yield* SessionRequest
  const id = yield* idOf(params, UserId.make)
  const role = textOf(form, "role")
  const payload = { role: isRole(role) ? role : "viewer" }
  const action = {
    verb: "update_member", question: w.changeQuestion, button: w.change,
    back: `${paths.members}/${id}`, section: paths.members
  }
  return yield* submitWithConsent(action, {
    payload, again: memberShown,
    call: Effect.as(auth.update_member({ params: { id }, payload }), { to: `${paths.members}?done=changed` })
  })
})

export const removeMember = Effect.gen(function*() {
  const { api: { auth }, params } = yield* SessionRequest
  const id = yield* idOf(params, UserId.make)
  const back = `${paths.members}/${id}`
  const action = {
    verb: "remove_member", question: w.removeQuestion, button: w.remove,
    follows: w.removeFollows,
    back, section: paths.members
  }
  return yield* submitWithConsent(action, {
    payload: {}, again: memberShown,
    call: Effect.as(auth.remove_member({ params: { id } }), { to: `${paths.members}?done=removed` })
  })
})
