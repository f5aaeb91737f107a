import { operation } from "#schemas/kernel/endpoints"
import { resource, Resource } from "./resource.ts"

export const list_resources = operation.list("list_resources", "/resources", Resource, {
  ...resource.list,
  summary: "List rooms and equipment",
  description: "Rooms and equipment that services take. Live and test keys share them."
})

export const create_resource = operation.create("create_resource", "/resources", resource.create, Resource, {
  summary: "Add a room or equipment",
  description: "Adds a room or a piece of equipment, which one appointment at a time can take."
})

export const update_resource = operation.update("update_resource", "/resources/:id", resource.change, Resource, {
  summary: "Change a room or equipment",
  description: "Changes the fields that are sent and leaves the others. What is no longer active stays with its appointments and gets no others."
})
