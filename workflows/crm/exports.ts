import { Effect } from "effect"
import { CustomFields } from "#layers/crm/custom-fields"
import type * as api from "#schemas/crm/exports.api"
import type { Format } from "#schemas/crm/import"
import type { Input } from "#schemas/kernel/catalog"
import { Accept } from "#schemas/kernel/streams"
import { wholeList } from "../exports/whole-list.ts"
import { list_contacts } from "./contacts.ts"
import { contactColumns } from "./export-rows.ts"

/** What a file is: as it is asked for, or as `Accept` has it; CSV where neither says. */
export const formatWanted = (format: Format | undefined, accept: string): Format =>
  format ?? (/ndjson|jsonl/iu.test(accept) ? "ndjson" : "csv")

export const export_contacts = Effect.fnUntraced(function*({ format, ...filters }: Input<typeof api.export_contacts>) {
  const fields = yield* CustomFields
  return yield* wholeList({
    verb: "contacts",
    command: "contacts",
    format: formatWanted(format, yield* Accept),
    columns: contactColumns((yield* fields.of("contact")).map(({ key }) => key)),
    page: (asked) => list_contacts({ ...filters, sort: "id", ...asked })
  })
})
