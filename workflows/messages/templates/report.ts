import { Schema } from "effect"
import { line, prose } from "#schemas/kernel/text"
import { type Block, heading, paragraph, template } from "../template.ts"

const Texts = Schema.Array(Schema.String)

/** A report of the company, to its own people, at the time that they set. */
export default template({
  name: "report",
  transactional: true,
  data: Schema.Struct({
    name: line(100),
    /** What the report says of itself. */
    message: Schema.NullOr(prose(1_000)),
    /** What it tells of: days, with what they are compared, what it is narrowed by. */
    about: Schema.Array(Schema.Tuple([Schema.String, Schema.String])),
    /** Names of the files with its charts, and what they show. */
    pictures: Schema.Array(Schema.Struct({ file: Schema.String, shows: Schema.String })),
    columns: Texts,
    rows: Schema.Array(Texts),
    /** How many rows are left out. */
    more: Schema.Boolean,
    page: Schema.String
  }),
  example: {
    name: "Won by month", message: "For the meeting on Mondays.",
    about: [["Won amount", "1 Sept – 26 Nov 2026"], ["Only", "Owner is Olga"]],
    pictures: [],
    columns: ["Month", "Won amount"], rows: [["Oct 2026", "$1,200.00"], ["Nov 2026", "$1,450.00"], ["All", "$2,650.00"]], more: false,
    page: "https://juniper.example/dashboard/analytics/1"
  },
  content: ({ about, columns, message, more, name, page, pictures, rows }) => ({
    subject: name,
    preview: about.map(([title, text]) => `${title}: ${text}`).join("; "),
    blocks: [
      heading(name),
      ...message === null ? [] : [paragraph(message)],
      { kind: "facts", rows: about },
      ...pictures.map(({ file, shows }): Block => ({ kind: "picture", file, shows })),
      ...rows.length === 0 ? [paragraph("There is nothing to tell of these days.")] : [{ kind: "table", columns, rows } satisfies Block],
      ...more ? [paragraph("There are more rows; the page of the report has them.")] : [],
      { kind: "button", label: "See the report", to: page }
    ]
  })
})
