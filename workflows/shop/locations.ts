import { Effect } from "effect"
import { recordChange } from "#layers/kernel/receipts/change-log"
import { LocationsOfCompany } from "#layers/shop/locations"
import type { Input } from "#schemas/kernel/catalog"
import { Conflict, NotFound } from "#schemas/kernel/errors"
import type * as api from "#schemas/shop/locations.api"

export const list_locations = (query: Input<typeof api.list_locations>) => LocationsOfCompany.use((locations) => locations.page(query))

export const set_locations = Effect.fnUntraced(function*({ locations: sent }: Input<typeof api.set_locations>) {
  const locations = yield* LocationsOfCompany
  yield* locations.hold
  const before = yield* locations.inUse
  for (const { id } of sent) if (id !== null) yield* Effect.catchTag(locations.get(id), "NotFound", () =>
    Effect.fail(new NotFound({ message: `There is no location ${id}.` })))
  const leftOut = before.filter((one) => !sent.some(({ id }) => id === one.id))
  const occupied = new Set((yield* locations.occupied(leftOut.map(({ id }) => id))).map(({ location_id }) => location_id))
  const full = leftOut.filter(({ id }) => occupied.has(id))
  if (full.length > 0) {
    return yield* new Conflict({ message: `Something still lies at ${full.map(({ name }) => name).join(", ")}: adjust its stock to nothing first.` })
  }
  const after = yield* locations.write(sent)
  yield* recordChange({ object: "locations", id: after[0]!.id, before: { locations: before }, after: { locations: after } })
  return { locations: after }
})
