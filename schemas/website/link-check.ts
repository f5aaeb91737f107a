import { Schema } from "effect"
import { Id } from "#schemas/kernel/ids"
import { Timestamp } from "#schemas/kernel/time"
import { RunId } from "#schemas/workflows/run"

export const LinkCheckId = Id.pipe(Schema.brand("LinkCheckId"))
export type LinkCheckId = typeof LinkCheckId.Type

const count = (description: string, example: number) => Schema.Int.annotate({ description, examples: [example] })

/** A look at everything that a site leads to. */
export const LinkCheck = Schema.Struct({
  id: LinkCheckId,
  run_id: RunId.annotate({ description: "The durable run that looks." }),
  state: Schema.Literals(["waiting", "running", "completed", "failed", "canceled"]).annotate({ examples: ["completed"] }),
  documents: count("Pages and posts that were read.", 18),
  links: count("Addresses that they lead to, each once.", 40),
  checked: count("Of these, how many were looked at.", 40),
  broken: count("Of these, how many lead nowhere; `list_broken_links` lists them.", 1),
  created_at: Timestamp,
  finished_at: Schema.NullOr(Timestamp)
}).annotate({ identifier: "LinkCheck", description: "A look at everything that a site leads to." })
export type LinkCheck = typeof LinkCheck.Type

const LinkPlace = Schema.Struct({
  kind: Schema.Literals(["page", "post"]),
  id: Schema.Int.annotate({ description: "Of the page or the post.", examples: [42] }),
  title: Schema.String.annotate({ examples: ["About us"] })
}).annotate({ identifier: "LinkPlace" })
export type LinkPlace = typeof LinkPlace.Type

export const BrokenLink = Schema.Struct({
  id: Id,
  address: Schema.String.annotate({
    description: "Where it leads, as it is written: `page:42`, `post:42` and `media:42` are records, a path is one of the site.", examples: ["/about-us"]
  }),
  reason: Schema.String.annotate({ examples: ["There is no page at this path."] }),
  status: Schema.NullOr(Schema.Int).annotate({ description: "What another site answered, if it did.", examples: [null] }),
  places: Schema.Array(LinkPlace).annotate({ description: "The pages and posts that lead there." })
}).annotate({ identifier: "BrokenLink", description: "A link that leads nowhere." })
export type BrokenLink = typeof BrokenLink.Type
