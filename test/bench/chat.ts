import { Agent, request } from "node:http"
import { Effect } from "effect"
import { MODEL_KEY, modelServer, type Reply } from "../ai/model-server.ts"
import { seededDatabase } from "./database.ts"
import { memoryOf, type Server, server } from "./processes.ts"
import { verdict } from "./report.ts"
import { median } from "./rounds.ts"

const goals = { firstTokenMs: 60, streams: 500, mib: 300 }
const UNLIMITED = "1000000"
const ENTRIES = 200
const QUESTION = "How long does engraving number 17 take?"

/** A model that takes its time before the first word, as real ones do. */
const thinking: Reply = { words: ["It ", "takes ", "two ", "days ", "[#1]."], pauseMs: 40 }
/** Milliseconds between words of one that goes on writing for long. */
const SLOW_MS = 4_000
const longWinded: Reply = { words: Array.from({ length: 100 }, (_, n) => `word${n} `), pauseMs: SLOW_MS }
/** So many questions are asked at a time, until all streams are open. */
const AT_A_TIME = 25

const agent = new Agent({ keepAlive: true, maxSockets: Number.POSITIVE_INFINITY })

interface Asked {
  readonly port: number
  readonly path: string
  readonly key: string
  readonly body: object
}

/** Asks, and reads what comes until it ends; `first` is when a text that fits came first, in milliseconds from the question on. */
const stream = ({ body, key, path, port }: Asked, fits: RegExp) => {
  const began = performance.now()
  const seen = { first: Number.NaN, pieces: 0, status: 0, failure: undefined as string | undefined }
  let rest = ""
  const first = Promise.withResolvers<void>()
  const ended = Promise.withResolvers<void>()
  const over = () => {
    first.resolve()
    ended.resolve()
  }
  const asking = request({
    agent, port, host: "127.0.0.1", path, method: "POST",
    headers: { "authorization": `Bearer ${key}`, "content-type": "application/json", "accept": "text/event-stream" }
  }, (response) => {
    seen.status = response.statusCode!
    response.setEncoding("utf8").on("data", (chunk: string) => {
      const blocks = (rest + chunk).split("\n\n")
      rest = blocks.pop()!
      seen.failure ??= seen.status === 200 ? blocks.find((block) => block.includes("event: error")) : chunk
      const told = blocks.filter((block) => fits.test(block)).length
      if (told > 0 && Number.isNaN(seen.first)) {
        seen.first = performance.now() - began
        first.resolve()
      }
      seen.pieces += told
    }).on("error", over).on("close", over)
  })
  asking.on("error", over).end(JSON.stringify(body))
  return { seen, first: first.promise, ended: ended.promise, cut: () => asking.destroy() }
}

const TEXT = /"type":"text"/u
const CONTENT = /"content":"[^"]/u

/** What the company knows: entries about as many things. */
const written = ({ port }: Server, company: number, key: string) =>
  Effect.promise(async () => {
    for (let n = 0; n < ENTRIES; n++) {
      const response = await fetch(`http://127.0.0.1:${port}/api/v1/kb/company/${company}`, {
        method: "POST", headers: { "authorization": `Bearer ${key}`, "content-type": "application/json" },
        body: JSON.stringify({ title: `Engraving number ${n}`, body: `Engraving number ${n} takes two working days, and costs ${n} dollars.`, audience: "public" })
      })
      if (response.status !== 201) throw new Error(`create_kb_entry answered ${response.status}: ${await response.text()}`)
    }
  })

/** How much later a first word comes by way of the chat than straight from the model, by turns. */
const firstWords = (chat: Asked, model: Asked, pairs: number) =>
  Effect.promise(async () => {
    const one = async (asked: Asked, fits: RegExp) => {
      const { ended, seen } = stream(asked, fits)
      await ended
      if (Number.isNaN(seen.first)) throw new Error(`${asked.path} answered ${seen.status} without a word`)
      return seen.first
    }
    for (let n = 0; n < 10; n++) await one(chat, TEXT)
    const all: Array<{ readonly chat: number; readonly model: number }> = []
    for (let n = 0; n < pairs; n++) all.push({ model: await one(model, CONTENT), chat: await one(chat, TEXT) })
    const over = all.map((pair) => pair.chat - pair.model).toSorted((a, b) => a - b)
    return { chat: median(all.map((pair) => pair.chat)), model: median(all.map((pair) => pair.model)), over: median(over), p95: over[Math.floor(over.length * 0.95)]! }
  })

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

/** What so many answers at once that are being written add to the process. */
const opened = (chat: Asked, { pid }: Server, seconds: number) =>
  Effect.promise(async () => {
    const before = memoryOf(pid).rss
    const all: Array<ReturnType<typeof stream>> = []
    while (all.length < goals.streams) {
      const some = Array.from({ length: AT_A_TIME }, () => stream(chat, TEXT))
      await Promise.all(some.map(({ first }) => first))
      all.push(...some)
    }
    const failure = all.find(({ seen }) => seen.failure !== undefined)?.seen.failure
    if (failure !== undefined) throw new Error(`a stream failed: ${failure}`)
    let most = 0
    const until = performance.now() + seconds * 1_000
    const counts = all.map(({ seen }) => seen.pieces)
    while (performance.now() < until) {
      await pause(500)
      most = Math.max(most, memoryOf(pid).rss)
    }
    const going = all.filter(({ seen }, n) => seen.pieces > counts[n]!).length
    for (const { cut } of all) cut()
    return { before, most, more: most - before, going }
  })

/** The chat: its first word beside the model's own, and what open streams take. */
export const chatBench = (say: (text: string) => void, quick: boolean) =>
  Effect.scoped(Effect.gen(function*() {
    const { seeded: { company, key }, url } = yield* seededDatabase(10)
    const model = yield* modelServer(() => thinking)
    const ours = yield* server("ours", "./ours.ts", {
      DATABASE_URL: url, DATABASE_POOL: "16", PORT: "0", LOG_LEVEL: "error", PUBLIC_RATE_LIMIT: UNLIMITED, COMPANY_RATE_LIMIT: UNLIMITED,
      OPENAI_BASE_URL: model.url, OPENAI_API_KEY: MODEL_KEY
    })
    yield* written(ours, company, key)
    say(`${ENTRIES} entries`)
    const chat: Asked = { port: ours.port, path: "/api/v1/chat/message", key, body: { message: QUESTION } }
    const straight: Asked = {
      port: Number(new URL(model.url).port), path: "/v1/chat/completions", key: MODEL_KEY,
      body: { model: "gpt-4.1-mini", stream: true, messages: [{ role: "user", content: QUESTION }] }
    }
    const words = yield* firstWords(chat, straight, quick ? 20 : 100)
    say(`first word ${words.over.toFixed(1)} ms over the model's own`)
    const seconds = quick ? 10 : 30
    model.says(() => longWinded)
    const streams = yield* opened(chat, ours, seconds)
    return [
      "",
      `first word: ${words.chat.toFixed(1)} ms by the chat, ${words.model.toFixed(1)} ms from the model: ${words.over.toFixed(1)} ms more (95th percentile ` +
        `${words.p95.toFixed(1)}), goal <= ${goals.firstTokenMs}: ${verdict(words.over <= goals.firstTokenMs)}`,
      `${goals.streams} open streams: ${streams.before.toFixed(0)} MiB before, ${streams.most.toFixed(0)} at the highest: ${streams.more.toFixed(0)} MiB more, ` +
        `${streams.going} of them going on, goal <= ${goals.mib}: ${verdict(streams.more <= goals.mib && streams.going === goals.streams)}`,
      ""
    ].join("\n")
  }))
