import { Schema } from "effect"
import { Id } from "#schemas/kernel/ids"
import { Timestamp } from "#schemas/kernel/time"
import { RunId } from "#schemas/workflows/run"

export const SiteImportId = Id.pipe(Schema.brand("SiteImportId"))
export type SiteImportId = typeof SiteImportId.Type

export const siteFormats = { "application/xml": "wordpress", "text/xml": "wordpress", "application/zip": "markdown" } as const
export type SiteFormat = "wordpress" | "markdown"

const count = (description: string, example: number) => Schema.Int.annotate({ description, examples: [example] })

/** What was not taken, or not as it was. */
export const NotTaken = Schema.Struct({
  id: Id,
  where: Schema.String.annotate({ description: "The document or the file, as the old site called it.", examples: ["post 12 \"Spring glazes\""] }),
  what: Schema.String.annotate({ examples: ["shortcode [contact-form-7]"] }),
  why: Schema.String.annotate({ examples: ["A plugin makes it when it is shown; there is nothing of it in the export."] })
}).annotate({ identifier: "NotTaken", description: "What an import did not take, or not as it was." })
export type NotTaken = typeof NotTaken.Type

/** A site on its way in. */
export const SiteImport = Schema.Struct({
  id: SiteImportId,
  run_id: RunId.annotate({ description: "The durable run that works through the export." }),
  state: Schema.Literals(["waiting", "running", "completed", "failed", "canceled"]).annotate({
    description: "`waiting`: for the import before it. What was taken stays, whatever the state.", examples: ["completed"]
  }),
  format: Schema.Literals(["wordpress", "markdown"]).annotate({ examples: ["wordpress"] }),
  source: Schema.String.annotate({ description: "What tells the export apart: of WordPress, the address of the old site.", examples: ["https://old.example"] }),
  progress: Schema.Finite.annotate({ description: "How much of the work is done, from 0 to 1.", examples: [1] }),
  pages: count("Pages that were made.", 4),
  posts: count("Posts that were made.", 12),
  updated: count("Pages and posts of an earlier import that changed in the old site, and not here.", 0),
  unchanged: count("Pages and posts that an earlier import made, and that stay as they are.", 0),
  media: count("Files that are in the site's media now.", 30),
  redirects: count("Redirects that were made from addresses of the old site.", 28),
  not_taken: count("What `list_not_taken` lists.", 2),
  error: Schema.NullOr(Schema.String).annotate({ description: "Why it failed, if it did." }),
  created_at: Timestamp,
  started_at: Schema.NullOr(Timestamp),
  finished_at: Schema.NullOr(Timestamp)
}).annotate({ identifier: "SiteImport", description: "An export of a site elsewhere on its way in." })
export type SiteImport = typeof SiteImport.Type
