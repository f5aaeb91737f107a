import { createHmac } from "node:crypto"
import { Effect } from "effect"
import { answer, type Answer, type Asked, providerServer } from "./provider-server.ts"
import { twilioNumbers } from "./twilio-numbers.ts"

const problem = (status: number, code: number, message: string): Answer =>
  answer(status, { code, message, more_info: `https://www.twilio.com/docs/errors/${code}`, status })

interface Sent {
  readonly sid: string
  readonly to: string
  readonly from: string
  readonly body: string
  status: string
  error_code: number | null
}

interface Placed {
  readonly sid: string
  readonly to: string
  readonly from: string
  readonly date_created: string
  price: string | null
  readonly price_unit: string
  readonly callback: string | null
  readonly twiml: string | null
  status: string
  duration: string | null
}

const refused: Readonly<Record<string, readonly [status: number, code: number]>> = {
  "+15005550001": [400, 21_211], "+15005550002": [400, 21_612], "+15005550003": [400, 21_408], "+15005550004": [400, 21_610], "+15005550009": [400, 21_614]
}

/** Twilio's Messages, Calls and numbers as its reference has them. */
export const twilioServer = (sid: string, token: string) =>
  Effect.suspend(() => {
    const messages: Array<Sent> = []
    const calls: Array<Placed> = []
    const basic = `Basic ${Buffer.from(`${sid}:${token}`).toString("base64")}`

    const create = (kind: string, form: URLSearchParams): Answer => {
      const to = form.get("To") ?? ""
      const no = refused[to]
      if (no !== undefined) return problem(...no, `Twilio says ${no[1]} of ${to}.`)
      if (kind === "Calls") {
        const call = {
          sid: `CA${calls.length + 1}`, to, from: form.get("From")!, twiml: form.get("Twiml"), status: "queued", duration: null,
          date_created: new Date().toUTCString(), price: null, price_unit: "USD", callback: form.get("StatusCallback")
        }
        calls.push(call)
        return answer(201, call)
      }
      const message = { sid: `SM${messages.length + 1}`, to, from: form.get("From")!, body: form.get("Body")!, status: "queued", error_code: null }
      messages.push(message)
      return answer(201, message)
    }

    const numbers = twilioNumbers(sid, problem)
    const recordings = new Map<string, Buffer>()
    /** What came with texts: the bytes, or where they lie. */
    const media = new Map<string, Buffer | string>()

    const protocol = (asked: Asked): Answer => {
      const { body, headers, method, path, query } = asked
      if (headers.authorization !== basic) return problem(401, 20_003, "Authenticate")
      const ofNumbers = numbers.answers(asked)
      if (ofNumbers !== undefined) return ofNumbers
      const [, recording, as] = new RegExp(`^/2010-04-01/Accounts/${sid}/Recordings/(\\w+)\\.(mp3|json)$`).exec(path) ?? []
      if (recording !== undefined) {
        const bytes = recordings.get(recording)
        if (bytes === undefined) return problem(404, 20_404, "The requested resource was not found")
        if (method === "DELETE" && as === "json") return recordings.delete(recording) ? { status: 204 } : problem(404, 20_404, "Not found")
        return { status: 200, headers: { "content-type": "audio/mpeg" }, body: bytes }
      }
      const [, file] = new RegExp(`^/2010-04-01/Accounts/${sid}/Messages/\\w+/Media/(\\w+)$`).exec(path) ?? []
      if (file !== undefined) {
        const lies = media.get(file)
        if (lies === undefined) return problem(404, 20_404, "The requested resource was not found")
        return typeof lies === "string" ? { status: 307, headers: { location: lies } } : { status: 200, headers: { "content-type": "application/octet-stream" }, body: lies }
      }
      const [, kind, id] = new RegExp(`^/2010-04-01/Accounts/${sid}/(Messages|Calls)(?:/(\\w+))?\\.json$`).exec(path) ?? []
      if (kind === undefined) return problem(404, 20_404, "The requested resource was not found")
      if (method === "POST" && id === undefined) return create(kind, new URLSearchParams(body.toString()))
      const all: ReadonlyArray<Sent | Placed> = kind === "Calls" ? calls : messages
      if (id === undefined) return answer(200, { [kind.toLowerCase()]: all.filter(({ to }) => to === query.get("To")).toReversed() })
      const found = all.find((one) => one.sid === id)
      if (found === undefined) return problem(404, 20_404, "The requested resource was not found")
      if (method === "POST") Object.assign(found, { status: "completed", duration: "7" })
      return answer(200, found)
    }

    return Effect.map(providerServer(protocol), (server) => ({ ...server, messages, calls, media, recordings, numbers: numbers.owned, costs: numbers.costs }))
  })

/** What Twilio puts into `X-Twilio-Signature`. */
export const twilioSignature = (token: string, url: string, fields: Readonly<Record<string, string>>) =>
  createHmac("sha1", token).update(url + Object.keys(fields).sort().map((name) => name + fields[name]).join("")).digest("base64")
