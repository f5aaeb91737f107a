import { Effect, Option } from "effect"
import { Contacts } from "#layers/crm/contacts"
import { Deals } from "#layers/crm/deals"
import { type OrganizationQuery, Organizations } from "#layers/crm/organizations"
import { Journal } from "#layers/journal"
import type { NewOrganization, OrganizationChanges, OrganizationId } from "#schemas/crm/organization"
import { NotFound } from "#schemas/kernel/errors"
import { stillAt } from "../precondition.ts"

interface One {
  readonly id: OrganizationId
}

const existing = Effect.fnUntraced(function*(id: OrganizationId, how?: { readonly lock?: boolean }) {
  const organizations = yield* Organizations
  const found = yield* organizations.find(id, how)
  return Option.isSome(found) ? found.value : yield* new NotFound({ message: "There is no such company." })
})

const first50 = { limit: 50, offset: 0, sort: "id" } as const

export const list_companies = (query: OrganizationQuery) => Organizations.use((organizations) => organizations.page(query))

export const get_company = Effect.fnUntraced(function*({ id }: One) {
  const contacts = yield* Contacts
  const deals = yield* Deals
  const organization = yield* existing(id)
  const [people, open] = yield* Effect.all([
    contacts.page({ ...first50, organization_id: id }),
    deals.page({ ...first50, organization_id: id, status: "open" })
  ], { concurrency: "unbounded" })
  return {
    ...organization,
    contacts: { items: people.items, total: people.total },
    open_deals: { items: open.items, total: open.total }
  }
})

export const create_company = Effect.fnUntraced(function*(input: NewOrganization) {
  const organizations = yield* Organizations
  const organization = yield* organizations.add(input)
  yield* (yield* Journal).record({ object: "organization", id: organization.id, before: null, after: organization })
  return organization
})

export const update_company = Effect.fnUntraced(function*({ id, ...changes }: One & OrganizationChanges) {
  const before = yield* existing(id, { lock: true })
  yield* stillAt(before)
  if (Object.keys(changes).length === 0) return before
  const organizations = yield* Organizations
  const after = yield* organizations.change(id, changes)
  if (after.name !== before.name) yield* organizations.spreadName(id, after.name)
  yield* (yield* Journal).record({ object: "organization", id, before, after })
  return after
})
