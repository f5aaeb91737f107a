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

interface Placed {
  readonly sid: string
  readonly to: string
  readonly from: string
  readonly texml: string
  readonly callback: string | null
  status: string
  duration: string | null
}

const shownCall = ({ duration, from, sid, status, to }: Placed) => ({
  account_sid: TELNYX_ACCOUNT, sid, from, to, status, duration, direction: "outbound", date_created: new Date().toUTCString(), price: null, price_unit: null
})

export const TELNYX_ACCOUNT = "61bf923e-5e4d-4595-a110-56190ea18a1b"
export const TELNYX_APPLICATION = "1293384261075731499"

/** Telnyx's messages, detail records, calls and recordings as its reference has them. */
export const telnyxServer = (key: string) =>
  Effect.suspend(() => {
    const messages: Array<Sent> = []
    const calls: Array<Placed> = []
    /** Where recordings lie. */
    const recordings = new Map<string, string>()

    const texml = ({ body, method, path, query }: Asked): Answer | undefined => {
      if (method === "POST" && path === `/v2/texml/calls/${TELNYX_APPLICATION}`) {
        const { From, StatusCallback = null, Texml, To } = JSON.parse(body.toString())
        const call: Placed = { sid: `v3:call-${calls.length + 1}`, to: To, from: From, texml: Texml, callback: StatusCallback, status: "queued", duration: null }
        calls.push(call)
        return answer(200, { call_sid: call.sid, from: From, to: To, status: "queued" })
      }
      const [, kind, id] = new RegExp(`^/v2/texml/Accounts/${TELNYX_ACCOUNT}/(Calls|Recordings)(?:/(.+))?$`).exec(path) ?? []
      if (kind === "Calls" && id === undefined) return answer(200, { calls: calls.filter(({ to }) => to === query.get("To")).toReversed().map(shownCall) })
      if (kind === "Calls") {
        const found = calls.find(({ sid }) => sid === decodeURIComponent(id!))
        if (found !== undefined && method === "POST") Object.assign(found, { status: "completed", duration: "7" })
        return found === undefined ? undefined : answer(200, shownCall(found))
      }
      const name = id?.replace(/\.json$/u, "") ?? ""
      const media_url = recordings.get(name)
      if (media_url === undefined) return undefined
      if (method === "DELETE") return recordings.delete(name) ? { status: 204 } : undefined
      return answer(200, { sid: name, media_url, duration: "3", status: "completed" })
    }

    const create = (body: Buffer): Answer => {
      const { from, text, to, webhook_url = null } = JSON.parse(body.toString())
      if (to === "+15005550004") return problem(403, "40300", "Blocked due to STOP message")
      if (to === "+15005550001") return problem(400, "40310", "Invalid 'to' address")
      const message: Sent = { id: randomUUID(), to, from, text, webhook_url, status: "queued", error: null }
      messages.push(message)
      return answer(200, { data: shown(message) })
    }

    const protocol = (asked: Asked): Answer => {
      const { body, headers, method, path, query } = asked
      if (headers.authorization !== `Bearer ${key}`) return problem(401, "10009", "Authentication failed")
      if (method === "POST" && path === "/v2/messages") return create(body)
      const ofCalls = texml(asked)
      if (ofCalls !== undefined) return ofCalls
      if (path === "/v2/detail_records") {
        const found = messages.filter(({ to }) => to === query.get("filter[cld]")).toReversed()
        return answer(200, { data: found.map(({ from, id, status, to }) => ({ record_type: "message_detail_record", uuid: id, cld: to, cli: from, status })), meta: {} })
      }
      const found = messages.find(({ id }) => path === `/v2/messages/${id}`)
      return found === undefined ? problem(404, "10005", "Resource not found") : answer(200, { data: shown(found) })
    }

    return Effect.map(providerServer(protocol), (server) => ({ ...server, calls, messages, recordings }))
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
