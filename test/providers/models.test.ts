import { assert, describe, it } from "@effect/vitest"
import { Effect, Redacted, Result, Stream } from "effect"
import { anthropic, anthropicParty } from "#layers/providers/ai/anthropic"
import { openai, openaiParty } from "#layers/providers/ai/openai"
import type { CompletionPart, CompletionRequest, ModelProvider } from "#layers/providers/ai/provider"
import { simulatedModels } from "#layers/providers/ai/simulated"
import { simulatedFaults } from "#layers/providers/simulated-faults"
import { anthropicServer, BREAK, CUT_OFF, openaiServer } from "./model-servers.ts"
import { Http, logged, partyAt, question } from "./parties.ts"

const KEY = "sk-test-0123456789"
const account = { api_key: Redacted.make(KEY) }

const openaiHere = Effect.gen(function*() {
  const server = yield* openaiServer(KEY)
  return { server, models: openai(yield* partyAt(openaiParty, `${server.url}/v1/`), account) }
})
const anthropicHere = Effect.gen(function*() {
  const server = yield* anthropicServer(KEY)
  return { server, models: anthropic(yield* partyAt(anthropicParty, server.url), account) }
})

const saying = (text: string): CompletionRequest => ({ ...question, instructions: "Be brief.", turns: [{ role: "user", text }] })

/** The pieces that came, and what it ended with if not well. */
const piecesOf = (models: ModelProvider, request: CompletionRequest) =>
  Effect.gen(function*() {
    const pieces: Array<CompletionPart> = []
    const result = yield* Effect.result(Stream.runForEach(models.stream(request), (piece) => Effect.sync(() => void pieces.push(piece))))
    return { pieces, error: Result.isFailure(result) ? result.failure : undefined }
  })

for (const [name, here] of [["openai", openaiHere], ["anthropic", anthropicHere]] as const) {
  describe(`models of ${name}`, () => {
    const test = (title: string, run: (how: Effect.Success<typeof openaiHere> | Effect.Success<typeof anthropicHere>) => Effect.Effect<void, unknown>) =>
      it.live(title, () => Effect.flatMap<any, any, any, any, any, any>(here, run).pipe(Effect.provide([Http, logged().layer]), Effect.scoped))

    test("answers, whole and in pieces", Effect.fnUntraced(function*({ models, server }) {
      const usage = { input: 11, output: 5 }
      assert.deepStrictEqual(yield* models.complete(saying("grüße an alle")), { text: "GRÜSSE AN ALLE", calls: [], finish: "stop", usage, simulated: false })
      for (const again of [1, 2]) {
        const { error, pieces } = yield* piecesOf(models, saying("grüße an alle"))
        assert.isUndefined(error, String(again))
        assert.strictEqual(pieces.map((piece) => piece.type === "text" ? piece.text : "").join(""), "GRÜSSE AN ALLE")
        assert.deepStrictEqual(pieces.at(-1), { type: "end", finish: "stop", usage, simulated: false })
      }
      const asked = JSON.parse(server.asked[0]!.body.toString())
      assert.include(JSON.stringify(asked), "Be brief.")
      assert.strictEqual(asked.max_tokens ?? asked.max_completion_tokens, 100)
    }))

    test("is not believed when it stops before its end, or breaks off", Effect.fnUntraced(function*({ models }) {
      for (const [text, reason] of [[CUT_OFF, "connection_lost"], [BREAK, /server_error|overloaded_error/]] as const) {
        const { error, pieces } = yield* piecesOf(models, saying(text))
        assert.strictEqual(error?._tag, "ProviderOutcomeUnknown")
        assert.match(error!.reason, new RegExp(reason))
        assert.isNotEmpty(pieces)
        assert.isFalse(pieces.some(({ type }) => type === "end"))
      }
    }))

    test("says why it does not", Effect.fnUntraced(function*({ models }) {
      const kinds = [["none", "ProviderInvalidRequest"], ["busy", "ProviderUnavailable"], ["broke", "ProviderUnauthorized"]] as const
      for (const [model, tag] of kinds) {
        assert.strictEqual((yield* Effect.flip(models.complete({ ...question, model })))._tag, tag)
        assert.strictEqual((yield* piecesOf(models, { ...question, model })).error?._tag, tag)
      }
    }))

    test("is let go when nobody reads on", Effect.fnUntraced(function*({ models }) {
      const [first] = yield* Stream.runCollect(Stream.take(models.stream(saying("one two three")), 1))
      assert.deepStrictEqual(first, { type: "text", text: "ONE " })
    }))
  })
}

describe("embeddings", () => {
  it.live("come in the order of their texts", () =>
    Effect.gen(function*() {
      const { models } = yield* openaiHere
      assert.deepStrictEqual((yield* models.embed(["one", "three"], "vectors")).vectors, [[3, 0], [5, 1]])
    }).pipe(Effect.provide(Http), Effect.scoped))
})

describe("the simulator", () => {
  it.effect("says what it is, in each answer, and fails as it is told", () =>
    Effect.gen(function*() {
      const answer = yield* simulatedModels.complete(saying("hello"))
      assert.isTrue(answer.simulated)
      assert.include(answer.text, "Simulated answer")
      const { pieces } = yield* piecesOf(simulatedModels, saying("hello there"))
      assert.strictEqual(pieces.map((piece) => piece.type === "text" ? piece.text : "").join(""), (yield* simulatedModels.complete(saying("hello there"))).text)
      assert.deepInclude(pieces.at(-1), { type: "end", simulated: true })
      assert.strictEqual((yield* simulatedModels.complete({ ...saying("hello"), most: 2 })).finish, "length")
      for (const fault of Object.keys(simulatedFaults)) {
        assert.strictEqual((yield* Effect.flip(simulatedModels.complete(saying(`please simulated_${fault}`)))).reason, fault)
        assert.strictEqual((yield* piecesOf(simulatedModels, saying(`please simulated_${fault}`))).error?.reason, fault)
        assert.strictEqual((yield* Effect.flip(simulatedModels.embed([`simulated_${fault}`], "v"))).reason, fault)
      }
      const { vectors: [cat, cats, tax] } = yield* simulatedModels.embed(["a black cat", "the black cat", "income tax return"], "v")
      const near = (one: ReadonlyArray<number>, other: ReadonlyArray<number>) => one.reduce((sum, value, at) => sum + value * other[at]!, 0)
      assert.isAbove(near(cat!, cats!), near(cat!, tax!))
    }))
})
