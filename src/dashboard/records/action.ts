import { Effect } from "effect"
import { newToken } from "#layers/auth/opaque-tokens"
import type { Operation } from "#schemas/kernel/catalog"
import { isSecret } from "#schemas/kernel/redacted"
import { lacking } from "../../connector/verbs.ts"
import { failure, link, notice } from "../components/elements.ts"
import { type FieldErrors, filter, hiddenField, NO_ERRORS, postForm } from "../components/form.ts"
import { written } from "../components/schema-control.ts"
import { facts } from "../components/table.ts"
import { problem } from "../forms.ts"
import { type Page, type Redirect, SessionRequest } from "../handler.ts"
import { html, type Node } from "../html.ts"
import { referenceNames } from "../record-names.ts"
import { returnPath } from "../paths.ts"
import { submit, withAgreement, withConsent } from "../submit.ts"
import { jsonOf } from "./calls.ts"
import { type Arguments, argumentsFor, given, itemOf, listOf, operationOf, pageOf, paramsOf, recordOf } from "./catalogue.ts"
import { changesIn, filledIn, filledWith, type Filled, inputIn, type Json } from "./fields.ts"
import { fieldsBy, formFields, groupedFields, inputSchemaOf, offersFor, ONCE } from "./form.ts"
import { groupsOf, metaOf } from "./groups.ts"
import { namingOf } from "./naming.ts"
import { answerNode } from "./shown.ts"
import { joined, label, plainWords } from "../words/declared.ts"
import { spoken } from "../words/spoken.ts"
import { nameOfPage, sectionOf, summaryOf, trailOf } from "./titles.ts"
import { undoArguments, undoOffer } from "./undo.ts"
import { answerSchema, insideOf, type Row, valueOf } from "./values.ts"

const w = spoken("records")

/** Fields of these forms that are no arguments. */
const VERSION = "seen_version"
const BACK_TO = "back_to"

/** The page of an operation, from which a page elsewhere is come back to. */
export const pageFrom = (here: string, entry: Operation, args: Arguments): string => pageOf(entry, { ...args, [BACK_TO]: here })

/** Fields of a form elsewhere that is sent to the page of an operation: which version was seen, and the page to come back to. */
export const besidesArguments = (seen: { readonly version: string; readonly backTo: string }): Node =>
  [hiddenField(VERSION, seen.version), hiddenField(BACK_TO, seen.backTo)]

const asRow = (value: Json | undefined): Row | undefined => typeof value === "object" && value !== null && !Array.isArray(value) ? value as Row : undefined

/** The record that an operation is about, as it is now; nothing where none is read, or it cannot be. */
const currentRecord = Effect.fnUntraced(function*(entry: Operation, args: Arguments) {
  const { session } = yield* SessionRequest
  const reader = recordOf(entry)
  if (reader === undefined || lacking(session.caller, reader) !== undefined) return undefined
  const numbers = inputIn(fieldsBy(reader, ["params"]), (path) => argumentsFor(reader, entry, args)[path] ?? "", session.company.time_zone)
  return yield* Effect.match(jsonOf(reader, numbers), { onFailure: () => undefined, onSuccess: asRow })
})

/** Fields of what changes a record hold what it has. */
const isChange = ({ method }: Operation) => method === "PATCH" || method === "PUT"

const fieldsFor = (entry: Operation) => fieldsBy(entry, ["query", "payload"])

const backOf = (entry: Operation, args: Arguments): string => {
  const reader = recordOf(entry)
  return reader === undefined || paramsOf(reader).some((name, n) => args[paramsOf(entry)[n] ?? name] === undefined) ? trailOf(entry, args).to : pageOf(reader, argumentsFor(reader, entry, args))
}

interface Shown {
  readonly entry: Operation
  readonly args: Arguments
  readonly filled: Filled
  readonly record: Row | undefined
  readonly errors?: FieldErrors
  readonly status?: number
  /** Stands above the form. */
  readonly above?: Node
}

/** The form of an operation. */
const formPage = Effect.fnUntraced(function*({ above, args, entry, errors = NO_ERRORS, filled, record, status = 200 }: Shown) {
  const { form, query, session: { company } } = yield* SessionRequest
  const fields = fieldsFor(entry)
  const backTo = form.get(BACK_TO) ?? query.get(BACK_TO)
  const offers = yield* offersFor(fields)
  const own = Object.fromEntries(paramsOf(entry).map((name) => [name, args[name]!]))
  return {
    title: record === undefined ? summaryOf(entry) : joined(summaryOf(entry), ": ", namingOf(metaOf(recordOf(entry) ?? entry), entry.category)(record)), section: sectionOf(entry), status, trail: trailOf(entry, args),
    content: html`
      <div class="record-form">
        ${above}
        <p>${plainWords(entry.description, entry.category)}</p>
        ${problem(errors)}
        ${postForm({
          to: pageOf(entry, own), button: summaryOf(entry), tone: entry.destructive ? "risky" : "main", files: fields.some(({ kind }) => kind === "file" || kind === "document"),
          fields: [
            hiddenField(ONCE, form.get(ONCE) ?? newToken()),
            backTo !== null && hiddenField(BACK_TO, backTo),
            record?.["version"] !== undefined && hiddenField(VERSION, String(record["version"])),
            groupedFields(fields, groupsOf(entry), { filled, errors, offers, zone: company.time_zone, category: entry.category })
          ]
        })}
        <p class="beside"><span>${link(backTo === null ? backOf(entry, args) : returnPath(backTo), w.leave)}</span></p>
      </div>`
  } satisfies Page
})

/** Which record it is about, where the address does not say. */
const choosingPage = Effect.fnUntraced(function*(entry: Operation, args: Arguments) {
  const { session: { company } } = yield* SessionRequest
  const fields = fieldsBy(entry, ["params"])
  const offers = yield* offersFor(fields)
  const list = listOf(entry)
  return {
    title: summaryOf(entry), section: sectionOf(entry), trail: trailOf(entry, args),
    content: html`
      <div>
        <p>${w.which}${" "}${list !== undefined && paramsOf(list).length === 0 && link(pageOf(list), w.findIn(nameOfPage(list)))}</p>
        ${filter(pageOf(entry), formFields(fields, { filled: (path) => args[path] ?? "", errors: NO_ERRORS, offers, zone: company.time_zone, category: entry.category }))}
      </div>`
  } satisfies Page
})

const isUnnamed = (entry: Operation, args: Arguments) => paramsOf(entry).some((name) => args[name] === undefined)

/** The page of an operation that changes something. */
export const actionPage = Effect.fnUntraced(function*(entry: Operation, args: Arguments) {
  const { query, session: { company } } = yield* SessionRequest
  if (isUnnamed(entry, args)) return yield* choosingPage(entry, args)
  const record = yield* currentRecord(entry, args)
  const has = isChange(entry) ? filledWith(fieldsFor(entry), record, company.time_zone) : () => ""
  return yield* formPage({ entry, args, record, filled: (path) => query.get(path) ?? has(path) })
})

/** An answer with a secret is read where it is: it is told this once. */
const isToldOnce = (answer: Row | undefined) => answer !== undefined && Object.keys(answer).some((name) => isSecret(name) && answer[name] !== null)

/** The page that the form was on, where it asks to come back there. */
const calling = (entry: Operation, { form }: SessionRequest["Service"]): string | undefined => {
  const to = form.get(BACK_TO)
  if (to === null) return undefined
  const page = returnPath(to)
  return `${page}${page.includes("?") ? "&" : "?"}done=${entry.name}`
}

/** Where a browser goes after something was done; nothing where there is only the answer to be read. */
const nextPage = (entry: Operation, args: Arguments, answer: Row | undefined): string | undefined => {
  const reader = entry.successStatus === 201 ? itemOf(entry) : recordOf(entry)
  const list = listOf(entry)
  const led = (to: Operation, more: ReadonlyArray<string> = []) => pageOf(to, { ...argumentsFor(to, entry, args, more), done: entry.name, ...undoArguments(entry, args, answer) })
  if (entry.method === "DELETE") return list && led(list)
  if (entry.successStatus === 201) {
    const key = reader && (answer?.[paramsOf(reader).at(-1)!] ?? answer?.["id"])
    if (reader !== undefined && key !== undefined && paramsOf(reader).length === paramsOf(entry).length + 1) return led(reader, [String(key)])
    return undefined
  }
  return isChange(entry) && reader !== undefined ? led(reader) : undefined
}

const answered = Effect.fnUntraced(function*(entry: Operation, args: Arguments, value: Json) {
  const row = asRow(value)
  const request = yield* SessionRequest
  const to = calling(entry, request) ?? nextPage(entry, args, row)
  if (to !== undefined && !isToldOnce(row)) return { to } satisfies Redirect
  const { session } = request
  const setting = { zone: session.company.time_zone, names: yield* referenceNames(row === undefined ? [] : [row]), category: entry.category }
  return {
    title: summaryOf(entry), section: sectionOf(entry), trail: trailOf(entry, args),
    content: html`
      <div>
        ${notice([w.done, undoOffer(entry, new URLSearchParams(undoArguments(entry, args, row)), session)])}
        ${answerNode(value, answerSchema(entry), setting, groupsOf(entry))}
        <p class="beside"><span>${link(to ?? backOf(entry, args), to === undefined ? w.back : w.goOn)}</span></p>
      </div>`
  } satisfies Page
})

/** What somebody else changed meanwhile, for whoever has typed something else. */
const otherVersion = (entry: Operation, record: Row, zone: string): Node => {
  const schema = answerSchema(recordOf(entry)!)
  const fields = fieldsFor(entry).map(({ path }) => path.split(".")[0]!).filter((name, n, all) => all.indexOf(name) === n && record[name] !== undefined)
  return html`
    <div>
      ${failure(w.changedByOther, w.changedHelp)}
      ${facts(fields.map((name) => [label(name, entry.category), valueOf(name, insideOf(schema, name), record, { zone, names: {}, category: entry.category })]))}
    </div>`
}

const isStale = (error: unknown) => (error as { readonly code?: unknown } | null)?.code === "precondition_failed"

/** Does what the form of an operation asks for. */
export const submitOperation = Effect.gen(function*() {
  const entry = yield* operationOf
  const { form, query, session: { company } } = yield* SessionRequest
  const zone = company.time_zone
  const args = given(entry, query)
  if (entry.method === "GET" || isUnnamed(entry, args)) return { to: pageOf(entry, args) } satisfies Redirect
  const fields = fieldsFor(entry)
  const filled = filledIn(form)
  const record = yield* currentRecord(entry, args)
  const typed = inputIn(fields, filled, zone)
  const input = entry.method === "PATCH" && record !== undefined ? changesIn(inputSchemaOf(entry), inputIn(fields, filledWith(fields, record, zone), zone), typed) : typed
  const named = inputIn(fieldsBy(entry, ["params"]), (path) => args[path] ?? "", zone)
  const sent = Object.entries(input).filter(([name]) => entry.sources[name] === "payload")
  /* What is sent as a form is checked as the texts that forms have. */
  const payload = Object.fromEntries(entry.body === "json" ? sent : sent.map(([name, value]) => [name, Array.isArray(value) ? value.map(written) : written(value)]))
  const call = Effect.flatMap(
    jsonOf(entry, { ...named, ...input }, { version: form.get(VERSION) ?? undefined, once: form.get(ONCE) ?? undefined }),
    (value) => answered(entry, args, value)
  )
  const action = { verb: entry.name, question: joined(summaryOf(entry), "?"), button: summaryOf(entry), back: backOf(entry, args), section: sectionOf(entry) }
  const hasSecrets = fields.some(({ kind }) => kind === "secret")
  const submission = {
    payload, call: hasSecrets ? withAgreement(call) : withConsent(action, call), fields: fields.map(({ path }) => path),
    again: (errors: FieldErrors) => formPage({ entry, args, record, filled, errors })
  }
  return yield* Effect.catch(submit(entry.name, submission), (error) =>
    isStale(error) && record !== undefined
      ? formPage({ entry, args, record, filled, status: 412, above: otherVersion(entry, record, zone) })
      : Effect.fail(error))
})
