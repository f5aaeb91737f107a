import { Effect } from "effect"
import { allRecords } from "#layers/all-records"
import { referenceTargets } from "#layers/categories"
import { Contacts } from "#layers/crm/contacts"

type Kind = Effect.Success<typeof allRecords>[number]

const targets: { readonly [field: string]: { readonly table: string } | undefined } = referenceTargets

/** What fields name by another word than receipts do. */
const objects: { readonly [field: string]: string | undefined } = { staff_id: "staff_member" }

/** The field that names one such record: that of `contact_ids` is `contact_id`. */
export const oneOf = (field: string): string => field.replace(/_ids$/u, "_id")

const kindsOf = (all: ReadonlyArray<Kind>) => {
  const byTable = new Map(all.map((kind) => [kind.table, kind]))
  const byObject = new Map(all.map((kind) => [kind.entity.object, kind]))
  const byId = new Map<unknown, Kind>(all.toReversed().map((kind) => [kind.entity.read.fields["id"], kind]))
  return {
    /** The kind of record that a field names: as its category says, or of the field's own name. */
    ofField: (field: string): Kind | undefined => {
      const one = oneOf(field)
      return byTable.get(targets[one]?.table ?? "") ?? (one.endsWith("_id") ? byObject.get(objects[one] ?? one.slice(0, -"_id".length)) : undefined)
    },
    /** The kind of record that this is the id of: each has a schema of its own. */
    ofId: (schema: unknown): Kind | undefined => byId.get(schema),
    /** By the name that changes have. */
    ofObject: (object: string): Kind | undefined => byObject.get(object)
  }
}

/* The repositories of a server stay the same: what is known of them is put together once for each. */
const made = new WeakMap<object, ReturnType<typeof kindsOf>>()

/** The kinds of records, found by what names them. */
export const recordKinds = Effect.flatMap(Contacts, (server) => {
  const known = made.get(server)
  if (known !== undefined) return Effect.succeed(known)
  return Effect.map(allRecords, (all) => {
    const kinds = kindsOf(all)
    made.set(server, kinds)
    return kinds
  })
})
