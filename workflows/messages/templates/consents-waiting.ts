import { Schema } from "effect"
import { line } from "#schemas/kernel/text"
import { linkTo } from "../origin.ts"
import { paragraph, template } from "../template.ts"

/** Calls wait for an owner or admin to agree. */
export default template({
  name: "consents-waiting",
  transactional: true,
  data: Schema.Struct({ lines: Schema.Array(Schema.Struct({ title: line(500), page: Schema.String })), all: Schema.String }),
  example: {
    lines: [{ title: "Delete contact Paula Dahl", page: "https://example.com/dashboard/consents/42" }], all: "https://example.com/dashboard/consents"
  },
  content: ({ all, lines }, { company }) => ({
    subject: `${company!.name}: ${lines.length === 1 ? "a request waits" : `${lines.length} requests wait`} for your approval`,
    blocks: [
      ...lines.map(({ page, title }) => paragraph(`${title}: ${page}`)),
      linkTo("See what waits", all),
      paragraph("Nothing is done until an owner or admin approves it. A request that nobody decides ends after 24 hours.")
    ]
  })
})
