import { Effect } from "effect"
import { newToken } from "#layers/auth/opaque-tokens"
import { type Invitation, InvitationId, type Member } from "#schemas/auth/member"
import { isAtLeast } from "#schemas/kernel/roles"
import { unavailable } from "../api-errors.ts"
import { avatar } from "../components/avatar.ts"
import { badge, doneNotice, empty, link, NONE } from "../components/elements.ts"
import { email, type FieldErrors, hiddenField, NO_ERRORS, postForm } from "../components/form.ts"
import { isRole, roleField } from "../components/roles.ts"
import { paging, ROWS, table } from "../components/table.ts"
import { ago } from "../components/time.ts"
import { permitted, problem, textOf } from "../forms.ts"
import { type Page, SessionRequest } from "../handler.ts"
import { html, type Node } from "../html.ts"
import { emailPath, isTriedHere } from "../local-email.ts"
import { paths } from "../paths.ts"
import { idOf, optional } from "../query.ts"
import { submit } from "../submit.ts"
import { peopleOnly } from "./account.ts"

const memberTable = (zone: string, own: number, rows: ReadonlyArray<Member>, manages: boolean): Node =>
  table<Member>({
    label: "Members",
    rows,
    empty: empty("Nobody is a member."),
    columns: [
      {
        title: "Name",
        cell: ({ id, name }) => [avatar(name), manages ? link(`${paths.members}/${id}`, name) : name, id === own && [" ", badge("you", "good")]]
      },
      { title: "E-mail address", cell: ({ email }) => email },
      { title: "Role", cell: ({ role }) => role },
      { title: "Two-factor authentication", cell: ({ signs_in, two_factor }) => !signs_in ? NONE : two_factor ? badge("on", "good") : badge("off", "wait") },
      { title: "Last here", cell: ({ last_seen_at, signs_in }) => signs_in ? ago(zone, last_seen_at) : "does not sign in" }
    ]
  })

/** With `read`, each leads to the e-mail that nobody got. */
const invitationTable = (zone: string, rows: ReadonlyArray<Invitation>, read?: (email: string) => string): Node =>
  table<Invitation>({
    label: "Invitations that nobody has answered yet",
    rows,
    empty: empty("No invitation is open."),
    columns: [
      { title: "To", cell: ({ email }) => read === undefined ? email : link(read(email), email) },
      { title: "Role", cell: ({ role }) => role },
      { title: "By", cell: ({ invited_by }) => invited_by?.name ?? NONE },
      { title: "Good until", cell: ({ expires_at }) => ago(zone, expires_at) },
      {
        title: "Withdraw it",
        cell: ({ email, id }) => postForm({ to: `${paths.members}/invitations/${id}/withdraw`, button: "Withdraw", about: email })
      }
    ]
  })

const done = {
  invited: "The invitation is on its way. It is good for seven days.",
  withdrawn: "The invitation is withdrawn.",
  changed: "The role is changed, and holds at once.",
  removed: "They are no longer a member. What was signed in or connected for them has ended."
}

const invitations = Effect.gen(function*() {
  const { api: { auth }, session: { company }, token } = yield* SessionRequest
  const read = (yield* isTriedHere) ? (email: string) => emailPath(token, "invitation", email) : undefined
  return yield* Effect.match(auth.list_invitations({ query: { limit: ROWS, offset: 0 } }), {
    onFailure: unavailable,
    onSuccess: ({ items }) => invitationTable(company.time_zone, items, read)
  })
})

const memberList = Effect.fnUntraced(function*(errors: FieldErrors) {
  const { api: { auth }, form, query, session: { caller, company } } = yield* SessionRequest
  if (caller.person === undefined) return peopleOnly("Members", paths.members)
  const { role, user_id } = caller.person
  const { cursor } = optional(query, ["cursor"])
  const found = yield* auth.list_members({ query: { ...cursor !== undefined && { cursor }, limit: ROWS, offset: 0, sort: "id" } })
  const manages = isAtLeast(role, "admin")
  const invite = yield* permitted("invite_member", () => postForm({
    to: paths.members, button: "Send the invitation", tone: "main",
    fields: [
      hiddenField("once", textOf(form, "once") || newToken()),
      email(errors, textOf(form, "email"), { autocomplete: "off" }),
      roleField(role, textOf(form, "role") || "member", errors)
    ]
  }))
  return {
    title: "Members",
    section: paths.members,
    content: html`
      <div>
        ${errors.size === 0 && doneNotice(query, done)}
        ${memberTable(company.time_zone, user_id, found.items, manages)}
        ${paging({ path: paths.members, cursor, shown: found })}
        <section class="narrow">
          <h2>Invite somebody</h2>
          ${problem(errors)}
          ${invite}
        </section>
        ${manages && html`<section><h2>Open invitations</h2>${yield* invitations}</section>`}
      </div>`
  } satisfies Page
})

export const membersPage = Effect.suspend(() => memberList(NO_ERRORS))

export const inviteMember = Effect.gen(function*() {
  const { api: { auth }, form } = yield* SessionRequest
  const role = textOf(form, "role")
  const payload = { email: textOf(form, "email"), role: isRole(role) ? role : "member" }
  const once = textOf(form, "once").slice(0, 50) || newToken()
  return yield* submit("invite_member", {
    payload, again: memberList,
    call: Effect.as(
      auth.invite_member({ payload, headers: { "idempotency-key": `dashboard-${once}` } }),
      { to: `${paths.members}?done=invited` }
    )
  })
})

export const withdrawInvitation = Effect.gen(function*() {
  const { api: { auth }, params } = yield* SessionRequest
  yield* auth.withdraw_invitation({ params: { id: yield* idOf(params, InvitationId.make) } })
  return { to: `${paths.members}?done=withdrawn` }
})
