import { Effect } from "effect"
import { answer, providerServer } from "../providers/provider-server.ts"
import { tokenServer } from "./token-server.ts"

/** Customers and charges of Stripe on this machine. */
export const stripeAccountServer = (key: string, count = 120) =>
  Effect.gen(function*() {
    const customers = Array.from({ length: count }, (_, n): any => ({ id: `cus_${n}`, object: "customer", email: `payer${n}@paid.example`, name: `Payer ${n}`, phone: null, description: null }))
    const charges: Array<any> = [
      { id: "ch_1", amount: 1_234, amount_refunded: 0, currency: "usd", created: 1_795_000_000, status: "succeeded", refunded: false, description: "Lamp", customer: "cus_1", receipt_email: null, billing_details: { email: null, name: null } },
      { id: "ch_2", amount: 500, amount_refunded: 0, currency: "jpy", created: 1_795_000_100, status: "succeeded", refunded: false, description: null, customer: null, billing_details: { email: "payer2@paid.example", name: "Payer" } },
      { id: "ch_3", amount: 99, amount_refunded: 0, currency: "usd", created: 1_795_000_200, status: "failed", refunded: false, customer: null, billing_details: { email: "nobody@elsewhere.example" } },
      { id: "ch_4", amount: "much", currency: "usd", created: 1_795_000_300, status: "succeeded" }
    ]
    const server = yield* providerServer(({ headers, path, query }) => {
      if (headers.authorization !== `Bearer ${key}`) return answer(401, { error: { type: "invalid_request_error", message: "Invalid API Key provided" } })
      if (path === "/v1/account") return answer(200, { id: "acct_1", object: "account", business_profile: { name: "Acme" } })
      const all = path === "/v1/customers" ? customers : charges.filter(({ created }) => created >= Number(query.get("created[gte]") ?? 0))
      const from = all.findIndex(({ id }) => id === query.get("starting_after")) + 1
      const data = all.slice(from, from + Number(query.get("limit")))
      return answer(200, { object: "list", data, has_more: from + data.length < all.length })
    })
    return { ...server, customers, charges }
  })

/** Contacts of Microsoft Graph on this machine, with delta links that end when they are told to. */
export const graphServer = Effect.fnUntraced(function*(count = 5, page = 2) {
  const people = new Map<string, any>(Array.from({ length: count }, (_, n) => [`id${n}`, {
    id: `id${n}`, givenName: `Graph ${n}`, surname: "There", emailAddresses: [{ name: "x", address: `graph${n}@there.example` }], mobilePhone: null, businessPhones: [], changed: 1
  }]))
  let clock = 1
  let oldest = 0
  const tokens = tokenServer()
  const server = yield* providerServer((asked) => {
    const { path, query } = asked
    const answered = tokens.answer(asked, { error: { code: "InvalidAuthenticationToken" } })
    if (answered !== undefined) return answered
    if (path === "/v1.0/me") return answer(200, { mail: "olga@there.example" })
    if (path !== "/v1.0/me/contacts/delta") return answer(404, {})
    const since = Number(query.get("$deltatoken") ?? 0)
    if (query.has("$deltatoken") && since < oldest) return answer(410, { error: { code: "SyncStateNotFound" } })
    const all = [...people.values()].filter(({ changed }) => changed > since)
    const from = Number(query.get("$skiptoken") ?? 0)
    const value = all.slice(from, from + page).map(({ changed: _, ...one }) => one)
    const link = (name: string, to: number) => `https://graph.microsoft.com/v1.0/me/contacts/delta?${new URLSearchParams({ [name]: String(to) })}`
    return answer(200, { value, ...from + page < all.length ? { "@odata.nextLink": link("$skiptoken", from + page) } : { "@odata.deltaLink": link("$deltatoken", clock) } })
  })
  return {
    ...server, tokens,
    change: (id: string, more: object) => people.set(id, { ...people.get(id), ...more, changed: ++clock }),
    forget: () => void (oldest = clock + 1)
  }
})

const NOW = Date.now()
const iso = (daysAgo: number) => new Date(NOW - daysAgo * 86_400_000).toISOString()

export const PAYPAL = { client_id: "AaBbCc0123456789", client_secret: "EeFfGg0123456789" }

/** PayPal's transaction search on this machine: one question covers 31 days at most, and only the newest token is good. With `count` it has as many more of the last days. */
export const paypalServer = Effect.fnUntraced(function*(count = 0) {
  const one = (id: string, daysAgo: number, email: string, value: string) => ({
    transaction_info: { transaction_id: id, transaction_status: "S", transaction_initiation_date: iso(daysAgo), transaction_amount: { currency_code: "EUR", value }, transaction_subject: "Lamp" },
    payer_info: { email_address: email, payer_name: { alternate_full_name: "Grace" } }
  })
  const transactions = [one("P1", 150, "payer1@paid.example", "12.50"), one("P2", 2, "payer1@paid.example", "3.00"), one("P3", 3, "nobody@elsewhere.example", "9.99"),
    ...Array.from({ length: count }, (_, n) => one(`M${n}`, 4 + 20 * n / count, "payer1@paid.example", "5.00"))]
  let tokens = 0
  const server = yield* providerServer(({ body, headers, path, query }) => {
    if (path === "/v1/oauth2/token") {
      const right = headers.authorization === `Basic ${Buffer.from(`${PAYPAL.client_id}:${PAYPAL.client_secret}`).toString("base64")}` && body.toString() === "grant_type=client_credentials"
      return right ? answer(200, { access_token: `A21AA${++tokens}`, token_type: "Bearer", expires_in: 32_400 }) : answer(401, { error: "invalid_client" })
    }
    if (headers.authorization !== `Bearer A21AA${tokens}` || path !== "/v1/reporting/transactions") return answer(403, { name: "NOT_AUTHORIZED" })
    const [from, to] = [Date.parse(query.get("start_date")!), Date.parse(query.get("end_date")!)]
    if (to - from > 31 * 86_400_000) return answer(400, { name: "INVALID_REQUEST", message: "Date range is greater than 31 days" })
    const found = transactions.filter(({ transaction_info: { transaction_initiation_date: at } }) => Date.parse(at) >= from && Date.parse(at) < to)
    const [page, size] = [Number(query.get("page")), Number(query.get("page_size"))]
    return answer(200, {
      transaction_details: found.slice((page - 1) * size, page * size), total_items: found.length, total_pages: Math.ceil(found.length / size), page
    })
  })
  return { ...server, transactions }
})

export const META = { token: "EAAB0123456789", form: "1234567890" }

/** A lead form of Meta on this machine. */
export const metaServer = Effect.fnUntraced(function*(count = 105) {
  const lead = (n: number) => ({
    id: String(n), created_time: iso(3 - 2 * n / (count + 100)).replace("Z", "+0000"),
    field_data: [{ name: "full_name", values: [`Lead ${n}`] }, { name: "email", values: [`lead${n}@form.example`] }, { name: "phone_number", values: ["+12025550123"] }]
  })
  const leads = Array.from({ length: count }, (_, n) => lead(n))
  const server = yield* providerServer(({ headers, path, query }) => {
    if (headers.authorization !== `Bearer ${META.token}`) return answer(400, { error: { message: "Error validating access token", type: "OAuthException", code: 190 } })
    if (path === `/v23.0/${META.form}`) return answer(200, { id: META.form, name: "Spring" })
    if (path !== `/v23.0/${META.form}/leads`) return answer(404, { error: { message: "Unknown path", code: 2_500 } })
    const since = query.has("filtering") ? JSON.parse(query.get("filtering")!)[0].value : 0
    const all = leads.filter(({ created_time }) => Date.parse(created_time) / 1_000 > since)
    const from = Number(query.get("after") ?? 0)
    const to = from + Number(query.get("limit"))
    return answer(200, { data: all.slice(from, to), paging: { cursors: { before: String(from), after: String(to) }, ...to < all.length && { next: "https://graph.facebook.com/next" } } })
  })
  return { ...server, add: () => void leads.push({ ...lead(count + 95), created_time: new Date().toISOString() }) }
})

/** Lead forms of LinkedIn on this machine. */
export const linkedinServer = Effect.fnUntraced(function*(count = 2) {
  const responses = Array.from({ length: count }, (_, n) => n + 1).map((n) => ({
    id: `r${n}`, submittedAt: NOW - 100_000 + n, versionedLeadGenFormUrn: "urn:li:versionedLeadGenForm:(urn:li:leadGenForm:3162,1)",
    formResponse: { answers: [{ questionId: 1, answerDetails: { textQuestionAnswer: { answer: `Linked ${n}` } } }, { questionId: 2, answerDetails: { textQuestionAnswer: { answer: `linked${n}@form.example` } } }] }
  }))
  const tokens = tokenServer()
  const server = yield* providerServer((asked) => {
    const { headers, path, query } = asked
    const answered = tokens.answer(asked, { status: 401, message: "Invalid access token" })
    if (answered !== undefined) return answered
    if (path === "/v2/me") return answer(200, { localizedFirstName: "Olga", localizedLastName: "There" })
    if (headers["linkedin-version"] === undefined) return answer(400, { message: "A version must be present." })
    if (path === "/rest/leadForms/3162") return answer(200, { content: { questions: [{ questionId: 1, predefinedField: "FIRST_NAME", name: "First name" }, { questionId: 2, predefinedField: "EMAIL", name: "E-mail" }] } })
    const since = Number(/start:(\d+)/u.exec(query.get("submittedAtTimeRange") ?? "")?.[1] ?? 0)
    const elements = responses.filter(({ submittedAt }) => submittedAt >= since)
    const [start, size] = [Number(query.get("start")), Number(query.get("count"))]
    return answer(200, { elements: elements.slice(start, start + size), paging: { start, count: size, total: elements.length } })
  })
  return { ...server, tokens, responses }
})
