import { Effect } from "effect"
import { SmsTemplates } from "#layers/messages/sms/templates"
import type { Input } from "#schemas/kernel/catalog"
import type * as api from "#schemas/messages/sms/templates.api"
import { variablesOf } from "./wording.ts"

export const list_sms_templates = (query: Input<typeof api.list_sms_templates>) => SmsTemplates.use((templates) => templates.page(query))

export const create_sms_template = Effect.fnUntraced(function*({ name, text }: Input<typeof api.create_sms_template>) {
  const variables = yield* variablesOf(text)
  return yield* SmsTemplates.use((templates) => templates.create({ name, text, variables }))
})
