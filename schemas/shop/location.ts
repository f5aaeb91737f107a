import { Schema } from "effect"
import { PostalAddress } from "#schemas/company/address"
import { defaulted } from "#schemas/kernel/defaulted"
import { entity, field, versioned } from "#schemas/kernel/entity"
import { line } from "#schemas/kernel/text"
import { LocationId } from "./ids.ts"

/** Where goods lie, and where customers may fetch them. */
export const location = entity("Location", {
  id: field.readOnly(LocationId),
  name: field.required(line(100).annotate({ examples: ["Main warehouse"] })),
  address: field.nullable(PostalAddress),
  pickup: field.defaulted(Schema.Boolean.annotate({ description: "Customers can fetch there what they bought." }), false),
  active: field.readOnly(Schema.Boolean.annotate({ description: "Goods are sent from it. One that was left out of `set_locations` is not." })),
  ...versioned
}, { description: "Where goods lie, and where customers may fetch them.", sort: ["id"] })
export const Location = location.read
export type Location = typeof Location.Type

const { address, name, pickup } = location.create.fields

const NewLocation = Schema.Struct({
  id: defaulted(Schema.NullOr(LocationId).annotate({ description: "The location that is meant; a new one if left out." }), null),
  name, address, pickup
}).annotate({ identifier: "NewLocation" })
export type NewLocation = typeof NewLocation.Type

const twice = (locations: ReadonlyArray<NewLocation>) => {
  const names = locations.map(({ name }) => name.toLowerCase())
  const ids = locations.map(({ id }) => id)
  const place = locations.findIndex(({ id }, n) => names.indexOf(names[n]!) < n || (id !== null && ids.indexOf(id) < n))
  return place === -1 ? undefined : { path: ["locations", place], issue: "there is another of this name or id" }
}

export const NewLocations = Schema.Struct({
  locations: Schema.Array(NewLocation).check(Schema.isMinLength(1), Schema.isMaxLength(100)).annotate({
    description: "1 to 100, in the order in which goods are taken from them."
  })
}).check(Schema.makeFilter(({ locations }) => twice(locations))).annotate({
  identifier: "NewLocations",
  examples: [{ locations: [{ id: null, name: "Main warehouse", address: null, pickup: false }] }]
})

export const Locations = Schema.Struct({ locations: Schema.Array(Location) }).annotate({ identifier: "Locations" })
