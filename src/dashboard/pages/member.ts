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

const memberShown = Effect.fnUntraced(function*(errors: FieldErrors) {
  const { api: { auth }, params, session: { caller, company } } = yield* SessionRequest
  if (caller.person === undefined) return peopleOnly("Members", paths.members)
  const id = yield* idOf(params, UserId.make)
  const member = yield* among(
    (cursor) => auth.list_members({ query: { ...cursor, limit: MOST, offset: 0, sort: "id" } }),
    (one) => one.id === id
  )
  const at = `${paths.members}/${id}`
  const own = caller.person.role
  const within = { section: paths.members, trail: { title: "Members", to: paths.members } }
  if (member === undefined) return { ...within, title: "No such member", status: 404, content: empty("Nobody of this company is at this address.") }
  const change = yield* permitted("update_member", () => postForm({
    to: at, button: "Change the role", fields: roleField(own, member.role, errors)
  }))
  const remove = yield* permitted("remove_member", () => postForm({ to: `${at}/remove`, button: "Remove from the company", tone: "risky" }))
  return {
    ...within,
    title: member.name,
    content: html`
      <div>
        ${problem(errors)}
        ${facts([
          ["E-mail address", member.email],
          ["Role", member.role],
          ["Two-factor authentication", member.two_factor ? "on" : "off"],
          ["Last here", time(company.time_zone, member.last_seen_at)],
          ["Member since", time(company.time_zone, member.created_at)]
        ])}
        <section class="narrow"><h2>Role</h2>${change}</section>
        <section><h2>Leaving</h2><p>Their sessions and connections end at once. API keys that they made stay good.</p>${remove}</section>
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
    verb: "update_member", question: "Change the role?", button: "Change the role",
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
    verb: "remove_member", question: "Remove this member?", button: "Remove from the company",
    follows: "Their sessions and connections in this company end at once. API keys that they made stay good.",
    back, section: paths.members
  }
  return yield* submitWithConsent(action, {
    payload: {}, again: memberShown,
    call: Effect.as(auth.remove_member({ params: { id } }), { to: `${paths.members}?done=removed` })
  })
})
