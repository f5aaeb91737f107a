import { DateTime, Effect } from "effect"
import { CompanySettings } from "#layers/company/settings"
import { KbUsage } from "#layers/kb/usage"
import type * as api from "#schemas/kb/analytics.api"
import type { Input } from "#schemas/kernel/catalog"
import { grouped } from "./grouping.ts"
import { languageOf } from "./language.ts"

const MOST_GROUPS = 50

export const get_kb_analytics = Effect.fnUntraced(function*({ days }: Input<typeof api.get_kb_analytics>) {
  const usage = yield* KbUsage
  const since = DateTime.formatIso(DateTime.startOf(DateTime.subtract(yield* DateTime.now, { days }), "hour"))
  const synonyms = yield* usage.synonyms(languageOf((yield* CompanySettings.use(({ own }) => own)).locale))
  const top = grouped(yield* usage.texts(since, undefined), synonyms).slice(0, MOST_GROUPS)
  const gaps = grouped(yield* usage.texts(since, false), synonyms).slice(0, MOST_GROUPS)
  const drafts = yield* usage.titled(gaps.flatMap(({ all }) => all))
  return {
    since,
    ...yield* usage.counts(since),
    top: top.map(({ all: _, ...group }) => group),
    gaps: gaps.map(({ all, ...group }) => ({ ...group, draft_id: all.map((text) => drafts.get(text)).find((id) => id !== undefined) ?? null })),
    helpfulness: yield* usage.helpfulness(since),
    stale: yield* usage.stale,
    unfound: yield* usage.unfound(since)
  }
})
