import { Effect } from "effect"
import { CompanySettings } from "#layers/company/settings"
import { Figures } from "#layers/analytics/figures"
import type * as api from "#schemas/analytics/explanation.api"
import type { MetricExplanation } from "#schemas/analytics/explanation"
import { figures } from "#schemas/analytics/figure"
import type { Input } from "#schemas/kernel/catalog"
import { actingOn } from "./acting.ts"

export const explain_metric = Effect.fnUntraced(function*({ figure }: Input<typeof api.explain_metric>) {
  const { time_zone } = yield* CompanySettings.use(({ own }) => own)
  const { amounts, day, day_end, day_start, first, total, until } = yield* Figures.use(({ explained }) => explained(figure))
  const { at, counts, rows, title } = figures[figure]
  return {
    figure, title, counts, rows, at, as_of: until, day_start, time_zone, total, amounts, first, act: actingOn(figure, { day, day_start, day_end })
  } satisfies MetricExplanation
})
