import { Effect } from "effect"
import { UserId } from "#schemas/kernel/ids"
import { InProcessClient } from "../../http/in-process-client.ts"
import { RIGHT, type Wrong } from "../components/field.ts"
import { act } from "../components/form.ts"
import { isRole, roleField } from "../components/roles.ts"
import { empty } from "../components/states.ts"
import { facts } from "../components/table.ts"
import { time } from "../components/time.ts"
import { problem, sending, typed } from "../forms.ts"
import { Visit } from "../gate.ts"
import { html } from "../html.ts"
import { doing } from "../ladder.ts"
import { permitted } from "../permission.ts"
import { places } from "../paths.ts"
import { among, idOf, MOST } from "../query.ts"
import type { Page } from "../response.ts"
import { forPeople } from "./account.ts"

const memberShown = Effect.fnUntraced(function*(wrong: Wrong) {
  const { auth } = yield* InProcessClient
  const { params, proof, session: { caller, company } } = yield* Visit
  if (caller.person === undefined) return forPeople("Members", places.members)
  const id = yield* idOf(params, UserId.make)
  const member = yield* among(
    (cursor) => auth.list_members({ query: { ...cursor, limit: MOST, offset: 0, sort: "id" } }),
    (one) => one.id === id
  )
  const at = `${places.members}/${id}`
  const own = caller.person.role
  const within = { section: places.members, trail: { title: "Members", to: places.members } }
  if (member === undefined) return { ...within, title: "No such member", status: 404, content: empty("Nobody of this company is at this address.") }
  const change = yield* permitted("update_member", () => act({
    to: at, proof, button: "Change the role", fields: roleField(own, member.role, wrong)
  }))
  const remove = yield* permitted("remove_member", () => act({ to: `${at}/remove`, proof, button: "Remove from the company", tone: "risky" }))
  return {
    ...within,
    title: member.name,
    content: html`
      <div>
        ${problem(wrong)}
        ${facts([
          ["E-mail address", member.email],
          ["Role", member.role],
          ["Two factors", member.two_factor ? "on" : "off"],
          ["Last here", time(company.time_zone, member.last_seen_at)],
          ["Member since", time(company.time_zone, member.created_at)]
        ])}
        <section class="narrow"><h2>Role</h2>${change}</section>
        <section><h2>Leaving</h2><p>Their sessions and connections end at once. API keys that they made stay good.</p>${remove}</section>
      </div>`
  } satisfies Page
})

export const memberPage = Effect.suspend(() => memberShown(RIGHT))

export const changeMember = Effect.gen(function*() {
  const { auth } = yield* InProcessClient
  const { form, params } = yield* Visit
  const id = yield* idOf(params, UserId.make)
  const role = typed(form, "role")
  const payload = { role: isRole(role) ? role : "viewer" }
  return yield* sending(["role"], {
    verb: "update_member",
    payload,
    call: doing(
      { verb: "update_member", question: "Change the role?", button: "Change the role", back: `${places.members}/${id}`, section: places.members },
      Effect.as(auth.update_member({ params: { id }, payload }), { to: `${places.members}?done=changed` })
    )
  }, memberShown)
})

export const removeMember = Effect.gen(function*() {
  const { auth } = yield* InProcessClient
  const { params } = yield* Visit
  const id = yield* idOf(params, UserId.make)
  const back = `${places.members}/${id}`
  return yield* sending([], {
    verb: "remove_member",
    payload: {},
    call: doing(
      {
        verb: "remove_member",
        question: "Remove this member?",
        button: "Remove from the company",
        follows: "Their sessions and connections in this company end at once. API keys that they made stay good.",
        back,
        section: places.members
      },
      Effect.as(auth.remove_member({ params: { id } }), { to: `${places.members}?done=removed` })
    )
  }, memberShown)
})
