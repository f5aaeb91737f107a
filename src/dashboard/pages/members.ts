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
import { spoken } from "../words/spoken.ts"

const w = spoken("members")
const roleNames = spoken("roleNames")

const memberTable = (zone: string, own: number, rows: ReadonlyArray<Member>, manages: boolean): Node =>
  table<Member>({
    label: w.title,
    rows,
    empty: empty(w.nobody),
    columns: [
      {
        title: w.name,
        cell: ({ id, name }) => [avatar(name), manages ? link(`${paths.members}/${id}`, name) : name, id === own && [" ", badge(w.you, "good")]]
      },
      { title: w.email, cell: ({ email }) => email },
      { title: w.role, cell: ({ role }) => roleNames[role] },
      { title: w.twoFactor, cell: ({ signs_in, two_factor }) => !signs_in ? NONE : two_factor ? badge(w.on, "good") : badge(w.off, "wait") },
      { title: w.lastHere, cell: ({ last_seen_at, signs_in }) => signs_in ? ago(zone, last_seen_at) : w.noSignIn }
    ]
  })

/** With `read`, each leads to the e-mail that nobody got. */
const invitationTable = (zone: string, rows: ReadonlyArray<Invitation>, read?: (email: string) => string): Node =>
  table<Invitation>({
    label: w.open,
    rows,
    empty: empty(w.noneOpen),
    columns: [
      { title: w.to, cell: ({ email }) => read === undefined ? email : link(read(email), email) },
      { title: w.role, cell: ({ role }) => roleNames[role] },
      { title: w.by, cell: ({ invited_by }) => invited_by?.name ?? NONE },
      { title: w.until, cell: ({ expires_at }) => ago(zone, expires_at) },
      {
        title: w.withdrawIt,
        cell: ({ email, id }) => postForm({ to: `${paths.members}/invitations/${id}/withdraw`, button: w.withdraw, about: email })
      }
    ]
  })

const done = {
  invited: w.invited,
  withdrawn: w.withdrawn,
  changed: w.changed,
  removed: w.removed
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
  if (caller.person === undefined) return peopleOnly(w.title, paths.members)
  const { role, user_id } = caller.person
  const { cursor } = optional(query, ["cursor"])
  const found = yield* auth.list_members({ query: { ...cursor !== undefined && { cursor }, limit: ROWS, offset: 0, sort: "id" } })
  const manages = isAtLeast(role, "admin")
  const invite = yield* permitted("invite_member", () => postForm({
    to: paths.members, button: w.send, tone: "main",
    fields: [
      hiddenField("once", textOf(form, "once") || newToken()),
      email(errors, textOf(form, "email"), { autocomplete: "off" }),
      roleField(role, textOf(form, "role") || "member", errors)
    ]
  }))
  return {
    title: w.title,
    section: paths.members,
    content: html`
      <div>
        ${errors.size === 0 && doneNotice(query, done)}
        ${memberTable(company.time_zone, user_id, found.items, manages)}
        ${paging({ path: paths.members, cursor, shown: found })}
        <section class="narrow">
          <h2>${w.invite}</h2>
          ${problem(errors)}
          ${invite}
        </section>
        ${manages && html`<section><h2>${w.openTitle}</h2>${yield* invitations}</section>`}
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
