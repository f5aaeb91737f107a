import { Effect } from "effect"
import { CustomerEmails } from "#layers/messages/emails"
import type { Input } from "#schemas/kernel/catalog"
import type * as api from "#schemas/messages/emails.api"
import { requireKnownName } from "../filters/known-names.ts"
import { allTemplates } from "./templates.ts"

export const list_emails = Effect.fnUntraced(function*(query: Input<typeof api.list_emails>) {
  const page = yield* CustomerEmails.use((emails) => emails.page(query))
  if (page.total === 0 && query.template !== undefined) {
    yield* requireKnownName({ field: "template", wanted: query.template, names: [...(yield* allTemplates).keys()] })
  }
  return page
})

export const get_email = Effect.fnUntraced(function*({ id }: Input<typeof api.get_email>) {
  const emails = yield* CustomerEmails
  const found = yield* emails.get(id)
  const { html, text } = yield* emails.internal(id)
  return { ...found, text, html }
})
