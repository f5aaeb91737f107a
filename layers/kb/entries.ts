import { Context, Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { type EntryContent, entry, type KbEntry } from "#schemas/kb/entry"
import type { EntryId } from "#schemas/kb/ids"
import type { Paging } from "#schemas/kernel/paging"
import { Caller } from "#schemas/kernel/tenancy"
import { companyLock } from "../kernel/company-lock.ts"
import { byId, page } from "../kernel/page.ts"
import { type MadeBy, maker } from "../kernel/receipts/made-by.ts"
import { repository, type Written } from "../kernel/repository.ts"
import { execute, first, inTenant as inTenantOf } from "../kernel/sql.ts"
import { matching } from "../website/document-filters.ts"

interface VersionRow extends EntryContent {
  readonly id: number
  readonly number: number
  readonly made_by: MadeBy
  readonly note: string | null
  readonly created_at: string
}

/** What the caller's company has written down, with every version. Both modes share it. */
export class Entries extends Context.Service<Entries>()("layers/kb/Entries", {
  make: Effect.gen(function*() {
    const sql = yield* SqlClient.SqlClient
    const inTenant = inTenantOf(sql)
    const entries = yield* repository(entry, {
      table: "kb_entries",
      noun: "entry",
      sort: { title: { column: "title", type: "text" } },
      filter: {
        search: matching(sql, ["title"]),
        tag: (tag: string) => sql`tags @> array[${tag}]`
      }
    })
    const { columns } = entries.sql
    const of = (id: EntryId) => sql`${inTenant} and entry_id = ${id}`

    /* An array of texts is no JSON to the repository; this one is, so that the erasure of a person reaches into it. */
    const stored = (values: Readonly<Record<string, unknown>>) =>
      "questions" in values ? { ...values, questions: sql`${JSON.stringify(values["questions"])}::jsonb` } : values

    return {
      ...entries,
      create: (values: Readonly<Record<string, unknown>>, written?: Written) => entries.create(stored(values), written),
      update: (before: KbEntry, changes: Readonly<Record<string, unknown>>, written?: Written) => entries.update(before, stored(changes), written),
      /** Keeps what an entry says from now on as its next version. It is locked. */
      addVersion: Effect.fnUntraced(function*({ audience, body, id, language, questions, tags, title }: KbEntry, note: string | null) {
        const { company_id } = yield* Caller
        const content: EntryContent = { title, body, language, audience, tags, questions }
        yield* execute(sql`insert into kb_entry_versions (company_id, entry_id, number, content, made_by, note)
          select ${company_id}, ${id}, coalesce(max(number), 0) + 1, ${JSON.stringify(content)}, ${JSON.stringify(yield* maker)}, ${note}
          from kb_entry_versions where ${of(id)}`)
      }),
      /** What a version of it said. */
      version: (id: EntryId, number: number) =>
        first(sql<{ content: EntryContent }>`select content from kb_entry_versions where ${of(id)} and number = ${number}`),
      versions: (id: EntryId, paging: Paging) =>
        page<VersionRow>(sql, {
          from: sql`(select number as id, v.* from kb_entry_versions v where ${of(id)}) v`,
          columns: sql`id, number, content ->> 'title' as title, content ->> 'body' as body, content ->> 'language' as language,
            content ->> 'audience' as audience, content -> 'tags' as tags, content -> 'questions' as questions, made_by, note, created_at`,
          where: [sql.literal("true")],
          order: { ...byId, descending: true },
          paging
        }),
      /** A draft of this question, if there is one. */
      draftOf: (question: string) =>
        first(sql<KbEntry>`select ${columns} from kb_entries where ${inTenant} and status = 'draft' and lower(title) = lower(${question}) order by id limit 1`),
      /** Until the transaction ends, nobody else makes entries from templates. */
      holdTemplates: Effect.orDie(companyLock(sql, "kb templates")),
      /** Which of these there are entries of that are not archived: parts of templates, in a language. */
      madeOf: (parts: ReadonlyArray<string>, language: string) =>
        Effect.map(Effect.orDie(sql<{ template_id: string }>`select template_id from kb_entries
          where ${inTenant} and template_id = any(${[...parts]}::text[]) and language = ${language} and status <> 'archived'`),
          (rows) => new Set(rows.map(({ template_id }) => template_id)))
    }
  })
}) {
  static readonly layer = Layer.effect(Entries, Entries.make)
}
