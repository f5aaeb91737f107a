import { Effect, Option } from "effect"
import { CompanySettings } from "#layers/company/settings"
import { OptOuts } from "#layers/messages/sms/opt-outs"
import { SmsMessages } from "#layers/messages/sms/messages"
import { guessOptOut } from "#schemas/messages/sms/opt-out-guess"
import { keywordOf } from "#schemas/messages/sms/keywords"
import type { Message } from "#schemas/messages/sms/message"
import { textPhone } from "./sending.ts"

/** Two machines that answer each other would never end. */
const MOST_ANSWERS = 3

/** Answers a keyword from the number that it came to. What cannot be sent is left: what was asked for holds all the same. */
const answer = Effect.fnUntraced(function*({ from_phone, thread_id, to_phone }: Message, message: string) {
  const messages = yield* SmsMessages
  if ((yield* messages.keywordAnswers(thread_id)) >= MOST_ANSWERS) return
  yield* Effect.catchTag(textPhone({ to_phone: from_phone, from_phone: to_phone, message, answers_keyword: true }), "ValidationError", () => Effect.void)
})

const nameOf = Effect.map(CompanySettings.use(({ own }) => own), ({ name }) => name)

const optOut = Effect.fnUntraced(function*(text: Message, guessed: boolean) {
  const made = yield* OptOuts.use(({ add }) => add({
    phone: text.from_phone, source: guessed ? "free_text" : "keyword", guessed, text: text.message.slice(0, 500), message_id: text.id
  }))
  /* It is confirmed once: whoever writes STOP again has had the answer. */
  if (Option.isSome(made)) yield* answer(text, `${yield* nameOf}: you get no more texts from us. Answer START to get them again.`)
})

const optIn = Effect.fnUntraced(function*(text: Message) {
  const optOuts = yield* OptOuts
  const found = yield* optOuts.ofPhone(text.from_phone)
  if (Option.isNone(found)) return
  yield* optOuts.remove(found.value)
  yield* answer(text, `${yield* nameOf}: you get texts from us again. Answer STOP to end them.`)
})

const help = Effect.fnUntraced(function*(text: Message) {
  const { contact_email, contact_phone, name, website } = yield* CompanySettings.use(({ own }) => own)
  const reached = contact_phone ?? contact_email ?? website
  yield* answer(text, `${name}${reached === null ? "" : `: ${reached}`}. Answer STOP to get no more texts.`)
})

/** Whether anything follows from a text. */
export const asksForSomething = (message: string) => keywordOf(message) !== undefined || guessOptOut(message) !== undefined

/** What follows from a text that is a keyword, or plainly asks for no more texts. */
export const answerKeyword = Effect.fnUntraced(function*(text: Message) {
  const means = keywordOf(text.message)?.means
  if (means === "stop") return yield* optOut(text, false)
  if (means === "start") return yield* optIn(text)
  if (means === "help") return yield* help(text)
  if (guessOptOut(text.message) !== undefined) yield* optOut(text, true)
})
