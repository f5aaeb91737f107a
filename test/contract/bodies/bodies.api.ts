import { Schema } from "effect"
import { form, multipart, raw } from "#schemas/kernel/bodies"
import { operation } from "#schemas/kernel/endpoints"
import { Conflict } from "#schemas/kernel/errors"
import { Id } from "#schemas/kernel/ids"
import { line } from "#schemas/kernel/text"

const title = line(20).annotate({ examples: ["Spring"] })
const Kept = Schema.Struct({ id: Schema.Int, name: Schema.NullOr(Schema.String), type: Schema.String, bytes: Schema.Int })

export const submit_answers = operation.create("submit_answers", "/bodies/answers", form(Schema.Struct({
  title,
  amount: Schema.Int.annotate({ examples: [5] }),
  tags: Schema.optionalKey(Schema.Array(line(10)))
})), Schema.Struct({ title: Schema.String, amount: Schema.Int, tags: Schema.Array(Schema.String) }), {
  summary: "Submit answers",
  description: "Takes what a form sends.",
  access: "crm:write"
})

export const add_album = operation.create("add_album", "/bodies/albums", multipart(Schema.Struct({ title, year: Schema.optionalKey(Schema.Int) }), {
  cover: { description: "The cover.", examples: { "image/png": "png", "image/jpeg": "jpeg" }, maxBytes: 524_288 },
  pages: { description: "Its pages.", examples: { "image/*": "image" }, most: 3 },
  text: { description: "What it is about.", examples: { "text/plain": "Our spring." }, optional: true }
}), Schema.Struct({ title: Schema.String, year: Schema.NullOr(Schema.Int), cover: Kept, pages: Schema.Array(Kept), text: Schema.NullOr(Kept) }), {
  summary: "Add an album",
  description: "Takes fields and files.",
  access: "crm:write"
})

export const take_notice = operation.act("take_notice", "/bodies/notices", Schema.Struct({ valid: Schema.Boolean, bytes: Schema.Int }), {
  payload: raw({ description: "A notice.", examples: { "application/json": "{}", "text/xml": "<a/>" }, headers: ["x-signature"] }),
  summary: "Take a notice",
  description: "Takes what a provider signed.",
  access: "public"
})

export const read_file = operation.download("read_file", "/bodies/files/:id", {
  description: "The file.", examples: { "image/png": "png" }, cache: { seconds: 60 }, ranges: true
}, {
  params: { id: Id },
  summary: "Read a file",
  description: "One file, or a part of it.",
  access: "crm:read"
})

export const read_page = operation.download("read_page", "/bodies/pages", {
  description: "The page.", examples: { "text/html": "<p>Spring", "text/calendar": "", "application/xml": "", "application/pdf": "", "image/svg+xml": "" },
  cache: { seconds: 0 }
}, {
  query: { type: Schema.Literals(["html", "calendar", "xml", "pdf", "svg"]), name: Schema.optionalKey(Schema.String) },
  summary: "Read a page",
  description: "One page, in several types.",
  access: "crm:read"
})

export const count_up = operation.create("count_up", "/bodies/counts", Schema.Struct({ to: Schema.Int, fail: Schema.optionalKey(Schema.Boolean) }), Schema.Struct({
  sum: Schema.Int
}), {
  events: Schema.Struct({ n: Schema.Int }),
  errors: [Conflict],
  summary: "Count up",
  description: "Counts, and adds up.",
  access: "crm:write"
})
