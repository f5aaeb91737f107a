import { Clock, Effect, Option, Stream } from "effect"
import { personal } from "#layers/categories"
import { People, type Person } from "#layers/crm/people"
import { recordChange } from "#layers/kernel/receipts/change-log"
import { Api } from "#schemas/api"
import { ContactId } from "#schemas/crm/contact"
import type * as api from "#schemas/crm/people.api"
import type { PersonErasure } from "#schemas/crm/person"
import { catalogOf, type Input } from "#schemas/kernel/catalog"
import { Conflict } from "#schemas/kernel/errors"
import type { Download } from "#schemas/kernel/streams"
import { Caller } from "#schemas/kernel/tenancy"
import { steppedUp } from "../auth/step-up.ts"
import { mergedNote, missing } from "./contact-missing.ts"

/** One that was merged is found under the contact that was kept. */
const found = Effect.fnUntraced(function*(id: ContactId, how?: { readonly lock: boolean }) {
  if ((yield* mergedNote(id)) !== undefined) return yield* missing(id)
  const person = yield* (yield* People).find(id, how)
  return Option.isSome(person) ? person.value : yield* missing(id)
})

/** What a person is shown, by kind; kinds that several tables hold are told together. */
const sectionsOf = Effect.fnUntraced(function*(person: Person) {
  const people = yield* People
  const tables = personal.map((declared) => [declared.object, people.rows(declared, person)] as const)
  return [...tables, ["change", people.history(person)] as const, ["delivery", people.deliveries(person)] as const]
})

export const export_person = Effect.fnUntraced(function*({ id }: Input<typeof api.export_person>) {
  const person = yield* found(id)
  const exported_at = new Date(yield* Clock.currentTimeMillis).toISOString()
  const sections = yield* sectionsOf(person)
  const context = yield* Effect.context<Caller>()
  const head = `{"contact_ids":${JSON.stringify(person.ids)},"exported_at":"${exported_at}","records":{`
  const parts = Stream.fromIterable(sections.entries()).pipe(
    Stream.mapEffect(([place, [kind, rows]]) =>
      Effect.map(rows, (all) => Buffer.from(`${place === 0 ? head : ","}${JSON.stringify(kind)}:${JSON.stringify(all)}${place === sections.length - 1 ? "}}" : ""}`)))
  )
  return { type: "application/json", name: `person-${id}.json`, content: Stream.provideContext(parts, context) } satisfies Download
})

/** Operations whose `id` is that of a contact. */
const ofContacts = () => catalogOf(Api).filter(({ path }) => path.includes("/crm/contacts/:id")).map(({ name }) => name)

const importing = () =>
  new Conflict({ message: "A file that names this person is being imported. Try again when the import has ended, or cancel its run." })

export const erase_person = Effect.fnUntraced(function*({ id }: Input<typeof api.erase_person>) {
  const { credential } = yield* Caller
  if (credential === "session") yield* steppedUp
  const people = yield* People
  const person = yield* found(id, { lock: true })
  if (yield* people.isImported(person)) return yield* importing()
  const { erased, kept } = yield* people.erase(person, ofContacts())
  yield* recordChange({ object: "person", id, before: { id }, after: null, events: ["person.erased"] })
  return { id, contact_ids: person.ids.map((one) => ContactId.make(one)), erased, kept } satisfies PersonErasure
})
