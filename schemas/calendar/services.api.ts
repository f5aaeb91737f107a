import { operation } from "#schemas/kernel/endpoints"
import { service, Service } from "./service.ts"

export const list_services = operation.list("list_services", "/services", Service, {
  ...service.list,
  summary: "List services",
  description: "What can be booked: how long it takes, what it costs, who does it and where. Live and test keys share the services.",
  curated: true
})

export const get_service = operation.get("get_service", "/services/:id", Service, {
  summary: "Get a service",
  description: "How long it takes, what it costs, who does it and where."
})

export const create_service = operation.create("create_service", "/services", service.create, Service, {
  summary: "Add a service",
  description: "Adds something that can be booked. It needs at least one staff member or one group of resources: what nobody and nothing is taken " +
    "by could be booked without end."
})

export const update_service = operation.update("update_service", "/services/:id", service.change, Service, {
  summary: "Change a service",
  description: "Changes the fields that are sent and leaves the others. What is booked already stays as it was booked."
})
