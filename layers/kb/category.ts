import { QUERY_DAYS } from "#schemas/kb/analytics.api"
import { category } from "../kernel/category.ts"
import { measures } from "./measures.ts"

export const kb = category({
  measures,
  expiring: [
    { table: "kb_queries", column: "asked_at", days: QUERY_DAYS },
    { table: "kb_votes", column: "created_at", days: 400 }
  ],
  personal: [
    /* It is the company's own text, which may only name somebody; so are its versions and passages. */
    { object: "kb_entry", table: "kb_entries", about: "never", texts: ["title", "body"], json: ["questions"], versioned: true },
    { object: "kb_entry", table: "kb_entry_versions", about: "never", texts: ["note"], json: ["content"] },
    { object: "kb_entry", table: "kb_passages", about: "never", texts: ["title", "text"], json: ["heading"] },
    { object: "kb_source", table: "kb_sources", about: "never", texts: ["name", "url"], json: ["file"], hidden: ["crawl"] },
    { object: "kb_source", table: "kb_documents", about: "never", texts: ["title", "key", "url", "reason"], hidden: ["hash", "told", "links", "etag", "last_modified"] },
    { object: "kb_query", table: "kb_queries", about: "never", texts: ["text"], since: "asked_at" }
  ]
})
