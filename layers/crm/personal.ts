import type { SqlClient, Statement } from "effect/sql"
import type { PersonalRows, SoughtPerson } from "../kernel/category.ts"

const ofDeals = (sql: SqlClient.SqlClient, { ids }: SoughtPerson) =>
  sql`r.deal_id in (select d.id from deals d where d.company_id = r.company_id and d.contact_id = any(${[...ids]}::bigint[]))`

const ofMerges = (sql: SqlClient.SqlClient, { ids }: SoughtPerson) => {
  const people = sql`any(${[...ids]}::bigint[])`
  return sql`(r.survivor_id = ${people} or exists (
    select from contact_merge_members m where m.company_id = r.company_id and m.merge_id = r.id and m.merged_id = ${people}))`
}

/** Holds for a text that names a person; the parts of a name may stand apart, as cells of a row do. */
export const naming = (sql: SqlClient.SqlClient, { forms, names }: SoughtPerson, text: Statement.Fragment): Statement.Fragment =>
  sql.or([
    ...forms === null ? [] : [sql`${text} ~* ${forms}`],
    ...names.map((words) => sql.and(words.map((word) => sql`${text} ~* ${word}`))),
    sql.literal("false")
  ])

const ofRejects = (sql: SqlClient.SqlClient, person: SoughtPerson) => naming(sql, person, sql.literal("array_to_string(r.fields, ' ')"))

/** What the CRM holds about people, contacts last: the others are found by them. */
export const personal: ReadonlyArray<PersonalRows> = [
  {
    object: "deal_move", table: "deal_moves", about: ofDeals, texts: ["reason"],
    kept: { reason: "Which stages a deal went through is the company's history of its sales.", without: [] }
  },
  {
    object: "deal", table: "deals", texts: ["title", "lost_reason"], json: ["custom_fields"], versioned: true, hidden: ["sort_close"],
    kept: { reason: "The company's figures count its amount; it no longer names the person.", without: ["contact_id"] }
  },
  { object: "activity", table: "activities", since: "occurred_at", texts: ["subject", "body"], versioned: true },
  { object: "task", table: "tasks", since: "completed_at", texts: ["title", "notes"], versioned: true, hidden: ["sort_due", "timer_run", "timer_told"] },
  { object: "file", table: "files", since: "created_at", deletable: true, texts: ["name"], hidden: ["upload_id"] },
  { object: "lead", table: "lead_contacts", deletable: true },
  { object: "merge", table: "contact_merges", about: ofMerges, hidden: [] },
  { object: "import_reject", table: "import_rejects", since: "created_at", about: ofRejects },
  { object: "import_preview", table: "import_previews", deletable: true, about: (sql, { ids }) => sql`(r.contact->>'id')::bigint = any(${[...ids]}::bigint[])` },
  { object: "company", table: "organizations", about: "never", texts: ["name", "phone", "address"], versioned: true },
  { object: "segment", table: "segments", about: "never", texts: ["name", "description"], json: ["filter"], versioned: true },
  {
    object: "contact", table: "contacts", about: (sql, { ids }) => sql`r.id = any(${[...ids]}::bigint[])`,
    texts: ["company_name", "notes"], json: ["custom_fields"], versioned: true, hidden: ["search_text", "sort_name"]
  }
]
