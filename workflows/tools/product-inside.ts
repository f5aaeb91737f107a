import { Effect } from "effect"
import { ServiceConfig } from "#layers/kernel/config"
import { currentContent } from "#layers/content/content-store"
import { told } from "#schemas/content/provenance"
import type { ToolInput } from "#schemas/tools/catalog"

export const get_how_service_works = Effect.fnUntraced(function*({ focus = "all" }: ToolInput<"get_how_service_works">) {
  const { parts, provenance } = (yield* currentContent)["how-it-works"]
  return { parts: parts.filter((part) => focus === "all" || part.focus === focus), provenance: told(provenance) }
})

export const get_kb_privacy_info = Effect.fnUntraced(function*() {
  const { provenance, retention, ...rest } = (yield* currentContent).privacy
  const { runsKept } = yield* ServiceConfig
  const enforced = { ...told(provenance), note: "Enforced by the service." }
  const set = { RUNS_KEPT: runsKept }
  return {
    ...rest,
    retention: retention.map(({ afterwards, period, setting, what }) => ({
      what,
      ...period !== null && {
        period: { unit: period.unit, value: setting === undefined ? period.value : set[setting], provenance: enforced }
      },
      afterwards
    })),
    provenance: told(provenance)
  }
})
