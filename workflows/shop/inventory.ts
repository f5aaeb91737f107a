import { Effect } from "effect"
import { recordChange } from "#layers/kernel/receipts/change-log"
import { LocationsOfCompany } from "#layers/shop/locations"
import { Stock } from "#layers/shop/stock"
import type { Input } from "#schemas/kernel/catalog"
import { Conflict, NotFound } from "#schemas/kernel/errors"
import type * as api from "#schemas/shop/inventory.api"
import type { VariantId } from "#schemas/shop/ids"
import type { Inventory, StockMovement } from "#schemas/shop/stock"

export const get_inventory = (query: Input<typeof api.get_inventory>) => Stock.use((stock) => stock.page(query))

export const list_inventory_movements = (query: Input<typeof api.list_inventory_movements>) => Stock.use(({ movements }) => movements.page(query))

/** Tells of variants whose stock has just come down to its mark. */
export const tellLow = Effect.fnUntraced(function*(before: ReadonlyMap<VariantId, number>, variants: ReadonlyArray<VariantId>) {
  const after = yield* Stock.use((stock) => stock.those(variants))
  for (const now of after) {
    const mark = now.low_stock_at
    if (mark === null || now.available > mark || (before.get(now.id) ?? 0) <= mark) continue
    yield* recordChange({ object: "inventory", id: now.id, before: { ...now, available: before.get(now.id)! }, after: now, events: ["inventory.low"] })
  }
})

const availableOf = (levels: ReadonlyArray<Inventory>) => new Map(levels.map(({ available, id }) => [id, available]))

export const adjust_inventory = Effect.fnUntraced(function*({ items, reason }: Input<typeof api.adjust_inventory>) {
  const [locations, stock] = [yield* LocationsOfCompany, yield* Stock]
  const inUse = yield* locations.inUse
  const ids = [...new Set(items.map(({ variant_id }) => variant_id))]
  const before = yield* stock.locked(ids)
  const known = availableOf(before)
  const movements: Array<StockMovement> = []
  for (const item of items.toSorted((a, b) => a.variant_id - b.variant_id)) {
    const { variant_id } = item
    if (!known.has(variant_id)) return yield* new NotFound({ message: `There is no variant ${variant_id} whose stock is counted.` })
    const location_id = item.location_id ?? inUse[0]!.id
    if (!inUse.some(({ id }) => id === location_id)) return yield* new NotFound({ message: `There is no location ${location_id} in use.` })
    const done = yield* stock.adjust(item, location_id, reason)
    if ("short" in done) return yield* new Conflict({ message: `Of variant ${variant_id}, only ${done.short} lie at location ${location_id}.` })
    if ("reserved" in done) {
      return yield* new Conflict({ message: `Of variant ${variant_id}, ${done.reserved} at location ${location_id} are set aside for orders.` })
    }
    if (done.movement !== undefined) movements.push(done.movement)
  }
  for (const after of movements) yield* recordChange({ object: "stock_movement", id: after.id, before: null, after })
  yield* tellLow(known, ids)
  return { movements }
})
