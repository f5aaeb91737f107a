import { Effect } from "effect"
import { newToken } from "#layers/auth/opaque-tokens"
import { type Invitation, InvitationId, type Member } from "#schemas/auth/member"
import { isAtLeast } from "#schemas/kernel/roles"
import { InProcessClient } from "../../http/in-process-client.ts"
import { badge } from "../components/badge.ts"
import { email, hiddenField, RIGHT, type Wrong } from "../components/field.ts"
import { act } from "../components/form.ts"
import { link } from "../components/link.ts"
import { paging, ROWS } from "../components/paging.ts"
import { isRole, roleField } from "../components/roles.ts"
import { empty, notice } from "../components/states.ts"
import { table } from "../components/table.ts"
import { NONE, time } from "../components/time.ts"
import { problem, sending, typed } from "../forms.ts"
import { Visit } from "../gate.ts"
import { html, type Node } from "../html.ts"
import { permitted } from "../permission.ts"
import { places } from "../paths.ts"
import { idOf, optional } from "../query.ts"
import { missing } from "../refusals.ts"
import type { Page } from "../response.ts"
import { forPeople } from "./account.ts"

const memberTable = (zone: string, own: number, rows: ReadonlyArray<Member>, manages: boolean): Node =>
  table<Member>({
    label: "Members",
    rows,
    empty: empty("Nobody is a member."),
    columns: [
      {
        title: "Name",
        cell: ({ id, name }) => [manages ? link(`${places.members}/${id}`, name) : name, id === own && [" ", badge("you", "good")]]
      },
      { title: "E-mail address", cell: ({ email }) => email },
      { title: "Role", cell: ({ role }) => role },
      { title: "Two factors", cell: ({ signs_in, two_factor }) => !signs_in ? NONE : two_factor ? badge("on", "good") : badge("off", "wait") },
      { title: "Last here", cell: ({ last_seen_at, signs_in }) => signs_in ? time(zone, last_seen_at) : "does not sign in" }
    ]
  })

const invitationTable = (zone: string, proof: Visit["Service"]["proof"], rows: ReadonlyArray<Invitation>): Node =>
  table<Invitation>({
    label: "Invitations that nobody has answered yet",
    rows,
    empty: empty("No invitation is open."),
    columns: [
      { title: "To", cell: ({ email }) => email },
      { title: "Role", cell: ({ role }) => role },
      { title: "By", cell: ({ invited_by }) => invited_by?.name ?? NONE },
      { title: "Good until", cell: ({ expires_at }) => time(zone, expires_at) },
      {
        title: "Withdraw it",
        cell: ({ email, id }) => act({ to: `${places.members}/invitations/${id}/withdraw`, proof, button: "Withdraw", about: email })
      }
    ]
  })

const done: Readonly<Record<string, string>> = {
  invited: "The invitation is on its way. It is good for seven days.",
  withdrawn: "The invitation is withdrawn.",
  changed: "The role is changed, and holds at once.",
  removed: "They are no longer a member. What was signed in or connected for them has ended."
}

const invitations = Effect.gen(function*() {
  const { auth } = yield* InProcessClient
  const { proof, session: { company } } = yield* Visit
  return yield* Effect.match(auth.list_invitations({ query: { limit: ROWS, offset: 0 } }), {
    onFailure: missing,
    onSuccess: ({ items }) => invitationTable(company.time_zone, proof, items)
  })
})

const listed = Effect.fnUntraced(function*(wrong: Wrong) {
  const { auth } = yield* InProcessClient
  const { form, proof, query, session: { caller, company } } = yield* Visit
  if (caller.person === undefined) return forPeople("Members", places.members)
  const { role, user_id } = caller.person
  const { cursor, done: did } = optional(query, ["cursor", "done"])
  const found = yield* auth.list_members({ query: { ...cursor !== undefined && { cursor }, limit: ROWS, offset: 0, sort: "id" } })
  const manages = isAtLeast(role, "admin")
  const invite = yield* permitted("invite_member", () => act({
    to: places.members,
    proof,
    button: "Send the invitation",
    tone: "main",
    fields: [
      hiddenField("once", typed(form, "once") || newToken()),
      email(wrong, typed(form, "email"), { autocomplete: "off" }),
      roleField(role, typed(form, "role") || "member", wrong)
    ]
  }))
  return {
    title: "Members",
    section: places.members,
    content: html`
      <div>
        ${did !== undefined && Object.hasOwn(done, did) && wrong.size === 0 && notice(done[did])}
        ${memberTable(company.time_zone, user_id, found.items, manages)}
        ${paging({ path: places.members, cursor, shown: found })}
        <section class="narrow">
          <h2>Invite somebody</h2>
          ${problem(wrong)}
          ${invite}
        </section>
        ${manages && html`<section><h2>Open invitations</h2>${yield* invitations}</section>`}
      </div>`
  } satisfies Page
})

export const membersPage = Effect.suspend(() => listed(RIGHT))

export const inviteMember = Effect.gen(function*() {
  const { auth } = yield* InProcessClient
  const { form } = yield* Visit
  const role = typed(form, "role")
  const payload = { email: typed(form, "email"), role: isRole(role) ? role : "member" }
  const once = typed(form, "once").slice(0, 50) || newToken()
  return yield* sending(["email", "role"], {
    verb: "invite_member",
    payload,
    call: Effect.as(
      auth.invite_member({ payload, headers: { "idempotency-key": `dashboard-${once}` } }),
      { to: `${places.members}?done=invited` }
    )
  }, listed)
})

export const withdrawInvitation = Effect.gen(function*() {
  const { auth } = yield* InProcessClient
  const { params } = yield* Visit
  yield* auth.withdraw_invitation({ params: { id: yield* idOf(params, InvitationId.make) } })
  return { to: `${places.members}?done=withdrawn` }
})
