import { Effect } from "effect"
import type { KbEntry } from "#schemas/kb/entry"
import { EntryId } from "#schemas/kb/ids"
import { operations } from "#schemas/operations"
import { audiences } from "#schemas/kb/passage"
import { doneNotice, NONE } from "../components/elements.ts"
import { field, type FieldErrors, hiddenField, NO_ERRORS, postForm, select, textarea } from "../components/form.ts"
import { facts } from "../components/table.ts"
import { time } from "../components/time.ts"
import { permitted, problem, textOf } from "../forms.ts"
import { type Page, SessionRequest } from "../handler.ts"
import { html, type Node } from "../html.ts"
import { paths } from "../paths.ts"
import { idOf } from "../query.ts"
import { undoArguments } from "../records/undo.ts"
import { submit, withConsent } from "../submit.ts"
import { entryBadge } from "./knowledge.ts"
import { spoken } from "../words/spoken.ts"

const w = spoken("entry")

const FIELDS = ["title", "body", "audience", "status", "language", "tags", "questions"] as const
type Said = (name: typeof FIELDS[number] | "version") => string

const within = { section: paths.knowledge, trail: { title: w.base, to: paths.knowledge } }

const saidBy = (entry: KbEntry): Said => (name) => {
  const value = entry[name]
  return Array.isArray(value) ? value.join(name === "tags" ? ", " : "\n") : String(value)
}

const wholeForm = (to: string, said: Said, errors: FieldErrors): Node => postForm({
  to, button: w.save, tone: "main",
  fields: [
    hiddenField("version", said("version")),
    field({ name: "title", label: w.title, errors, help: w.titleHelp, attributes: { value: said("title"), required: true, maxlength: "300" } }),
    textarea({
      name: "body", label: w.text, value: said("body"), errors, attributes: { rows: "14", maxlength: "100000" },
      help: w.textHelp
    }),
    select({
      name: "audience", label: w.who, errors, chosen: said("audience"),
      options: [["public", w.anybody], ["customers", w.customers], ["staff", w.staff]]
    }),
    select({ name: "status", label: w.state, errors, chosen: said("status"), options: [["published", w.published], ["draft", w.draft]] }),
    textarea({
      name: "questions", label: w.questions, value: said("questions"), errors, attributes: { rows: "3" },
      help: w.questionsHelp
    }),
    field({ name: "tags", label: w.tags, errors, help: w.tagsHelp, attributes: { value: said("tags"), maxlength: "1000" } }),
    field({ name: "language", label: w.language, errors, help: w.languageHelp, attributes: { value: said("language"), maxlength: "20" } })
  ]
})

/** What a form says of an entry. */
const contentOf = (said: Said) => {
  const language = said("language")
  return {
    title: said("title"), body: said("body"),
    audience: audiences.find((one) => one === said("audience")) ?? "public" as const,
    status: said("status") === "draft" ? "draft" as const : "published" as const,
    tags: said("tags").split(",").map((one) => one.trim()).filter((one) => one !== ""),
    questions: said("questions").split("\n").map((one) => one.trim()).filter((one) => one !== ""),
    ...language !== "" && { language }
  }
}

const typed = Effect.map(SessionRequest, ({ form }): Said => (name) => textOf(form, name))

const newEntry = Effect.fnUntraced(function*(said: Said, errors: FieldErrors) {
  const form = yield* permitted("create_kb_entry", () => wholeForm(`${paths.knowledge}/new`, said, errors))
  return { ...within, title: w.write, content: html`<div class="narrow">${problem(errors)}${form}</div>` } satisfies Page
})

const nothing: Said = (name) => name === "audience" ? "public" : name === "status" ? "published" : ""

export const newEntryPage = Effect.suspend(() => newEntry(nothing, NO_ERRORS))

export const makeEntry = Effect.gen(function*() {
  const { api: { kb }, session: { caller: { company_id } } } = yield* SessionRequest
  const said = yield* typed
  const payload = { ...contentOf(said), owner_id: null, review_at: null }
  return yield* submit("create_kb_entry", {
    payload, fields: FIELDS, again: (errors) => newEntry(said, errors),
    call: Effect.map(kb.create_kb_entry({ params: { id: company_id }, headers: {}, payload }), ({ id }) => ({ to: `${paths.knowledge}/${id}?done=saved` }))
  })
})

const one = Effect.gen(function*() {
  const { params, session: { caller: { company_id } } } = yield* SessionRequest
  const entry_id = yield* idOf(params, EntryId.make)
  return { params: { id: company_id, entry_id }, at: `${paths.knowledge}/${entry_id}` }
})

const shown = Effect.fnUntraced(function*(errors: FieldErrors, said?: Said) {
  const { api: { kb }, query, session: { company: { time_zone } } } = yield* SessionRequest
  const { at, params } = yield* one
  const entry = yield* kb.get_kb_entry({ params })
  const isArchived = entry.status === "archived"
  return {
    ...within,
    title: entry.title,
    content: html`
      <div>
        ${doneNotice(query, { saved: w.saved })}
        ${problem(errors)}
        ${facts([
          [w.state, entryBadge(entry.status)], [w.changed, time(time_zone, entry.updated_at)], [w.lookedAt, time(time_zone, entry.reviewed_at)],
          [w.again, time(time_zone, entry.review_at)], [w.template, entry.template_id ?? NONE]
        ])}
        ${isArchived
          ? html`<p class="words" dir="auto">${entry.body}</p>`
          : html`<section class="narrow">${yield* permitted("update_kb_entry", () => wholeForm(at, said ?? saidBy(entry), errors))}</section>`}
        ${!isArchived && html`
          <section>
            <h2>${w.archive}</h2>
            <p>${w.archiveHelp}</p>
            ${yield* permitted("archive_kb_entry", () => postForm({ to: `${at}/archive`, button: w.archiveIt, tone: "risky" }))}
          </section>`}
      </div>`
  } satisfies Page
})

export const entryPage = Effect.suspend(() => shown(NO_ERRORS))

export const saveEntry = Effect.gen(function*() {
  const { api: { kb } } = yield* SessionRequest
  const { at, params } = yield* one
  const said = yield* typed
  /* The form has no field for these. */
  const { owner_id, review_at } = yield* kb.get_kb_entry({ params })
  const payload = { ...contentOf(said), owner_id, review_at }
  const version = said("version")
  return yield* submit("update_kb_entry", {
    payload, fields: FIELDS, again: (errors) => shown(errors, said),
    call: Effect.as(
      kb.update_kb_entry({ params, headers: /^\d{1,9}$/u.test(version) ? { "if-match": `"${version}"` } : {}, payload }), { to: `${at}?done=saved` }
    )
  })
})

export const archiveEntry = Effect.gen(function*() {
  const { api: { kb } } = yield* SessionRequest
  const { at, params } = yield* one
  return yield* withConsent(
    {
      verb: "archive_kb_entry", question: w.question, button: w.archiveIt, follows: w.follows,
      back: at, section: paths.knowledge
    },
    Effect.as(kb.archive_kb_entry({ params, headers: {} }), {
      to: `${paths.knowledge}?${new URLSearchParams({
        done: "archived", ...undoArguments(operations.get("archive_kb_entry")!, { id: String(params.id), entry_id: String(params.entry_id) }, undefined)
      })}`
    })
  )
})
