import { Effect } from "effect"
import { OptOuts } from "#layers/messages/sms/opt-outs"
import { SmsMessages } from "#layers/messages/sms/messages"
import { SmsThreads } from "#layers/messages/sms/threads"
import type { Input } from "#schemas/kernel/catalog"
import type * as api from "#schemas/messages/sms/threads.api"
import { requireReferences } from "../../crm/references.ts"
import { textPhone } from "./sending.ts"
import { worded } from "./wording.ts"

/** So many texts are shown with a conversation. */
const SHOWN = 50

export const list_threads = (query: Input<typeof api.list_threads>) => SmsThreads.use((threads) => threads.page(query))

export const get_thread = Effect.fnUntraced(function*({ id }: Input<typeof api.get_thread>) {
  const found = yield* SmsThreads.use((threads) => threads.get(id))
  const messages = yield* SmsMessages.use((all) => all.latest(id, SHOWN))
  return { ...found, messages, opted_out: yield* OptOuts.use(({ has }) => has(found.phone)) }
})

export const assign_thread = Effect.fnUntraced(function*({ assignee_id, id, read = false }: Input<typeof api.assign_thread>) {
  const threads = yield* SmsThreads
  const before = yield* threads.lockForUpdate(id)
  if (assignee_id !== undefined) yield* requireReferences({ assignee_id })
  return yield* threads.update(before, {
    ...assignee_id !== undefined && assignee_id !== before.assignee_id && { assignee_id },
    ...read && before.unread > 0 && { unread: 0 }
  })
})

export const reply_to_thread = Effect.fnUntraced(function*({ id, ...asked }: Input<typeof api.reply_to_thread>) {
  const threads = yield* SmsThreads
  const before = yield* threads.get(id, { lock: true })
  const { contact_id, own_phone, phone } = before
  const text = yield* worded(asked, contact_id, phone)
  const made = yield* textPhone({ ...text, to_phone: phone, from_phone: own_phone, ...contact_id !== null && { contact_id } })
  if (before.unread > 0) yield* threads.markRead(id)
  return made
})
