import type { ChatMessage } from "#schemas/ai/conversation"
import { tokensOf } from "#layers/ai/token-estimate"
import type { Turn } from "#layers/providers/ai/provider"
import { unmarked } from "./prompts/passages.ts"

/** Tokens of earlier turns that a model is shown whole. */
const MOST_TOKENS = 1_500
/** Messages that are looked back at. */
export const MOST_MESSAGES = 40
const SUMMARY_CHARACTERS = 600
const QUESTION_CHARACTERS = 120

const shortened = (text: string, most: number) => text.length <= most ? text : `${text.slice(0, most - 1)}…`

/** What was asked, and whether it was answered, in the order of the questions; the latest where there are too many. */
export const summaryOf = (messages: ReadonlyArray<Pick<ChatMessage, "role" | "text" | "outcome">>, most = SUMMARY_CHARACTERS): string => {
  const lines = messages.flatMap(({ role, text }, at) => {
    if (role !== "user") return []
    const answer = messages[at + 1]
    const state = answer?.outcome === "answered" || answer?.role === "person" ? "" : answer?.outcome === "handed_over" ? " (for a person)" : " (not answered)"
    return [`Asked: ${shortened(text.replaceAll(/\s+/gu, " "), QUESTION_CHARACTERS)}${state}`]
  })
  let kept: ReadonlyArray<string> = []
  for (const line of lines.toReversed()) {
    if ([line, ...kept].join("\n").length > most) break
    kept = [line, ...kept]
  }
  return kept.join("\n")
}

/** Turns that a model is shown of a conversation, and a summary of what came before them. */
export const memoryOf = (messages: ReadonlyArray<ChatMessage>): { readonly turns: ReadonlyArray<Turn>; readonly before: string } => {
  let left = MOST_TOKENS
  let from = messages.length
  while (from > 0) {
    const cost = tokensOf(messages[from - 1]!.text)
    if (cost > left) break
    left -= cost
    from--
  }
  /* An answer without its question says little. */
  if ((messages[from]?.role ?? "user") !== "user") from++
  return { turns: messages.slice(from).map(({ role, text }) => ({ role: role === "user" ? role : "assistant", text: unmarked(text) })), before: summaryOf(messages.slice(0, from)) }
}

/** What is looked for: a short question that follows another is about the same. */
export const soughtOf = (message: string, messages: ReadonlyArray<ChatMessage>): string => {
  const before = messages.findLast(({ role }) => role === "user")?.text
  const words = message.match(/[\p{L}\p{N}]+/gu) ?? []
  return before === undefined || words.length > 4 ? message : `${message} ${before}`
}
