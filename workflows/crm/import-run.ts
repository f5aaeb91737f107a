import { Effect, Schema } from "effect"
import { CustomFields } from "#layers/crm/custom-fields"
import { ImportContacts } from "#layers/crm/import-contacts"
import { type Counts, type ImportFile, Imports, type Reject } from "#layers/crm/imports"
import { recordChange } from "#layers/kernel/receipts/change-log"
import { Uploads } from "#layers/kernel/uploads"
import type { Contact } from "#schemas/crm/contact"
import { counts, ImportId, MOST_ROWS } from "#schemas/crm/import"
import type { Caller } from "#schemas/kernel/tenancy"
import { durable, write } from "../durable.ts"
import { Reader } from "./import-file.ts"
import type { Row } from "./import-reading.ts"
import { planned } from "./import-plan.ts"
import { isReject, refused, rowReader, type Said } from "./import-row.ts"

/** Rows of one transaction, and rows that are checked before others get a turn. */
const BATCH = 1_000
const TURN = 100

const VERB = "import_contacts"

const Moved = Schema.Struct({ done: Schema.Boolean, counts: Schema.Struct(counts) })

/** Works through a file of contacts. One at a time for each company: they would wait for each other's rows. */
export const ContactImport = durable({
  name: "crm.import",
  version: 1,
  payload: { import_id: ImportId },
  success: Schema.Struct(counts),
  concurrency: { perCompany: 1 },
  background: true
})

const idsIn = (said: ReadonlyArray<Said>, field: "organization_id" | "owner_id") =>
  [...new Set(said.flatMap(({ changes }) => changes[field] ?? []))].sort((a, b) => a - b)

/** What there is, of what rows name; rows that name something else are refused. */
const referring = Effect.fnUntraced(function*(said: ReadonlyArray<Said>) {
  const contacts = yield* ImportContacts
  const organizations = yield* contacts.organizations(idsIn(said, "organization_id"))
  const members = yield* contacts.members(idsIn(said, "owner_id"))
  const faultOf = ({ changes: { organization_id, owner_id } }: Said) =>
    typeof organization_id === "number" && !organizations.has(organization_id)
      ? "organization_id: there is no such company"
      : typeof owner_id === "number" && !members.has(owner_id) ? "owner_id: there is no such member" : undefined
  const judged = said.map((one) => ({ one, fault: faultOf(one) }))
  return {
    organizations,
    taken: judged.flatMap(({ fault, one }) => fault === undefined ? [one] : []),
    rejects: judged.flatMap(({ fault, one }) => fault === undefined ? [] : [refused(one, fault)])
  }
})

const byAddress = (contacts: ReadonlyArray<Contact>) => new Map(contacts.map((contact) => [contact.email!, contact]))

const addresses = (said: ReadonlyArray<Said>) => [...new Set(said.flatMap(({ changes }) => changes.email ?? []))]

type Tally = Omit<Counts, "rejected">

const tally = (outcomes: ReadonlyArray<keyof Tally>): Tally => ({
  created: outcomes.filter((one) => one === "created").length,
  updated: outcomes.filter((one) => one === "updated").length,
  unchanged: outcomes.filter((one) => one === "unchanged").length
})

const plus = (a: Tally, b: Tally): Tally =>
  ({ created: a.created + b.created, updated: a.updated + b.updated, unchanged: a.unchanged + b.unchanged })

type Take = (
  said: ReadonlyArray<Said>,
  organizations: ReadonlyMap<number, string>
) => Effect.Effect<Tally, never, ImportContacts | Caller>

/** Writes what rows say. Rows whose address somebody took while we were at it are gone over again. */
const taken: Take = Effect.fnUntraced(function*(said, organizations) {
  const contacts = yield* ImportContacts
  const { change, make, outcomes } = planned(said, byAddress(yield* contacts.holding(addresses(said))), organizations)

  const object = "contact"
  const made = yield* contacts.make(make)
  for (const after of made) yield* recordChange({ object, id: after.id, before: null, after, events: ["contact.created"] })
  const old = new Map(change.map((one) => [one.after.id, one.before]))
  for (const after of yield* contacts.change(change.map(({ after }) => after))) {
    yield* recordChange({ object, id: after.id, before: old.get(after.id)!, after, events: ["contact.updated"] })
  }
  if (made.length === make.length) return tally(outcomes)

  const ours = byAddress(made.filter(({ email }) => email !== null))
  const lost = new Set(make.flatMap(({ email }) => email === null || ours.has(email) ? [] : [email]))
  const isLost = ({ changes: { email } }: Said) => typeof email === "string" && lost.has(email)
  const kept = outcomes.filter((_, place) => !isLost(said[place]!))
  return plus(tally(kept), yield* taken(said.filter(isLost), organizations))
})

/** The same for show: contacts as they would be are kept for the rows to come. */
const tried = (id: ImportId): Take =>
  Effect.fnUntraced(function*(said, organizations) {
    const contacts = yield* ImportContacts
    const emails = addresses(said)
    const shown = yield* contacts.previews(id, emails)
    const there = byAddress(yield* contacts.holding(emails))
    const { change, make, outcomes } = planned(said, new Map([...there, ...shown]), organizations)
    yield* contacts.preview(id, [...make.filter(({ email }) => email !== null), ...change.map(({ after }) => after)])
    return tally(outcomes)
  })

const tooMany = `The file has more than ${MOST_ROWS.toLocaleString("en")} rows; those up to there are in. Split it.`

/** Each row as what it says, or why it is not taken; others get their turn in between. */
const checked = Effect.fnUntraced(function*(file: ImportFile, rows: ReadonlyArray<Row>) {
  const fields = yield* CustomFields
  const read = rowReader(file.columns, yield* fields.of("contact"))
  const said: Array<Said> = []
  const rejects: Array<Reject> = []
  for (const [place, row] of rows.entries()) {
    if (place % TURN === TURN - 1) yield* Effect.yieldNow
    const one = read(row)
    if (isReject(one)) rejects.push(one)
    else said.push(one)
  }
  return { said, rejects }
})

const countsOf = ({ created, rejected, unchanged, updated }: Counts): Counts => ({ created, updated, unchanged, rejected })

/** The next rows of a file and the place after them, in one transaction. */
const batch = Effect.fnUntraced(function*(id: ImportId, reader: Reader) {
  const imports = yield* Imports
  const uploads = yield* Uploads
  const file = yield* imports.lock(id)
  const { done, lines, position, rows } = yield* reader.next(file, Math.min(BATCH, MOST_ROWS - file.total))
  const { rejects, said } = yield* checked(file, rows)
  const known = yield* referring(said)
  const counted = yield* (file.dry_run ? tried(id) : taken)(known.taken, known.organizations)
  const all = [...rejects, ...known.rejects].sort((a, b) => a.line - b.line)
  const moved = { ...counted, rejected: all.length }
  yield* imports.advance(id, { position, lines, counts: moved, rejects: all })

  const total = file.total + rows.length
  const ended = done || total >= MOST_ROWS
  if (ended) {
    yield* imports.finish(id, done ? null : tooMany)
    yield* uploads.release(file.upload_id)
  }
  const after = yield* Effect.orDie(imports.get(id))
  const before = { ...after, state: "running", progress: file.position / file.bytes, total: file.total, ...countsOf(file) }
  yield* recordChange({ object: "import", id, before, after, ...ended && { events: ["import.completed"] } })
  return { done: ended, counts: { total: after.total, ...countsOf(after) } }
})

/** Nothing is done twice: the place in the file moves in the transaction that writes the rows. */
export const ContactImportRun = ContactImport.program(Effect.fnUntraced(function*({ import_id }) {
  const reader = new Reader()
  for (let part = 1;; part++) {
    const { counts, done } = yield* write(`part ${part}`, { verb: VERB, success: Moved }, batch(import_id, reader))
    if (done) return counts
  }
}))
