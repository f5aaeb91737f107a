import { Effect, Stream } from "effect"
import { CompanyJournal } from "#layers/payments/company-journal"
import type * as api from "#schemas/integrations/accounting.api"
import type { Input } from "#schemas/kernel/catalog"
import type { Download } from "#schemas/kernel/streams"
import type { Caller } from "#schemas/kernel/tenancy"
import { journalWriters } from "#schemas/payments/journal"
import { refuse } from "../payments/costs.ts"

const types = { csv: ["text/csv", "csv"], hledger: ["text/plain", "journal"], beancount: ["text/plain", "beancount"] } as const

/** Read and sent some transactions at a time, so that books of any length take no more memory. */
export const export_accounting = Effect.fnUntraced(function*({ format, since, until }: Input<typeof api.export_accounting>) {
  if (since !== undefined && until !== undefined && until < since) return yield* refuse("until", "it is before since", until)
  const journal = yield* CompanyJournal
  const { head, transaction } = journalWriters[format]
  const begin = yield* journal.head({ since, until })
  const [type, ending] = types[format]
  const context = yield* Effect.context<Caller>()
  const content = Stream.concat(
    Stream.make(head(begin)),
    Stream.map(journal.transactions({ since, until }), (transactions) => transactions.map(transaction).join(""))
  ).pipe(Stream.filter((text) => text !== ""), Stream.encodeText, Stream.provideContext(context))
  return { type, name: `journal.${ending}`, content } satisfies Download
})
