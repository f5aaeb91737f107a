import { Effect } from "effect"
import { answer, providerServer } from "../providers/provider-server.ts"
import { tokenServer } from "./token-server.ts"

export const REALM = "4620816365291462220"
export const TENANT = "296844e9-aaaa-bbbb-cccc-0123456789ab"

type Json = any

/** The accounting API of QuickBooks Online on this machine: what is asked twice under one request id is done once. */
export const quickbooksServer = Effect.gen(function*() {
  const records: Record<string, Map<string, Json>> = { customer: new Map(), invoice: new Map(), payment: new Map() }
  const named: Record<string, string> = { customer: "Customer", invoice: "Invoice", payment: "Payment" }
  const done = new Map<string, Json>()
  let writes = 0
  let limited = 1
  const tokens = tokenServer()
  const server = yield* providerServer((asked) => {
    const { body, method, path, query } = asked
    const answered = tokens.answer(asked, { Fault: { Error: [{ Message: "message=AuthenticationFailed", code: "3200" }] } })
    if (answered !== undefined) return answered
    const [, rest = ""] = new RegExp(`^/v3/company/${REALM}/(.*)$`, "u").exec(path) ?? []
    const [entity = "", id] = rest.split("/")
    if (entity === "companyinfo") return answer(200, { CompanyInfo: { CompanyName: "Acme Books" } })
    if (entity === "query") {
      const [, what = "", field = "", value = ""] = /^select \* from (\w+) where (\w+) = '(.*)'$/u.exec(query.get("query") ?? "") ?? []
      const found = [...records[what.toLowerCase()]!.values()].filter((one) => one[field] === value.replaceAll("\\'", "'"))
      return answer(200, { QueryResponse: found.length === 0 ? {} : { [what]: found } })
    }
    if (records[entity] === undefined) return answer(404, {})
    if (method === "GET") return answer(200, { [named[entity]!]: records[entity].get(id!) })
    const once = query.get("requestid")!
    if (done.has(once)) return answer(200, done.get(once))
    if (limited-- > 0) return { ...answer(429, {}), headers: { "content-type": "application/json", "retry-after": "3" } }
    const given = JSON.parse(body.toString())
    if (entity === "customer" && given.Id === undefined && [...records[entity].values()].some((one) => one.DisplayName === given.DisplayName)) {
      return answer(400, { Fault: { Error: [{ Message: "Duplicate Name Exists Error", code: "6240" }] } })
    }
    writes++
    const key = given.Id ?? String(records[entity].size + 1)
    const one = { ...records[entity].get(key), ...given, Id: key, SyncToken: String(Number(records[entity].get(key)?.SyncToken ?? -1) + 1) }
    records[entity].set(key, one)
    done.set(once, { [named[entity]!]: one })
    return answer(200, done.get(once))
  })
  return { ...server, tokens, records, writes: () => writes }
})

/** The accounting API of Xero on this machine. */
export const xeroServer = Effect.gen(function*() {
  const records: Record<string, Map<string, Json>> = { Contacts: new Map(), Invoices: new Map(), Payments: new Map() }
  const ids: Record<string, readonly [id: string, known: string]> = { Contacts: ["ContactID", "ContactNumber"], Invoices: ["InvoiceID", "InvoiceNumber"], Payments: ["PaymentID", ""] }
  const done = new Map<string, Json>()
  let writes = 0
  const tokens = tokenServer()
  const server = yield* providerServer((asked) => {
    const { body, headers, path } = asked
    const answered = tokens.answer(asked, { Title: "Unauthorized", Status: 401 })
    if (answered !== undefined) return answered
    if (path === "/connections") return answer(200, [{ id: "1", tenantId: TENANT, tenantType: "ORGANISATION", tenantName: "Acme Limited" }])
    const what = path.split("/").at(-1)!
    if (headers["xero-tenant-id"] !== TENANT || records[what] === undefined) return answer(403, { Title: "Forbidden" })
    const once = String(headers["idempotency-key"])
    if (done.has(once)) return answer(200, done.get(once))
    const [given] = JSON.parse(body.toString())[what]
    if (what === "Invoices" && given.CurrencyCode === "JPY") {
      return answer(400, { Type: "ValidationException", Message: "A validation exception occurred", Elements: [{ ValidationErrors: [{ Message: "Organisation is not subscribed to currency JPY" }] }] })
    }
    writes++
    const [id, known] = ids[what]!
    const before = [...records[what].values()].find((one) => one[id] === given[id] || (known !== "" && one[known] === given[known]))
    const one = { ...before, ...given, [id]: before?.[id] ?? `${what}-${records[what].size + 1}` }
    records[what].set(one[id], one)
    done.set(once, { [what]: [one] })
    return answer(200, done.get(once))
  })
  return { ...server, tokens, records, writes: () => writes }
})
