import { HttpApiSchema } from "effect/http-api"
import { multipart } from "#schemas/kernel/bodies"
import { operation } from "#schemas/kernel/endpoints"
import { Conflict, ValidationError } from "#schemas/kernel/errors"
import { SourceId } from "./ids.ts"
import { DocumentState, KbDocument, KbSource, KbSourceChange, MOST_PAGES, NewSource, SourceKind } from "./source.ts"

const one = { id: SourceId }

export const list_kb_sources = operation.list("list_kb_sources", "/sources", KbSource, {
  filters: { kind: SourceKind },
  summary: "List sources of the knowledge base",
  description: "What the company's knowledge is read from besides its entries, with how the latest reading of each went.",
  tierFloor: "builder"
})

export const get_kb_source = operation.get("get_kb_source", "/sources/:id", KbSource, {
  summary: "Get a source of the knowledge base",
  description: "One source: how far its reading is, and what it found.",
  tierFloor: "builder"
})

export const add_kb_source = operation.create("add_kb_source", "/sources", multipart(NewSource, {
  file: {
    description: "Of kind `file`: a PDF, a document of Word (.docx), HTML, Markdown, a plain text or CSV, up to 25 MiB.",
    optional: true,
    examples: {
      "text/markdown": "# Hut rules\n\nArrive from three in the afternoon on.\n", "application/pdf": "The bytes of a PDF.",
      "application/vnd.openxmlformats-officedocument.wordprocessingml.document": "The bytes of a document of Word.",
      "text/html": "<h1>Hut rules</h1><p>Arrive from three in the afternoon on.</p>", "text/csv": "room,price\nGarden,120\n", "text/plain": "Arrive from three on.",
      "application/octet-stream": "The bytes of any of these; the name of the file tells which."
    }
  }
}), KbSource, {
  status: 202,
  errors: [Conflict, ValidationError],
  summary: "Add a source to the knowledge base",
  description: "Reads documents so that `search_kb` finds their passages and answers cite them, each with its place: address and heading, page of a PDF, row of a table. A " +
    "durable run reads; `get_kb_source` tells how far it is, `list_kb_documents` what could not be read, and why. A site is read politely: as its robots.txt lets, " +
    `one page after the other, at most ${MOST_PAGES} pages of it, never at private addresses, without what surrounds the text on every page. Who may read it is chosen here, and holds for all of it. ` +
    "A site is read again as its `schedule` says; what is the company's own, soon after something was published, changed or taken off.",
  tierFloor: "builder"
})

export const update_kb_source = operation.update("update_kb_source", "/sources/:id", KbSourceChange, KbSource, {
  errors: [Conflict],
  summary: "Change a source",
  description: "Changes what a source is called, and how often a site is read again by itself. What it consists of, and who may read it, stays: remove it and add it anew.",
  tierFloor: "builder"
})

export const sync_kb_source = operation.act("sync_kb_source", "/sources/:id/sync", KbSource.pipe(HttpApiSchema.status(202)), {
  params: one,
  errors: [Conflict],
  summary: "Read a source again",
  description: "Looks again at everything that a source consists of, in a durable run: what is new or has changed is read, what is gone is not found any more, and of what is as " +
    "before nothing is fetched where its server can tell. While the source is being read it answers with that reading.",
  idempotent: true,
  tierFloor: "builder"
})

export const remove_kb_source = operation.remove("remove_kb_source", "/sources/:id", KbSource, {
  summary: "Remove a source",
  description: "Takes a source out of the knowledge base with everything that was read of it; a durable run does so within moments. Nothing brings it back; it can be added again.",
  requiresConsent: true,
  undo: "nothing",
  tierFloor: "builder"
})

export const list_kb_documents = operation.list("list_kb_documents", "/sources/:id/documents", KbDocument, {
  params: one,
  filters: { state: DocumentState },
  summary: "List documents of a source",
  description: "Everything that a source consists of: what is found by searches, and what could not be read, with the reason.",
  tierFloor: "builder"
})
