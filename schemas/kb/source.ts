import { Schema } from "effect"
import { Locale } from "#schemas/company/settings"
import { defaulted } from "#schemas/kernel/defaulted"
import { line, Text } from "#schemas/kernel/text"
import { Timestamp } from "#schemas/kernel/time"
import { RunId } from "#schemas/workflows/run"
import { DocumentId, SourceId } from "./ids.ts"
import { Audience } from "./passage.ts"

/** Pages of one site that are read at most. */
export const MOST_PAGES = 5_000
const MOST_DEPTH = 20
const MOST_TAGS = 20

const kinds = ["site", "file", "own"] as const
export const SourceKind = Schema.Literals(kinds).annotate({
  description: "`site`: a web site, or what its sitemap lists. `file`: a document. `own`: what visitors see of the company's own pages, posts and products.", examples: ["site"]
})
export type SourceKind = typeof SourceKind.Type

export const collections = ["pages", "posts", "products"] as const
export const SourceCollection = Schema.Literals(collections)
export type SourceCollection = typeof SourceCollection.Type

const isAddress = (text: string) => {
  const url = URL.parse(text)
  return url !== null && /^https?:$/u.test(url.protocol) && url.username === "" && url.password === ""
}

const SiteAddress = Text.check(
  Schema.isMaxLength(1_000),
  Schema.makeFilter(isAddress, { expected: "an http or https address without user name and password", toJsonSchema: () => ({ format: "uri" }) })
)

export const schedules = ["never", "daily", "weekly"] as const
export const SourceSchedule = Schema.Literals(schedules)
export type SourceSchedule = typeof SourceSchedule.Type

const name = line(200).annotate({ description: "What it is called; its address or its file name if left out.", examples: ["Help pages"] })

/** What is sent to add a source, beside its file. */
export const NewSource = Schema.Struct({
  kind: SourceKind,
  url: Schema.optionalKey(SiteAddress.annotate({
    description: "Of a `site`: where to begin. Pages of the same host in the same folder and below are read. The address of a sitemap reads what that lists, and nothing else.",
    examples: ["https://juniper.example/help/"]
  })),
  collections: defaulted(Schema.Array(SourceCollection).check(Schema.isMinLength(1), Schema.isMaxLength(collections.length), Schema.isUnique()).annotate({ description: "Of `own`: what of it.", examples: [["pages", "posts"]] }), [...collections]),
  name: Schema.optionalKey(name),
  audience: defaulted(Audience, "public"),
  language: Schema.optionalKey(Locale.annotate({ description: "Of documents that do not say theirs; the company's if left out.", examples: ["en"] })),
  tags: defaulted(Schema.Array(line(100)).check(Schema.isMaxLength(MOST_TAGS), Schema.isUnique()).annotate({ description: "What it is about; a search can ask for those with a tag.", examples: [["help"]] }), []),
  max_pages: defaulted(Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: MOST_PAGES })).annotate({ description: "Of a `site`: so many pages are read at most." }), 500),
  max_depth: defaulted(Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: MOST_DEPTH })).annotate({
    description: "Of a `site`: so many links from where it begins."
  }), 10),
  schedule: defaulted(SourceSchedule.annotate({
    description: "Of a `site`: how often it is read again by itself. What is the company's `own` is read again by itself soon after it changed.", examples: ["never"]
  }), "never")
}).annotate({
  identifier: "NewKbSource",
  examples: [{ kind: "file", name: "Hut rules", collections: [...collections], audience: "customers", tags: ["hut"], max_pages: 500, max_depth: 10, schedule: "never" }]
})

/** What is sent to change a source. */
export const KbSourceChange = Schema.Struct({
  name: Schema.optionalKey(name),
  schedule: Schema.optionalKey(SourceSchedule.annotate({ description: "Of a `site`: how often it is read again by itself, beginning now.", examples: ["never"] }))
}).annotate({ identifier: "KbSourceChange", examples: [{ name: "Help pages", schedule: "never" }] })

const count = (description: string, example: number) => Schema.Int.annotate({ description, examples: [example] })

/** What the company's knowledge is read from. */
export const KbSource = Schema.Struct({
  id: SourceId,
  kind: SourceKind,
  name: Schema.String.annotate({ examples: ["Help pages"] }),
  url: Schema.NullOr(Schema.String).annotate({ examples: ["https://juniper.example/help/"] }),
  file: Schema.NullOr(Schema.Struct({
    name: Schema.String.annotate({ examples: ["rules.pdf"] }),
    type: Schema.String.annotate({ examples: ["application/pdf"] }),
    bytes: Schema.Int.annotate({ examples: [48_211] })
  })),
  collections: Schema.Array(SourceCollection).annotate({ description: "Of `own`: what of it.", examples: [[]] }),
  audience: Audience,
  language: Schema.NullOr(Schema.String).annotate({ examples: [null] }),
  tags: Schema.Array(Schema.String).annotate({ examples: [["help"]] }),
  max_pages: Schema.NullOr(Schema.Int).annotate({ examples: [500] }),
  max_depth: Schema.NullOr(Schema.Int).annotate({ examples: [10] }),
  schedule: SourceSchedule.annotate({ description: "How often it is read again by itself.", examples: ["daily"] }),
  due_at: Schema.NullOr(Timestamp).annotate({ description: "When its schedule has it read again." }),
  state: Schema.Literals(["waiting", "running", "completed", "failed", "canceled", "removing"]).annotate({
    description: "Of its latest reading. What was read before is found all the time. `removing`: it goes, with all its passages.", examples: ["completed"]
  }),
  run_id: RunId.annotate({ description: "The durable run that reads it." }),
  documents: count("Documents that can be found.", 42),
  passages: count("Their passages.", 180),
  unreadable: count("Documents that cannot be read; `list_kb_documents` tells why.", 1),
  fetched: count("Of the latest reading: answers that were fetched whole.", 3),
  added: count("Documents that were new.", 1),
  changed: count("Documents that had changed.", 2),
  unchanged: count("Documents that were as before.", 39),
  removed: count("Documents that are gone.", 0),
  remark: Schema.NullOr(Schema.String).annotate({ description: "What was left out.", examples: [null] }),
  error: Schema.NullOr(Schema.String).annotate({ description: "Why the latest reading failed, if it did: what was read before stays.", examples: [null] }),
  created_at: Timestamp,
  started_at: Schema.NullOr(Timestamp).annotate({ description: "When the latest reading began." }),
  finished_at: Schema.NullOr(Timestamp).annotate({ description: "When it ended." })
}).annotate({ identifier: "KbSource", description: "What the company's knowledge is read from." })
export type KbSource = typeof KbSource.Type

export const documentStates = ["waiting", "read", "skipped", "unreadable"] as const
export const DocumentState = Schema.Literals(documentStates).annotate({
  description: "`skipped`: it is no document of its own; `unreadable`: it could not be had or read. `reason` says why.", examples: ["read"]
})

/** Something of a source that is read by itself. */
export const KbDocument = Schema.Struct({
  id: DocumentId,
  source_id: SourceId,
  title: Schema.NullOr(Schema.String).annotate({ examples: ["Returns"] }),
  url: Schema.NullOr(Schema.String).annotate({ examples: ["https://juniper.example/help/returns"] }),
  state: DocumentState,
  reason: Schema.NullOr(Schema.String).annotate({ description: "Why it is not read, or not the whole of it.", examples: [null] }),
  status: Schema.NullOr(Schema.Int).annotate({ description: "What its server answered.", examples: [200] }),
  passages: count("Passages by which it is found.", 4),
  changed_at: Schema.NullOr(Timestamp).annotate({ description: "When its text last changed, as far as was seen." }),
  looked_at: Schema.NullOr(Timestamp)
}).annotate({ identifier: "KbDocument", description: "A page, a file or a record that a source consists of." })
export type KbDocument = typeof KbDocument.Type
