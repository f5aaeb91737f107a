/* How the chat speaks with the service: requests, answers that come piece by piece, and what is kept between loads of a page. */

import { say } from "./words.js"

const FIRST_WAIT_MS = 500
const LONGEST_WAIT_MS = 8_000
const MOST_TRIES = 12
const REFUSED = 401

const pause = (ms) => new Promise((resolve) => {
  const timer = setTimeout(resolve, ms)
  addEventListener("online", () => {
    clearTimeout(timer)
    resolve()
  }, { once: true })
})

/** What is known between loads of the page. Where the browser keeps nothing, it is forgotten with the page. */
const memoryOf = (name) => {
  let known = {}
  try {
    known = JSON.parse(localStorage.getItem(name) ?? "{}")
  } catch {}
  return {
    get: (key) => known[key],
    set: (changes) => {
      known = { ...known, ...changes }
      try {
        localStorage.setItem(name, JSON.stringify(known))
      } catch {}
    }
  }
}

/** The events of an answer, as they arrive. */
const eventsOf = async function*(response) {
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader()
  let rest = ""
  for (;;) {
    const { done, value } = await reader.read()
    if (done) return
    const blocks = (rest + value).split("\n\n")
    rest = blocks.pop()
    for (const block of blocks) {
      const fields = new Map(block.split("\n").map((one) => [one.slice(0, one.indexOf(":")), one.slice(one.indexOf(":") + 2)]))
      if (fields.has("event")) yield { id: fields.get("id"), event: fields.get("event"), data: JSON.parse(fields.get("data")) }
    }
  }
}

/** What the service said is wrong. */
export class Refusal extends Error {
  constructor(status, { message }) {
    super(message ?? say("wrong"))
    this.status = status
  }
}

/** The chat of a company at `api`. Without a key the page is the company's own, and a cookie tells the visitor. */
export const lineTo = (api, key) => {
  const memory = memoryOf(`chat ${key ?? api}`)

  const send = async (path, { body, headers } = {}) => {
    const visitor = key && memory.get("visitor")
    const response = await fetch(api + path, {
      method: body === undefined ? "GET" : "POST",
      credentials: key ? "omit" : "same-origin",
      headers: {
        ...key && { authorization: `Bearer ${key}` }, ...visitor && { "x-service-visitor": visitor },
        ...body !== undefined && { "content-type": "application/json" }, ...headers
      },
      ...body !== undefined && { body: JSON.stringify(body) }
    })
    const token = key && response.headers.get("x-service-visitor")
    if (token) memory.set({ visitor: token })
    if (response.status !== REFUSED || !visitor) return response
    /* The token is of another time: a new visitor begins anew. */
    memory.set({ visitor: undefined, conversation: undefined, pending: undefined })
    return send(path, { body, headers })
  }

  const read = async (path, body) => {
    const response = await send(path, { body })
    const json = await response.json().catch(() => ({}))
    if (!response.ok) throw new Refusal(response.status, json)
    return json
  }

  /** One try to follow an answer: its end, or nothing where the line was lost. `last` is the piece that was had last. */
  const tried = async ({ body, once }, last, told) => {
    const response = await send("/message", {
      body, headers: { "accept": "text/event-stream", "idempotency-key": once, ...last.id && { "last-event-id": last.id } }
    })
    if (!response.ok) {
      const refused = new Refusal(response.status, await response.json().catch(() => ({})))
      /* A process ends, or the database is away: soon there is another. */
      if (response.status >= 500) return undefined
      throw refused
    }
    for await (const { data, event, id } of eventsOf(response)) {
      last.id = id
      if (event === "answer") return data
      if (event === "error") throw new Refusal(response.status, data)
      told(data)
    }
    return undefined
  }

  return {
    memory,
    hello: () => read(""),
    conversation: (id) => read(`/conversations/${id}`),
    rate: (id, helpful) => read(`/messages/${id}/feedback`, { helpful }),
    /**
     * Asks, and tells the pieces of the answer as they come; gives it whole at the end. A lost line is taken up again where it was lost. What was
     * asked is kept until it is answered, so that a page that is loaded again goes on with it.
     */
    ask: async (asked, told, waiting) => {
      const pending = asked.once === undefined ? { body: asked, once: crypto.randomUUID() } : asked
      memory.set({ pending })
      const last = {}
      try {
        for (let tries = 0; tries < MOST_TRIES; tries++) {
          if (tries > 0) {
            waiting()
            await pause(Math.min(FIRST_WAIT_MS * 2 ** (tries - 1), LONGEST_WAIT_MS))
          }
          const had = last.id
          const answer = await tried(pending, last, told).catch((error) => {
            if (error instanceof Refusal) throw error
          })
          if (answer !== undefined) {
            memory.set({ pending: undefined, conversation: answer.conversation_id })
            return answer
          }
          /* Something came: the line is there. */
          if (last.id !== had) tries = 0
        }
      } catch (error) {
        memory.set({ pending: undefined })
        throw error
      }
      throw new Refusal(0, { message: say("unreachable") })
    }
  }
}
