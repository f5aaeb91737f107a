import { Effect } from "effect"
import { Contacts } from "#layers/crm/contacts"
import { Deals } from "#layers/crm/deals"
import { Organizations } from "#layers/crm/organizations"
import type * as api from "#schemas/crm/organizations.api"
import type { Input } from "#schemas/kernel/catalog"

const first50 = { limit: 50, offset: 0, sort: "id" } as const

export const list_companies = (query: Input<typeof api.list_companies>) => Organizations.use((organizations) => organizations.page(query))

export const get_company = Effect.fnUntraced(function*({ id }: Input<typeof api.get_company>) {
  const [contacts, deals, organizations] = [yield* Contacts, yield* Deals, yield* Organizations]
  const organization = yield* organizations.get(id)
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

export const create_company = (input: Input<typeof api.create_company>) => Organizations.use((organizations) => organizations.create(input))

export const update_company = Effect.fnUntraced(function*({ id, ...changes }: Input<typeof api.update_company>) {
  const organizations = yield* Organizations
  const before = yield* organizations.lockForUpdate(id)
  const after = yield* organizations.update(before, changes)
  if (after.name !== before.name) yield* organizations.renameContacts(id, after.name)
  return after
})

export const delete_company = Effect.fnUntraced(function*({ id }: Input<typeof api.delete_company>) {
  const organizations = yield* Organizations
  const deleted = yield* organizations.remove(id)
  yield* organizations.release(id)
  return deleted
})
