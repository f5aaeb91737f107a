import { Effect, Option, Stream } from "effect"
import { CustomFields } from "#layers/crm/custom-fields"
import { MOST_EXPORTED } from "#schemas/crm/export"
import type * as api from "#schemas/crm/exports.api"
import { type Format, formats } from "#schemas/crm/import"
import type { Input } from "#schemas/kernel/catalog"
import { ValidationError } from "#schemas/kernel/errors"
import { Accept, type Download } from "#schemas/kernel/streams"
import { list_contacts } from "./contacts.ts"
import { printer } from "./export-rows.ts"

/** Contacts that are read, printed and sent together. */
const AT_ONCE = 500

const tooMany = (total: number) =>
  new ValidationError({
    message: `These are ${total.toLocaleString("en")} contacts; a download has at most ` +
      `${MOST_EXPORTED.toLocaleString("en")}. Narrow them down, or use the command line, which takes any number: ` +
      "service export contacts."
  })

const wanted = (format: Format | undefined, accept: string): Format =>
  format ?? (/ndjson|jsonl/iu.test(accept) ? "ndjson" : "csv")

/**
 * A page of contacts at a time, each a read of its own: whoever takes long to receive them holds no connection of the
 * database. What changes meanwhile is as it was when its page was read; no contact comes twice.
 */
export const export_contacts = Effect.fnUntraced(function*({ format, ...filters }: Input<typeof api.export_contacts>) {
  const fields = yield* CustomFields
  const kind = wanted(format, yield* Accept)
  const { head, lines } = printer(kind, (yield* fields.of("contact")).map(({ key }) => key))
  const page = (cursor: string | undefined) =>
    list_contacts({ ...filters, sort: "id", limit: AT_ONCE, offset: 0, ...cursor !== undefined && { cursor } })

  const first = yield* page(undefined)
  if (first.total > MOST_EXPORTED) return yield* tooMany(first.total)

  const context = yield* Effect.context<Effect.Services<ReturnType<typeof page>>>()
  const begin: { readonly sent: number; readonly cursor: string | undefined } = { sent: 0, cursor: undefined }
  const content = Stream.paginate(begin, Effect.fnUntraced(function*({ cursor, sent }) {
    const { items, next_cursor } = sent === 0 ? first : yield* Effect.orDie(page(cursor))
    const text = Buffer.from((sent === 0 ? head : "") + lines(items))
    const count = sent + items.length
    const ended = next_cursor === null || count >= MOST_EXPORTED
    const next = ended ? Option.none() : Option.some({ sent: count, cursor: next_cursor })
    return [text.length === 0 ? [] : [text], next] as const
  }))
  const file: Download = { type: formats[kind], name: `contacts.${kind}`, content: Stream.provideContext(content, context) }
  return file
})
