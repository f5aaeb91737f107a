import type { Input } from "#schemas/kernel/catalog"
import { Projects } from "./layer.ts"
import type * as api from "./projects.api.ts"

export const list_projects = (query: Input<typeof api.list_projects>) => Projects.use((projects) => projects.page(query))

export const get_project = ({ id }: Input<typeof api.get_project>) => Projects.use((projects) => projects.get(id))

export const create_project = (input: Input<typeof api.create_project>) =>
  Projects.use((projects) => projects.create(input, { events: ["test.ping"] }))

export const update_project = ({ id, ...changes }: Input<typeof api.update_project>) =>
  Projects.use((projects) => projects.change(id, changes))

export const delete_project = ({ id }: Input<typeof api.delete_project>) => Projects.use((projects) => projects.remove(id))
