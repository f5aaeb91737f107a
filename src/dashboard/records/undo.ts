import { newToken } from "#layers/auth/opaque-tokens"
import { aboutOf } from "#schemas/kernel/consent"
import type { Operation } from "#schemas/kernel/catalog"
import { lacking, verbs } from "../../connector/verbs.ts"
import { hiddenField, postForm } from "../components/form.ts"
import type { SessionRequest } from "../handler.ts"
import { html, type Node } from "../html.ts"
import { type Arguments, pageOf, paramsOf } from "./catalogue.ts"
import { fieldsBy, ONCE } from "./form.ts"
import { saidOf } from "../words/declared.ts"
import { spoken, textIn } from "../words/spoken.ts"
import { summaryOf } from "./titles.ts"
import type { Row } from "./values.ts"

const w = spoken("records")

/** Begins the names of what the address of a page says about taking back what was done. */
const PREFIX = "undo."

const byName = new Map(verbs.map((one) => [one.name, one]))

/** The operation that takes back what another did. */
const undoingOf = (entry: Operation): Operation | undefined => {
  const { undo } = aboutOf(entry)
  return undo === null ? undefined : byName.get(undo.by)
}

/** The parts of two paths that are the same, as far as they are. */
const sharedPath = (one: Operation, other: Operation): ReadonlyArray<string> => {
  const [parts, others] = [one.path.split("/"), other.path.split("/")]
  const end = parts.findIndex((part, n) => part !== others[n])
  return end === -1 ? parts : parts.slice(0, end)
}

/**
 * What the operation that takes it back is about: the same record where both stand below it, and otherwise what was answered with, as the record of a merge. What
 * neither says is left to be asked for.
 */
export const undoArguments = (entry: Operation, args: Arguments, answer: Row | undefined): Arguments => {
  const undoing = undoingOf(entry)
  if (undoing === undefined) return {}
  const shared = sharedPath(undoing, entry)
  const values = paramsOf(undoing).map((name) => [name, shared.includes(`:${name}`) ? args[name] : paramsOf(undoing).length === 1 ? answer?.["id"] : undefined] as const)
  return Object.fromEntries(values.flatMap(([name, value]) => typeof value === "string" || typeof value === "number" ? [[`${PREFIX}${name}`, String(value)]] : []))
}

/** Offers what takes back what was just done: at once where nothing else is to be said, otherwise as a form that says it. */
export const undoOffer = (entry: Operation, query: URLSearchParams, session: SessionRequest["Service"]["session"]): Node => {
  const undoing = undoingOf(entry)
  if (undoing === undefined || lacking(session.caller, undoing) !== undefined) return null
  const args = Object.fromEntries(paramsOf(undoing).flatMap((name) => {
    const value = query.get(`${PREFIX}${name}`) ?? ""
    return value === "" ? [] : [[name, value]]
  }))
  const isSaid = undoing.method === "POST" && paramsOf(undoing).every((name) => args[name] !== undefined) && fieldsBy(undoing, ["query", "payload"]).every(({ required }) => !required)
  const what = saidOf((words) => String(words.records.undoWhat(textIn(words, summaryOf(undoing)))))
  const { undo } = aboutOf(entry)
  return html`
    <div class="undo">
      ${isSaid
        ? postForm({ to: pageOf(undoing, args), button: w.undo, about: w.undoAbout(what), fields: hiddenField(ONCE, newToken()) })
        : html`<a class="button" href=${pageOf(undoing, args)}>${w.undo}<span class="unseen"> ${w.undoAbout(what)}</span></a>`}
      ${undo?.days !== undefined && html`<span class="faint">${w.forDays(undo.days)}</span>`}
    </div>`
}
