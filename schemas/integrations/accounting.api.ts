import { Schema } from "effect"
import { defaulted } from "#schemas/kernel/defaulted"
import { operation } from "#schemas/kernel/endpoints"
import { Day } from "#schemas/kernel/time"
import { journalFormats } from "#schemas/payments/journal"

export const export_accounting = operation.download("export_accounting", "/accounting/export", {
  description: "The journal, oldest first. As CSV an entry is a line, and the lines of a transaction sum up to zero.",
  examples: {
    "text/csv": "transaction,day,kind,object,object_id,account,amount,currency\r\n1,2026-11-21,payment,payment,42,provider_clearing,12.34,USD\r\n1,2026-11-21,payment,payment,42,revenue,-12.34,USD\r\n",
    "text/plain": "2026-11-21 * (1) payment  ; payment 42\n    Assets:Provider-Clearing  12.34 USD\n    Income:Revenue  -12.34 USD\n"
  }
}, {
  query: {
    format: defaulted(Schema.Literals(journalFormats).annotate({
      description: "`csv`, or plain text for the programs hledger and Beancount.", examples: ["csv"]
    }), "csv"),
    since: Schema.optionalKey(Day.annotate({ description: "The first day, by the company's clock.", examples: ["2026-01-01"] })),
    until: Schema.optionalKey(Day.annotate({ description: "The last day.", examples: ["2026-12-31"] }))
  },
  tierFloor: "builder",
  summary: "Export the books",
  description: "The journal of a period from the ledger of payments, double entry and balanced, for an accounting program. Transactions that are set aside " +
    "and not posted yet are not in it. Live and test keys have books of their own."
})
