import { Effect } from "effect"
import { FormAnswers, Forms } from "#layers/website/forms"
import { SiteVersion } from "#layers/website/site-version"
import type { Input } from "#schemas/kernel/catalog"
import type * as api from "#schemas/website/forms.api"

const shown = SiteVersion.use(({ touch }) => touch)

export const list_forms = (query: Input<typeof api.list_forms>) => Forms.use((forms) => forms.page(query))

export const get_form = ({ id }: Input<typeof api.get_form>) => Forms.use((forms) => forms.get(id))

/** No page shows it yet. */
export const create_form = (input: Input<typeof api.create_form>) => Forms.use((forms) => forms.create({ ...input }))

export const update_form = ({ id, ...changes }: Input<typeof api.update_form>) =>
  Effect.tap(Forms.use((forms) => forms.change(id, changes)), () => shown)

export const delete_form = Effect.fnUntraced(function*({ id }: Input<typeof api.delete_form>) {
  const forms = yield* Forms
  return yield* Effect.tap(forms.delete(yield* forms.get(id, { lock: true })), () => shown)
})

export const list_form_answers = Effect.fnUntraced(function*({ id, ...query }: Input<typeof api.list_form_answers>) {
  yield* Forms.use((forms) => forms.get(id))
  return yield* FormAnswers.use((answers) => answers.page({ ...query, form_id: id }))
})
