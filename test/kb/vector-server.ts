import { hash } from "node:crypto"
import { Effect } from "effect"
import { answer, providerServer } from "../providers/provider-server.ts"

const DIMENSIONS = 256

/** Words that mean the same to this model. */
const meanings = [["car", "cars", "automobile", "vehicle"], ["repair", "repairs", "mend", "fix"], ["holiday", "holidays", "vacation", "leave"], ["lawyer", "attorney"]]
const meant = new Map(meanings.flatMap((words) => words.map((word) => [word, words[0]!] as const)))

const vectorOf = (text: string) => {
  const vector = Array.from({ length: DIMENSIONS }, () => 0)
  for (const word of text.toLowerCase().match(/\p{L}{3,}/gu) ?? []) {
    const bits = hash("sha256", meant.get(word) ?? word, "buffer")
    for (const n of vector.keys()) vector[n]! += (bits[n >> 3]! >> (n & 7)) & 1 ? 1 : -1
  }
  return vector
}

/** OpenAI's embeddings on this machine, of a model that knows a few words that mean the same. */
export const vectorServer = (key: string) =>
  Effect.gen(function*() {
    const asked: Array<{ readonly model: string; readonly input: ReadonlyArray<string> }> = []
    const server = yield* providerServer(({ body, headers, path }) => {
      if (headers.authorization !== `Bearer ${key}` || path !== "/v1/embeddings") return answer(404, { error: { message: "No.", type: "invalid_request_error", code: null } })
      const { input, model } = JSON.parse(body.toString())
      asked.push({ input, model })
      const data = input.map((text: string, index: number) => ({ object: "embedding", index, embedding: vectorOf(text) }))
      const tokens = input.join(" ").split(/\s+/u).length
      return answer(200, { object: "list", data, model, usage: { prompt_tokens: tokens, total_tokens: tokens } })
    })
    return { ...server, asked }
  })
