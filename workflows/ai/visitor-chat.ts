import { Effect } from "effect"
import { ChatMessages, Conversations } from "#layers/ai/conversations"
import { AiSettings } from "#layers/ai/settings"
import { CompanySettings } from "#layers/company/settings"
import type * as api from "#schemas/ai/visitor-chat.api"
import type { Input } from "#schemas/kernel/catalog"
import { NotFound } from "#schemas/kernel/errors"
import { rated, SHOWN } from "./conversations.ts"

const shut = new NotFound({ message: "This company's chat does not take questions of visitors." })

/** Fails where the company's chat takes no questions of visitors. */
export const openToVisitors = Effect.flatMap(AiSettings.use(({ get }) => get), (settings) =>
  settings.visitors ? Effect.succeed(settings) : Effect.fail(shut))

export const get_visitor_chat = Effect.fnUntraced(function*(_: Input<typeof api.get_visitor_chat>) {
  const { greeting } = yield* openToVisitors
  const { name } = yield* CompanySettings.use(({ own }) => own)
  return { company: name, greeting }
})

export const get_visitor_conversation = Effect.fnUntraced(function*({ id }: Input<typeof api.get_visitor_conversation>) {
  const { status } = yield* Conversations.use(({ ofAsker }) => ofAsker(id))
  return { id, status, latest: yield* ChatMessages.use(({ latest }) => latest(id, SHOWN)) }
})

export const rate_visitor_answer = Effect.fnUntraced(function*({ host: _, id, ...feedback }: Input<typeof api.rate_visitor_answer>) {
  const before = yield* ChatMessages.use((messages) => messages.get(id, { lock: true }))
  yield* Conversations.use(({ ofAsker }) => ofAsker(before.conversation_id))
  return yield* rated(before, feedback)
})
