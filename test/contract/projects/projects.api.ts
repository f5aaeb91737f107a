import { Conflict } from "#schemas/kernel/errors"
import { UserId } from "#schemas/kernel/ids"
import { operation } from "#schemas/kernel/endpoints"
import { project, Project, ProjectId } from "./project.ts"

const params = { id: ProjectId }

export const list_projects = operation.list("list_projects", "/projects", Project, {
  filters: { owner_id: UserId },
  sort: ["id", "created_at"],
  summary: "List projects",
  description: "The company's projects.",
  access: "crm:read"
})

export const get_project = operation.get("get_project", "/projects/:id", Project, {
  params,
  summary: "Get a project",
  description: "One project.",
  access: "crm:read"
})

export const create_project = operation.create("create_project", "/projects", project.create, Project, {
  errors: [Conflict],
  summary: "Add a project",
  description: "Adds a project; its code must be new.",
  access: "crm:write"
})

export const update_project = operation.update("update_project", "/projects/:id", project.change, Project, {
  params,
  errors: [Conflict],
  summary: "Change a project",
  description: "Changes the fields that are sent.",
  access: "crm:write"
})

export const delete_project = operation.remove("delete_project", "/projects/:id", Project, {
  params,
  summary: "Delete a project",
  description: "Takes a project out of every list.",
  access: "crm:write"
})
