import { Effect } from "effect"
import { SmsMessages } from "#layers/messages/sms/messages"
import type { Input } from "#schemas/kernel/catalog"
import type * as api from "#schemas/messages/sms/messages.api"
import { requireReferences } from "../../crm/references.ts"
import { outsideGsm } from "#schemas/messages/sms/segments"
import type { MessagePreview } from "#schemas/messages/sms/message"
import { knownContact } from "../contact-of-number.ts"
import { readied, textPhone } from "./sending.ts"
import { worded } from "./wording.ts"

const asked = Effect.fnUntraced(function*({ contact_id, from_phone, message, template_id, to_phone, values }: Input<typeof api.send_sms>) {
  if (contact_id !== undefined) yield* requireReferences({ contact_id })
  const whom = contact_id ?? (template_id === undefined ? null : yield* knownContact(to_phone))
  return { ...yield* worded({ message, template_id, values }, whom, to_phone), to_phone, from_phone, contact_id }
})

export const send_sms = (input: Input<typeof api.send_sms>) => Effect.flatMap(asked(input), textPhone)

export const preview_sms = Effect.fnUntraced(function*(input: Input<typeof api.preview_sms>) {
  const text = yield* asked(input)
  const { cost, country, cut: { encoding, remaining, segments }, from_phone } = yield* readied(text)
  const { message, to_phone } = text
  return {
    to_phone, from_phone, country, message, encoding, segments, remaining, outside_gsm: encoding === "GSM-7" ? [] : outsideGsm(message), cost
  } satisfies MessagePreview as MessagePreview
})

export const list_messages = (query: Input<typeof api.list_messages>) => SmsMessages.use((messages) => messages.page(query))

export const get_message = ({ id }: Input<typeof api.get_message>) => SmsMessages.use((messages) => messages.get(id))
