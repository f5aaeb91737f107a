import type { CompletionRequest } from "../providers/ai/provider.ts"

/** A token is rarely shorter than this on average; counted so, what is set aside is seldom less than what a call takes. */
const CHARACTERS_EACH = 3
/** Of each turn: who speaks, and what stands between turns. */
const OVERHEAD = 8

export const tokensOf = (text: string) => Math.ceil(text.length / CHARACTERS_EACH)

const lengthOf = (turn: CompletionRequest["turns"][number]) =>
  turn.text.length + (turn.role === "assistant" ? (turn.calls ?? []).reduce((sum, { input, name }) => sum + input.length + name.length, 0) : 0)

/** About as many as a model reads before it answers. */
export const inputTokensOf = ({ instructions = "", tools = [], turns }: Omit<CompletionRequest, "model">) =>
  Math.ceil((instructions.length + JSON.stringify(tools).length + turns.reduce((sum, turn) => sum + lengthOf(turn), 0)) / CHARACTERS_EACH) +
  OVERHEAD * (turns.length + 2)
