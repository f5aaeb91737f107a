import { Effect } from "effect"
import type { Operation } from "#schemas/kernel/catalog"
import { lacking } from "../../connector/verbs.ts"
import { empty, link, notice } from "../components/elements.ts"
import { filter, hiddenField, input, NO_ERRORS } from "../components/form.ts"
import { paging, ROWS } from "../components/table.ts"
import { formErrorsOf } from "../forms.ts"
import { type File, type Page, SessionRequest } from "../handler.ts"
import { html, type Node } from "../html.ts"
import { watching } from "../live/watched.ts"
import { paths } from "../paths.ts"
import { referenceNames } from "../record-names.ts"
import { callOf, pageOfList, NO_ROWS } from "./calls.ts"
import {
  aboutList, aboutRecord, aboutRow, type Arguments, argumentsFor, categories, given, itemOf, NOWHERE, operationAt, operationOf, operationsOf, pageOf,
  paramsOf
} from "./catalogue.ts"
import { chosenColumns, columnChoice, COLUMNS, usualColumns } from "./columns.ts"
import { type Field, type Filled, inputIn, type Json } from "./fields.ts"
import { fieldsBy, formFields, offersFor } from "./form.ts"
import { groupsOf, metaOf } from "./groups.ts"
import { namingOf } from "./naming.ts"
import { actionPage } from "./action.ts"
import { label, plainWords, saidOf } from "../words/declared.ts"
import { inWords, type Said, spoken, textIn } from "../words/spoken.ts"
import { nameOfPage, sectionOf, summaryOf, titleOf, trailOf } from "./titles.ts"
import { resultsFor } from "./search.ts"
import { undoOffer } from "./undo.ts"
import { answerNode, rowPage, rowTable } from "./shown.ts"
import { answerSchema, insideOf, itemsOf, type Row } from "./values.ts"

type Session = SessionRequest["Service"]["session"]

const w = spoken("records")

const linksTo = (all: ReadonlyArray<Operation>, to: (one: Operation) => string): Node =>
  all.length > 0 && html`<ul class="links">${all.map((one) => html`<li>${link(to(one), nameOfPage(one))}</li>`)}</ul>`

const MOST_SEARCHED = 100

/** So many actions of a record, and filters of a list, are seen at once. */
const SEEN = 4

const actionButton = (to: (one: Operation) => string) => (one: Operation): Node => html`<a class=${one.destructive ? "button risky" : one.successStatus === 201 && paramsOf(one).length === 0 ? "button main" : "button"} href=${to(one)}>${summaryOf(one)}</a>`

/** To change something is asked for more often than to remove it. */
const byUse = (one: Operation) => one.method === "DELETE" ? 2 : one.method === "POST" ? 1 : 0

/** What people do with a list or a record, as links to its pages. */
const actionLinks = (all: ReadonlyArray<Operation>, to: (one: Operation) => string): Node => {
  const ordered = all.toSorted((a, b) => byUse(a) - byUse(b))
  return all.length > 0 && inWords(({ records: words }) => html`
    <nav aria-label=${words.actionsTitle}>
      <div class="acts">${ordered.slice(0, SEEN).map(actionButton(to))}</div>
      ${all.length > SEEN && html`<details><summary>${w.moreActions}</summary><div class="acts">${ordered.slice(SEEN).map(actionButton(to))}</div></details>`}
    </nav>`)
}

/** The filters of a list, the less usual ones unfolded on demand. */
const filters = (fields: ReadonlyArray<Field>, query: URLSearchParams, shown: Parameters<typeof formFields>[1]): Node => {
  const [usual, others] = [fields.slice(0, SEEN), fields.slice(SEEN)]
  return [
    formFields(usual, shown),
    others.length > 0 && html`
      <details open=${others.some(({ path }) => (query.get(path) ?? "") !== "" || shown.errors.has(path))}>
        <summary>${w.moreFilters}</summary><div>${formFields(others, shown)}</div>
      </details>`
  ]
}

const settingOf = Effect.fnUntraced(function*({ category }: Operation, rows: ReadonlyArray<Row>) {
  const { session: { company } } = yield* SessionRequest
  return { zone: company.time_zone, names: yield* referenceNames(rows), category }
})

/** What stands in the address, as the fields of a form hold it. */
const filledBy = (query: URLSearchParams): Filled => (path) => query.getAll(path).join("\n")

/** A read that needs to be told what it reads. */
const askingPage = Effect.fnUntraced(function*(entry: Operation) {
  const { query, session: { company } } = yield* SessionRequest
  const fields = fieldsBy(entry, ["params", "query"]).filter(({ required }) => required)
  const offers = yield* offersFor(fields)
  return {
    title: nameOfPage(entry), section: sectionOf(entry), trail: trailOf(entry, {}),
    content: html`
      <div>
        <p>${plainWords(entry.description, entry.category)}</p>
        ${filter(pageOf(entry), formFields(fields, { filled: filledBy(query), errors: NO_ERRORS, offers, zone: company.time_zone, category: entry.category }))}
      </div>`
  } satisfies Page
})

const missing = (entry: Operation, args: Arguments): boolean =>
  fieldsBy(entry, ["params", "query"]).some(({ path, required }) => required && args[path.split(".")[0]!] === undefined)

/** The arguments of a read, from its address. */
const read = (entry: Operation, query: URLSearchParams, zone: string) => inputIn(fieldsBy(entry, ["params", "query"]), filledBy(query), zone)

const inAddress = new Set(["cursor", "limit", "offset"])

const rowActions = (list: Operation, args: Arguments, session: Session) => {
  const all = itemOf(list) === undefined ? aboutRow(list, session) : []
  return all.length === 0 ? undefined : (row: Row): Node => {
    const [one] = all
    const last = paramsOf(one!).at(-1)!
    const key = String(row[last] ?? row["id"] ?? row[last.replace(/_id$/u, "")] ?? "")
    return linksTo(all, (to) => pageOf(to, argumentsFor(to, list, args, [key])))
  }
}

const listPage = Effect.fnUntraced(function*(entry: Operation, args: Arguments) {
  const { query, session } = yield* SessionRequest
  const zone = session.company.time_zone
  const fields = fieldsBy(entry, ["query"]).filter(({ path }) => !inAddress.has(path))
  const narrowed = fields.some(({ path }) => (query.get(path) ?? "") !== "" && path !== "sort")
  const limit = entry.sources["limit"] === undefined ? {} : { limit: ROWS }
  const listing = pageOfList(entry, { ...limit, ...read(entry, query, zone) }).pipe(
    Effect.map((value) => ({ value, errors: NO_ERRORS, status: 200 })),
    Effect.catch((error) => {
      const wrong = formErrorsOf(error, fields.map(({ path }) => path))
      return wrong?.status === 422 ? Effect.succeed({ ...wrong, value: NO_ROWS }) : Effect.fail(error)
    })
  )
  const live = yield* watching(entry.name, { ...args, ...entry.sources["limit"] !== undefined && { limit: String(ROWS) } })
  const [found, offers] = yield* Effect.all([listing, offersFor(fields)], { concurrency: 2 })
  const schema = itemsOf(insideOf(answerSchema(entry), "items"))
  const setting = yield* settingOf(entry, found.value.items)
  const own = Object.fromEntries(paramsOf(entry).map((name) => [name, args[name]!]))
  const acts = rowActions(entry, args, session)
  const said = Object.fromEntries(Object.entries(args).filter(([name]) => !inAddress.has(name)))
  const chosen = chosenColumns(query, schema)
  const columns = chosen ?? entry.columns ?? usualColumns(found.value.items, schema)
  const kept = chosen === undefined ? said : { ...said, [COLUMNS]: chosen.join(",") }
  return {
    title: nameOfPage(entry), section: sectionOf(entry), status: found.status, trail: trailOf(entry, args), live,
    content: html`
      <div>
        ${done(query, session)}
        ${actionLinks(aboutList(entry, session), (one) => pageOf(one, argumentsFor(one, entry, args)))}
        ${fields.length > 0 && filter(pageOf(entry), [
          Object.entries(own).map(([name, value]) => html`<input type="hidden" name=${name} value=${value} />`),
          chosen !== undefined && hiddenField(COLUMNS, chosen.join(",")),
          filters(fields, query, { filled: filledBy(query), errors: found.errors, offers, zone, short: true, category: entry.category })
        ])}
        ${found.value.items.length > 0 && columnChoice({ category: entry.category, path: pageOf(entry), said, schema, shown: columns, usual: chosen === undefined ? undefined : pageOf(entry, said) })}
        ${rowTable({
          label: nameOfPage(entry), rows: found.value.items, schema, setting, columns, page: rowPage(entry, args), naming: namingOf(metaOf(entry), entry.category), ...acts !== undefined && { acts },
          empty: narrowed ? empty(w.nothingLike, link(pageOf(entry, own), w.showAll)) : empty(w.nothingYet)
        })}
        ${paging({ path: pageOf(entry), filters: kept, cursor: args["cursor"], shown: found.value })}
      </div>`
  } satisfies Page
})

/** The notice of a page that a form led to. */
export const done = (query: URLSearchParams, session: Session): Node => {
  const entry = operationNamed(query.get("done"))
  return entry !== undefined && notice([saidOf((words) => String(words.records.doneThat(textIn(words, summaryOf(entry))))), undoOffer(entry, query, session)])
}

const operationNamed = (name: string | null) => name === null ? undefined : categories.map((category) => operationAt(category, name)).find((one) => one !== undefined)

/** What was deleted can be restored, and nothing else. */
const isFor = (row: Row, { name }: Operation): boolean =>
  typeof row["deleted_at"] === "string" || !name.startsWith("restore_") || operationNamed(name.replace("restore_", "delete_")) === undefined

const recordPage = Effect.fnUntraced(function*(entry: Operation, args: Arguments) {
  const { query, session } = yield* SessionRequest
  const live = yield* watching(entry.name, args)
  const answer = yield* callOf(entry, read(entry, query, session.company.time_zone))
  if (!("value" in answer)) return answer satisfies File
  const value: Json = answer.value
  const row = typeof value === "object" && value !== null && !Array.isArray(value) ? value as Row : undefined
  const { actions, field, naming, related } = aboutRecord(entry, session)
  const to = (one: Operation) => pageOf(one, argumentsFor(one, entry, args))
  const id = args[paramsOf(entry)[0] ?? ""]
  return {
    title: row !== undefined && paramsOf(entry).length > 0 ? namingOf(metaOf(entry), entry.category)(row, label(entry.name.replace(/^get_/u, ""), entry.category)) : nameOfPage(entry), section: sectionOf(entry), trail: trailOf(entry, args), live,
    content: html`
      <div>
        ${done(query, session)}
        ${actionLinks(actions.filter((one) => row === undefined || isFor(row, one)), to)}
        ${answerNode(value, answerSchema(entry), yield* settingOf(entry, row === undefined ? [] : [row]), groupsOf(entry))}
        ${(related.length > 0 || naming.length > 0) && html`
          <section>
            <h2>${w.related}</h2>
            ${linksTo(related, to)}
            ${id !== undefined && linksTo(naming, (one) => pageOf(one, { [field]: id }))}
          </section>`}
      </div>`
  } satisfies Page
})

/** The page of an operation: what it reads, or the form of what it does. */
export const operationPage = Effect.gen(function*() {
  const entry = yield* operationOf
  const { query, session } = yield* SessionRequest
  const args = given(entry, query)
  const refusal = lacking(session.caller, entry)
  if (refusal !== undefined) return yield* Effect.fail(refusal)
  if (entry.method !== "GET") return yield* actionPage(entry, args)
  if (missing(entry, args)) return yield* askingPage(entry)
  return yield* entry.list ? listPage(entry, args) : recordPage(entry, args)
})

/** Lists first: they lead to the records. */
const categorySections = (category: string, session: Session) => {
  const open = operationsOf(category).filter((one) => lacking(session.caller, one) === undefined)
  const alone = open.filter((one) => paramsOf(one).length === 0)
  return {
    lists: alone.filter(({ list }) => list),
    reads: alone.filter(({ list, method }) => !list && method === "GET"),
    actions: alone.filter(({ method }) => method !== "GET"),
    others: open.filter((one) => paramsOf(one).length > 0)
  }
}

export const categoryPage = Effect.gen(function*() {
  const { params: { category = "" }, session } = yield* SessionRequest
  if (!categories.includes(category)) return yield* Effect.fail(NOWHERE)
  const { actions, lists, others, reads } = categorySections(category, session)
  const section = (title: Said, all: ReadonlyArray<Operation>): Node =>
    all.length > 0 && html`<section><h2>${title}</h2>${linksTo(all, (one) => pageOf(one))}</section>`
  return {
    title: titleOf(category), section: `${paths.records}/${category}`, trail: { title: w.title, to: paths.records },
    content: html`
      <div>
        ${lists.length + reads.length + actions.length + others.length === 0 && empty(w.notOpen)}
        ${section(w.lists, lists)}
        ${section(w.figures, reads)}
        ${section(w.actionsTitle, actions)}
        ${others.length > 0 && html`<details><summary>${w.ofOne}</summary>${linksTo(others, (one) => pageOf(one))}</details>`}
      </div>`
  } satisfies Page
})

/** All categories with their lists, or what was searched for in all of them. */
export const recordsPage = Effect.gen(function*() {
  const { query, session } = yield* SessionRequest
  const words = query.get("search")?.trim().slice(0, MOST_SEARCHED) ?? ""
  const searching = filter(paths.records, input("search", w.find, { type: "search", value: words, maxlength: String(MOST_SEARCHED), autofocus: words !== "" }))
  if (words !== "") {
    return { title: w.title, section: paths.records, content: html`<div>${searching}${yield* resultsFor(words)}</div>` } satisfies Page
  }
  return {
    title: w.title, section: paths.records,
    content: html`
      <div>${searching}</div>
      <div class="categories">
        ${categories.map((category) => html`
          <section>
            <h2>${link(`${paths.records}/${category}`, titleOf(category))}</h2>
            ${linksTo(categorySections(category, session).lists, (one) => pageOf(one))}
          </section>`)}
      </div>`
  } satisfies Page
})
