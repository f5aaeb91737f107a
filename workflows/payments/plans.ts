import { Effect } from "effect"
import { Orders } from "#layers/payments/orders"
import { Plans } from "#layers/payments/plans"
import type { Input } from "#schemas/kernel/catalog"
import type * as api from "#schemas/payments/plans.api"

export const list_plans = (query: Input<typeof api.list_plans>) => Plans.use((plans) => plans.page(query))

export const get_plan = ({ id }: Input<typeof api.get_plan>) => Plans.use((plans) => plans.get(id))

export const create_plan = Effect.fnUntraced(function*({ currency, ...words }: Input<typeof api.create_plan>) {
  const { currency: usual } = yield* Orders
  return yield* Plans.use((plans) => plans.create({ ...words, currency: currency ?? usual }))
})
