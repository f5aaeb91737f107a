import { request } from "node:http"
import { secrets, type Key } from "../../support/test-server.ts"

export interface Event {
  readonly id: string
  readonly event: string
  readonly data: any
}

const eventOf = (block: string): ReadonlyArray<Event> => {
  const fields = new Map(block.split("\n").map((line) => [line.slice(0, line.indexOf(":")), line.slice(line.indexOf(":") + 2)]))
  return fields.has("event") ? [{ id: fields.get("id")!, event: fields.get("event")!, data: JSON.parse(fields.get("data")!) }] : []
}

interface Options {
  readonly port: number
  readonly path: string
  readonly body: object
  readonly key?: Key
  readonly headers?: Record<string, string>
}

/** Follows an answer as it is made. `next` gives the first so many events, and fails if there are fewer. */
export const follow = ({ body, headers, key = "acme", path, port }: Options) => {
  const events: Array<Event> = []
  let status = 0
  let whole = false
  let text = ""
  let told = Promise.withResolvers<void>()
  const news = () => {
    told.resolve()
    told = Promise.withResolvers()
  }
  const asking = request({
    port, host: "127.0.0.1", path: `/api/v1${path}`, method: "POST", agent: false,
    headers: { authorization: `Bearer ${secrets[key]}`, "content-type": "application/json", accept: "text/event-stream", ...headers }
  }, (response) => {
    status = response.statusCode!
    response.setEncoding("utf8")
    response.on("data", (chunk: string) => {
      const blocks = (text + chunk).split("\n\n")
      text = blocks.pop()!
      events.push(...blocks.flatMap(eventOf))
      news()
    })
    response.on("end", () => {
      whole = response.complete
      news()
    })
    response.on("close", () => (isOver = true, news()))
    response.on("error", () => {})
  })
  let isOver = false
  asking.on("error", () => (isOver = true, news()))
  asking.end(JSON.stringify(body))
  const until = async (isSo: () => boolean) => {
    while (!isSo() && !isOver) await told.promise
  }
  return {
    events,
    asking,
    status: () => status,
    isOver: () => isOver,
    /** It ended as it should, and was not cut. */
    isWhole: () => whole,
    next: async (count: number) => {
      await until(() => events.length >= count)
      if (events.length < count) throw new Error(`${events.length} events of ${count}, status ${status}`)
      return events.slice(0, count)
    },
    all: async () => {
      await until(() => isOver)
      return events
    },
    cut: () => void asking.destroy()
  }
}
