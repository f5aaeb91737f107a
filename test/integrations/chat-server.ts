import { Effect } from "effect"
import { answer, providerServer } from "../providers/provider-server.ts"

/** Incoming webhooks of Slack on this machine: one channel, at one path. */
export const slackServer = (path: string) =>
  Effect.gen(function*() {
    const messages: Array<{ readonly text: string }> = []
    let open = true
    const server = yield* providerServer(({ body, method, path: asked }) => {
      const plain = (status: number, text: string) => ({ status, headers: { "content-type": "text/html" }, body: text })
      if (method !== "POST" || asked !== path || !open) return plain(404, "no_service")
      const message = JSON.parse(body.toString())
      if (typeof message.text !== "string") return plain(400, "no_text")
      messages.push(message)
      return plain(200, "ok")
    })
    return { ...server, messages, remove: () => void (open = false) }
  })

/** Webhooks of Discord on this machine: one channel, which takes the first message only after it has asked for patience. */
export const discordServer = (path: string) =>
  Effect.gen(function*() {
    const messages: Array<{ readonly content: string; readonly allowed_mentions: unknown }> = []
    let limited = 1
    const server = yield* providerServer(({ body, method, path: asked }) => {
      if (asked !== path) return answer(404, { message: "Unknown Webhook", code: 10_015 })
      if (method === "GET") return answer(200, { id: "1", type: 1, name: "Sales", channel_id: "2", token: "t" })
      if (limited-- > 0) return { ...answer(429, { message: "You are being rate limited.", retry_after: 0.1, global: false }), headers: { "content-type": "application/json", "retry-after": "1" } }
      messages.push(JSON.parse(body.toString()))
      return { status: 204 }
    })
    return { ...server, messages }
  })
