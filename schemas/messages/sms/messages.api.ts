import { operation } from "#schemas/kernel/endpoints"
import { Conflict } from "#schemas/kernel/errors"
import { MessageId } from "./ids.ts"
import { MediaNumber, mediaOfTexts, message, Message, MessagePreview, NewMessage } from "./message.ts"

export const send_sms = operation.create("send_sms", "/sms/send", NewMessage, Message, {
  summary: "Send a text message",
  description: "Sends a text from one of the company's numbers, once, whatever fails in between. It leaves after the answer; events and " +
    "`get_message` tell what became of it. A number that opted out is refused with 422. A test key sends nothing: what the simulator makes of the " +
    "number is told at once. With `send_at` it leaves then, and `cancel_message` calls it off before.",
  access: "messages:write",
  curated: true
})

export const preview_sms = operation.act("preview_sms", "/sms/preview", MessagePreview, {
  payload: NewMessage,
  summary: "Preview a text message",
  description: "Tells what `send_sms` would send: the words, how they are cut into messages, and what they cost. It sends nothing, and refuses what " +
    "`send_sms` refuses.",
  access: "messages:read",
  readOnly: true
})

export const list_messages = operation.list("list_messages", "/sms/messages", Message, {
  ...message.list,
  by: "-id",
  summary: "List text messages",
  description: "Texts in both directions, newest first, and what became of them. Filters narrow together. Messages of live and of test keys are apart.",
  access: "messages:read",
  curated: true
})

export const get_message = operation.get("get_message", "/sms/messages/:id", Message, {
  summary: "Get a text message",
  description: "One text with its state and, where it failed, the provider's code.",
  access: "messages:read"
})

export const cancel_message = operation.transition("cancel_message", "/sms/messages/:id/cancel", Message, {
  errors: [Conflict],
  summary: "Cancel a scheduled text message",
  description: "Calls a text off that is `scheduled`: it does not leave. One that is on its way already, or has left, is a conflict.",
  access: "messages:write",
  idempotent: true
})

export const download_message_media = operation.download("download_message_media", "/sms/messages/:id/media/:number", {
  description: "The bytes of the file.",
  examples: mediaOfTexts,
  ranges: true
}, {
  params: { id: MessageId, number: MediaNumber },
  summary: "Download a file of a text message",
  description: "A picture or the like that came with a text, by its place in `media`, counted from 1. Until it has come from the provider, which takes moments, " +
    "this is 404.",
  access: "messages:read"
})
