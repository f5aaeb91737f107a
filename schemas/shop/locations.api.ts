import { Conflict, NotFound } from "#schemas/kernel/errors"
import { operation } from "#schemas/kernel/endpoints"
import { Location, location, Locations, NewLocations } from "./location.ts"

export const list_locations = operation.list("list_locations", "/locations", Location, {
  ...location.list,
  summary: "List locations",
  description: "Where goods lie, those that are no longer used among them. Every company has one from the beginning."
})

export const set_locations = operation.set("set_locations", "/locations", NewLocations, Locations, {
  errors: [NotFound, Conflict],
  summary: "Set the locations",
  description: "Replaces the locations, in the order in which goods are taken from them. One that is left out is no longer used, which is a " +
    "conflict as long as anything lies there."
})
