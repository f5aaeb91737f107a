import { generateKeyPairSync, randomUUID, sign } from "node:crypto"
import { Effect } from "effect"
import { answer, type Answer, type Asked, providerServer } from "./provider-server.ts"

const problem = (status: number, code: string, title: string): Answer => answer(status, { errors: [{ code, title, detail: `${title}.` }] })

interface Sent {
  readonly id: string
  readonly to: string
  readonly from: string
  readonly text: string
  readonly webhook_url: string | null
  status: string
  error: string | null
}

const shown = ({ error, from, id, status, text, to, webhook_url }: Sent) => ({
  record_type: "message", direction: "outbound", id, type: "SMS", messaging_profile_id: "16fd2706-8baf-433b-82eb-8c7fada847da",
  from: { phone_number: from, carrier: "Telnyx", line_type: "VoIP" }, to: [{ phone_number: to, status, carrier: "T-MOBILE", line_type: "Wireless" }],
  text, media: [], webhook_url, parts: 1, errors: error === null ? [] : [{ code: error, title: "Undeliverable" }]
})

/** Telnyx's messages and detail records as its reference has them. */
export const telnyxServer = (key: string) =>
  Effect.suspend(() => {
    const messages: Array<Sent> = []

    const create = (body: Buffer): Answer => {
      const { from, text, to, webhook_url = null } = JSON.parse(body.toString())
      if (to === "+15005550004") return problem(403, "40300", "Blocked due to STOP message")
      if (to === "+15005550001") return problem(400, "40310", "Invalid 'to' address")
      const message: Sent = { id: randomUUID(), to, from, text, webhook_url, status: "queued", error: null }
      messages.push(message)
      return answer(200, { data: shown(message) })
    }

    const protocol = ({ body, headers, method, path, query }: Asked): Answer => {
      if (headers.authorization !== `Bearer ${key}`) return problem(401, "10009", "Authentication failed")
      if (method === "POST" && path === "/v2/messages") return create(body)
      if (path === "/v2/detail_records") {
        const found = messages.filter(({ to }) => to === query.get("filter[cld]")).toReversed()
        return answer(200, { data: found.map(({ from, id, status, to }) => ({ record_type: "message_detail_record", uuid: id, cld: to, cli: from, status })), meta: {} })
      }
      const found = messages.find(({ id }) => path === `/v2/messages/${id}`)
      return found === undefined ? problem(404, "10005", "Resource not found") : answer(200, { data: shown(found) })
    }

    return Effect.map(providerServer(protocol), (server) => ({ ...server, messages }))
  })

/** A pair of keys as Telnyx has one for each account, and what it puts into its headers. */
export const telnyxKeys = () => {
  const { privateKey, publicKey } = generateKeyPairSync("ed25519")
  return {
    /** The last 32 bytes of the key's form are the key itself. */
    public_key: publicKey.export({ format: "der", type: "spki" }).subarray(-32).toString("base64"),
    signed: (body: string, at = Math.floor(Date.now() / 1_000)) => ({
      "telnyx-timestamp": String(at), "telnyx-signature-ed25519": sign(null, Buffer.from(`${at}|${body}`), privateKey).toString("base64")
    })
  }
}
