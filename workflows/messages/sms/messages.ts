import { Effect } from "effect"
import { SmsMessages } from "#layers/messages/sms/messages"
import type { Input } from "#schemas/kernel/catalog"
import { Conflict, NotFound } from "#schemas/kernel/errors"
import type { Download } from "#schemas/kernel/streams"
import type * as api from "#schemas/messages/sms/messages.api"
import { requireReferences } from "../../crm/references.ts"
import { cancelRun } from "../../durable.ts"
import { outsideGsm } from "#schemas/messages/sms/segments"
import type { MessagePreview } from "#schemas/messages/sms/message"
import { knownContact } from "../contact-of-number.ts"
import { storedFile } from "../stored-file.ts"
import { requireLater } from "./scheduling.ts"
import { readied, textPhone } from "./sending.ts"
import { worded } from "./wording.ts"

const asked = Effect.fnUntraced(function*({ contact_id, from_phone, message, template_id, to_phone, values }: Input<typeof api.send_sms>) {
  if (contact_id !== undefined) yield* requireReferences({ contact_id })
  const whom = contact_id ?? (template_id === undefined ? null : yield* knownContact(to_phone))
  return { ...yield* worded({ message, template_id, values }, whom, to_phone), to_phone, from_phone, contact_id }
})

export const send_sms = Effect.fnUntraced(function*({ send_at, ...input }: Input<typeof api.send_sms>) {
  if (send_at !== undefined) yield* requireLater(send_at)
  return yield* textPhone({ ...yield* asked(input), send_at })
})

export const cancel_message = Effect.fnUntraced(function*({ id }: Input<typeof api.cancel_message>) {
  const messages = yield* SmsMessages
  const before = yield* messages.lockForUpdate(id)
  if (before.state === "canceled") return before
  if (before.state !== "scheduled") return yield* new Conflict({ message: `The text is ${before.state}: only one that is scheduled can be canceled.` })
  const { schedule_run } = yield* messages.internal(id)
  if (schedule_run !== null) yield* cancelRun(schedule_run)
  return yield* messages.decide(before, "canceled")
})

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

export const download_message_media = Effect.fnUntraced(function*({ id, number }: Input<typeof api.download_message_media>) {
  const messages = yield* SmsMessages
  const { created_at, media } = yield* messages.get(id)
  const { media_prefix } = yield* messages.internal(id)
  const one = media[number - 1]
  if (one === undefined) return yield* new NotFound({ message: `The text has ${media.length} files.` })
  if (one.state !== "stored" || one.bytes === null || media_prefix === null) return yield* new NotFound({ message: one.problem ?? "It has not come from the provider." })
  const content = yield* storedFile(`${media_prefix}/${number}`, one.bytes)
  return { type: one.type, name: `text ${created_at.slice(0, 10)} ${number}`, etag: `${media_prefix}/${number}`.replaceAll("/", "-"), content } satisfies Download as Download
})
