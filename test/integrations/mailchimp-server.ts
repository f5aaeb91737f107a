import { hash } from "node:crypto"
import { Effect } from "effect"
import { answer, providerServer } from "../providers/provider-server.ts"

export const MAILCHIMP_KEY = "0123456789abcdef0123456789abcdef-us21"
export const AUDIENCE = "a1b2c3"

interface Member {
  readonly id: string
  readonly email_address: string
  readonly status: string
  readonly merge_fields: Record<string, string>
  readonly changed: number
}

/** An audience of Mailchimp on this machine. */
export const mailchimpServer = (count: number) =>
  Effect.gen(function*() {
    let clock = Date.now() - 3_600_000
    const members = new Map<string, Member>(Array.from({ length: count }, (_, n) => {
      const email_address = `member${n}@list.example`
      const one = { id: hash("md5", email_address, "hex"), email_address, status: "subscribed", merge_fields: { FNAME: `Member ${n}`, LNAME: "" }, changed: clock }
      return [one.id, one]
    }))
    const writes: Array<Member> = []
    const server = yield* providerServer(({ body, headers, method, path, query }) => {
      if (headers.authorization !== `Bearer ${MAILCHIMP_KEY}`) return answer(401, { title: "API Key Invalid", status: 401, detail: "Your API key may be invalid." })
      if (path === `/3.0/lists/${AUDIENCE}`) return answer(200, { name: "Customers" })
      if (path === `/3.0/lists/${AUDIENCE}/members`) {
        const since = query.get("since_last_changed")
        const all = [...members.values()].filter(({ changed }) => since === null || changed > Date.parse(since)).toSorted((a, b) => a.changed - b.changed)
        const offset = Number(query.get("offset"))
        return answer(200, { members: all.slice(offset, offset + Number(query.get("count"))).map(({ changed: _, ...one }) => one), total_items: all.length })
      }
      const [, id] = new RegExp(`^/3\\.0/lists/${AUDIENCE}/members/([0-9a-f]{32})$`, "u").exec(path) ?? []
      if (method !== "PUT" || id === undefined) return answer(404, { title: "Resource Not Found", status: 404, detail: "No." })
      const { email_address, merge_fields, status_if_new } = JSON.parse(body.toString())
      if (email_address.endsWith("@refused.example")) return answer(400, { title: "Invalid Resource", status: 400, detail: "Please provide a valid email address." })
      clock = Math.max(Date.now(), clock + 1)
      const one = { id, email_address, status: members.get(id)?.status ?? status_if_new, merge_fields, changed: clock }
      members.set(id, one)
      writes.push(one)
      return answer(200, one)
    })
    return { ...server, members, writes }
  })
