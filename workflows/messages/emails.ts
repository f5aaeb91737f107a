import { Effect } from "effect"
import { CustomerEmails } from "#layers/messages/emails"
import type { Input } from "#schemas/kernel/catalog"
import type * as api from "#schemas/messages/emails.api"

export const list_emails = (query: Input<typeof api.list_emails>) => CustomerEmails.use((emails) => emails.page(query))

export const get_email = Effect.fnUntraced(function*({ id }: Input<typeof api.get_email>) {
  const emails = yield* CustomerEmails
  const found = yield* emails.get(id)
  const { html, text } = yield* emails.internal(id)
  return { ...found, text, html }
})
