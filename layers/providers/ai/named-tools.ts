import { randomUUID } from "node:crypto"
import type { ToolCall, ToolOffer } from "./provider.ts"

const MOST_CALLS = 4

const requiredBy = ({ input }: ToolOffer): ReadonlyArray<string> => (input as { readonly required?: ReadonlyArray<string> }).required ?? []

/** The JSON object with which a text begins. */
const objectAt = (text: string): string | undefined => {
  const begun = text.trimStart()
  if (!begun.startsWith("{")) return undefined
  for (let end = begun.indexOf("}"); end !== -1; end = begun.indexOf("}", end + 1)) {
    const part = begun.slice(0, end + 1)
    try {
      JSON.parse(part)
      return part
    } catch {
      /* It ends later. */
    }
  }
  return undefined
}

/**
 * The tools that a question names, for want of a model that would understand it: `delete_contact {"id": 7}`, or `list contacts` of one that needs no
 * input. Where it names none, a tool that searches by a text of its own is given the question.
 */
export const namedIn = (question: string, tools: ReadonlyArray<ToolOffer>): ReadonlyArray<ToolCall> => {
  const named = tools.flatMap((tool) => {
    const exact = new RegExp(`(?<!\\w)${tool.name}(?!\\w)`, "u").exec(question)
    if (exact !== null) return [{ tool, at: exact.index, input: objectAt(question.slice(exact.index + tool.name.length)) ?? "{}" }]
    const words = requiredBy(tool).length > 0 ? null : new RegExp(`\\b${tool.name.replaceAll("_", "\\s+(?:the\\s+|all\\s+|our\\s+)?")}\\b`, "iu").exec(question)
    return words === null ? [] : [{ tool, at: words.index, input: "{}" }]
  }).toSorted((a, b) => a.at - b.at).slice(0, MOST_CALLS)
  const call = (name: string, input: string): ToolCall => ({ id: `call_${randomUUID()}`, name, input })
  if (named.length > 0) return named.map(({ input, tool }) => call(tool.name, input))
  const search = tools.find((tool) => tool.name.startsWith("search_") && requiredBy(tool).length === 1)
  return search === undefined ? [] : [call(search.name, JSON.stringify({ [requiredBy(search)[0]!]: question }))]
}
