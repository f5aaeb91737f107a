import { isDeepStrictEqual } from "node:util"
import { Effect } from "effect"
import { AlertsOfCompany } from "#layers/analytics/alerts"
import { recordChange } from "#layers/kernel/receipts/change-log"
import type { Alert } from "#schemas/analytics/alert"
import type * as api from "#schemas/analytics/alerts.api"
import type { Input } from "#schemas/kernel/catalog"

export const list_alerts = (paging: Input<typeof api.list_alerts>) => AlertsOfCompany.use((alerts) => alerts.page(paging))

const plain = ({ beyond, bound, currency, email, figure }: Pick<Alert, "beyond" | "bound" | "currency" | "email" | "figure">) => ({ figure, beyond, bound, currency, email })

export const set_alerts = Effect.fnUntraced(function*({ alerts: sent }: Input<typeof api.set_alerts>) {
  const alerts = yield* AlertsOfCompany
  yield* alerts.hold
  const before = yield* alerts.all
  if (isDeepStrictEqual(before.map(plain), sent.map(plain))) return { alerts: before }
  const after = yield* alerts.replace(sent)
  const id = after[0]?.id ?? before[0]?.id
  if (id !== undefined) yield* recordChange({ object: "alerts", id, before: { alerts: before.map(plain) }, after: { alerts: after.map(plain) } })
  return { alerts: after }
})
