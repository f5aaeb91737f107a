import { Resources } from "#layers/calendar/resources"
import type * as api from "#schemas/calendar/resources.api"
import type { Input } from "#schemas/kernel/catalog"

export const list_resources = (query: Input<typeof api.list_resources>) => Resources.use((resources) => resources.page(query))

export const create_resource = (asked: Input<typeof api.create_resource>) => Resources.use((resources) => resources.create(asked))

export const update_resource = ({ id, ...changes }: Input<typeof api.update_resource>) => Resources.use((resources) => resources.change(id, changes))
