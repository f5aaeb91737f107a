import { createServer, type ServerResponse } from "node:http"
import type { AddressInfo, Socket } from "node:net"
import { Effect, Option, Redacted } from "effect"

export const MODEL_KEY = "sk-test-0123456789"

/** What a model is asked, as OpenAI's protocol has it. */
export interface AskedModel {
  readonly model: string
  readonly stream?: boolean
  readonly messages: ReadonlyArray<{ readonly role: string; readonly content: string; readonly tool_calls?: ReadonlyArray<unknown> }>
  readonly tools?: ReadonlyArray<{ readonly function: { readonly name: string } }>
}

export interface Reply {
  readonly words: ReadonlyArray<string>
  /** Tools that it wants to have called. */
  readonly calls?: ReadonlyArray<{ readonly name: string; readonly input: string }>
  /** Milliseconds before each word. */
  readonly pauseMs?: number
  /** Tokens; as many as a real model would count if left out. */
  readonly usage?: { readonly prompt_tokens: number; readonly completion_tokens: number }
  /** It breaks off after so many words. */
  readonly cutAfter?: number
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))
const event = (data: unknown) => `data: ${JSON.stringify(data)}\n\n`

const stream = async (response: ServerResponse, { calls = [], cutAfter = Number.POSITIVE_INFINITY, pauseMs = 0, usage, words }: Reply, asked: AskedModel) => {
  response.writeHead(200, { "content-type": "text/event-stream" })
  const chunk = (delta: object, finish_reason: string | null = null) =>
    event({ id: "chatcmpl-1", object: "chat.completion.chunk", created: 1, model: asked.model, choices: [{ index: 0, delta, finish_reason }], usage: null })
  for (const [n, content] of words.entries()) {
    if (pauseMs > 0) await pause(pauseMs)
    if (n >= cutAfter || response.destroyed) return void response.destroy()
    response.write(chunk({ content }))
  }
  for (const [index, { input, name }] of calls.entries()) {
    const [head, rest] = [input.slice(0, 5), input.slice(5)]
    response.write(chunk({ tool_calls: [{ index, id: `call_${index}`, type: "function", function: { name, arguments: head } }] }))
    response.write(chunk({ tool_calls: [{ index, function: { arguments: rest } }] }))
  }
  const counted = usage ?? { prompt_tokens: Math.ceil(JSON.stringify(asked.messages).length / 5), completion_tokens: words.length }
  response.end(chunk({}, calls.length > 0 ? "tool_calls" : "stop") + event({ id: "chatcmpl-1", object: "chat.completion.chunk", created: 1, model: asked.model, choices: [], usage: counted }) + "data: [DONE]\n\n")
}

/** A model on this machine behind an API like OpenAI's, which streams what `reply` says. */
export const modelServer = (reply: (asked: AskedModel) => Reply) =>
  Effect.acquireRelease(
    Effect.promise(async () => {
      const asked: Array<AskedModel> = []
      const sockets = new Set<Socket>()
      const told = { reply }
      const server = createServer((request, response) => {
        const chunks: Array<Buffer> = []
        request.on("error", () => {}).on("data", (chunk: Buffer) => chunks.push(chunk)).on("end", () => {
          const one = JSON.parse(Buffer.concat(chunks).toString()) as AskedModel
          asked.push(one)
          void stream(response, told.reply(one), one)
        })
        response.on("error", () => {})
      })
      server.on("connection", (socket) => {
        sockets.add(socket)
        socket.on("close", () => sockets.delete(socket)).on("error", () => {})
      })
      await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
      const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`
      return {
        url,
        asked,
        /** From now on it says something else. */
        says: (next: typeof reply) => void (told.reply = next),
        end: async () => {
          for (const socket of sockets) socket.destroy()
          await new Promise<void>((resolve) => server.close(() => resolve()))
        }
      }
    }),
    ({ end }) => Effect.promise(end)
  )

/** Settings of a service that asks the model at this address. */
export const askingAt = (url: string) => ({ openaiBaseUrl: Option.some(new URL(url)), openaiApiKey: Option.some(Redacted.make(MODEL_KEY)) })
