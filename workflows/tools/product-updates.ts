import { Clock, Effect } from "effect"
import { currentContent } from "#layers/content/content-store"
import type { Content } from "#schemas/content/content"
import { told } from "#schemas/content/provenance"
import type { Update } from "#schemas/content/updates"
import { dayOf } from "#schemas/tools/product-parts"
import type { ToolInput } from "#schemas/tools/catalog"

const RECENT = 3
const LAST_DAYS = 30

const dayAt = (moment: number) => new Date(moment).toISOString().slice(0, 10)

const today = Effect.map(Clock.currentTimeMillis, dayAt)

/** What has come by a day, newest first; of one day in the order of the file. */
const cameBy = ({ updates: { updates } }: Content, day: string) =>
  updates
    .filter((update): update is Update & { readonly date: string } => update.status === "released" && update.date !== undefined && update.date <= day)
    .toSorted((a, b) => a.date < b.date ? 1 : a.date > b.date ? -1 : 0)

/** What is to come, soonest first, then what nobody gave a day. */
const comesAfter = ({ updates: { updates } }: Content, day: string) =>
  updates
    .filter(({ date, status }) => status === "planned" || (date !== undefined && date > day))
    .toSorted((a, b) => {
      const [x, y] = [a.date ?? "9999-12-31", b.date ?? "9999-12-31"]
      return x < y ? -1 : x > y ? 1 : 0
    })

const UNDATED = "Nobody has promised a day for what is planned without a date."

export const get_updates = Effect.fnUntraced(function*({ type = "recent" }: ToolInput<"get_updates">) {
  const content = yield* currentContent
  const day = yield* today
  const updates = [
    ...type === "recent" ? [] : comesAfter(content, day),
    ...type === "upcoming" ? [] : cameBy(content, day).slice(0, type === "recent" ? RECENT : undefined)
  ]
  return {
    updates,
    ...updates.some(({ date, status }) => status === "planned" && date === undefined) && { note: UNDATED },
    provenance: told(content.updates.provenance)
  }
})

export const get_kb_updates = Effect.fnUntraced(function*({ category = "all", since }: ToolInput<"get_kb_updates">) {
  const content = yield* currentContent
  const now = yield* Clock.currentTimeMillis
  const from = since === undefined ? dayAt(now - LAST_DAYS * 86_400_000) : dayOf(since)!
  const updates = cameBy(content, dayAt(now)).filter((update) => update.date >= from && (category === "all" || update.category === category))
  const templates = content.templates.filter(({ as_of }) => as_of >= from && as_of <= dayAt(now))
  return {
    since: from,
    updates,
    ...(category === "all" || category === "templates") && {
      templates: templates.map(({ as_of, industries, name }) => ({ sector: name, industries: industries.length, as_of }))
    },
    provenance: told(content.updates.provenance)
  }
})
