import { assert, layer } from "@effect/vitest"
import { Context, Effect, Layer } from "effect"
import { anonymousCaller } from "#layers/auth/audit"
import { Connections } from "#layers/integrations/connections"
import { Tenancy } from "#layers/kernel/tenancy"
import { CompanyId } from "#schemas/kernel/ids"
import { Caller } from "#schemas/kernel/tenancy"
import { eventually } from "../support/eventually.ts"
import { companyIds, json, send, TestServerWith } from "../support/test-server.ts"
import { quickbooksServer, REALM, xeroServer } from "./accounting-servers.ts"
import { AUDIENCE, MAILCHIMP_KEY, mailchimpServer } from "./mailchimp-server.ts"
import { graphServer, linkedinServer, META, metaServer, PAYPAL, paypalServer, stripeAccountServer } from "./people-servers.ts"

const STRIPE = "rk_live_0123456789abcdef"

const servers = Effect.gen(function*() {
  return {
    mailchimp: yield* mailchimpServer(230), stripe: yield* stripeAccountServer(STRIPE), microsoft: yield* graphServer(), quickbooks: yield* quickbooksServer, xero: yield* xeroServer,
    paypal: yield* paypalServer(), meta_leads: yield* metaServer(), linkedin_leads: yield* linkedinServer()
  }
})
class Partners extends Context.Service<Partners, Effect.Success<typeof servers>>()("test/Partners") {}

const server = Layer.unwrap(Effect.map(servers, (all) =>
  TestServerWith({ integrationUrls: new Map(Object.entries(all).map(([key, { url }]) => [key, new URL(url)])) }).pipe(Layer.provideMerge(Layer.succeed(Partners, all)))))

const call = (method: string, path: string, body?: object) => send(`/integrations${path}`, { key: "acme", method, ...body === undefined ? {} : json(body) })
const api = (method: string, path: string, body?: object) => send(path, { key: "acme", method, ...body === undefined ? {} : json(body) })

const synced = (key: string, body: object = {}) =>
  Effect.gen(function*() {
    const begun = yield* call("POST", `/${key}/sync`, body)
    assert.strictEqual(begun.status, 202, begun.text)
    const { json: { items: [run] } } = yield* eventually(call("GET", `/${key}/runs`), ({ json: { items: [run] } }) => run.finished_at !== null)
    return run
  })

/** As somebody who has agreed at the other side: how that is done, the test of Google shows. */
const agreed = (key: "linkedin_leads" | "microsoft" | "quickbooks" | "xero") =>
  Effect.gen(function*() {
    const connections = yield* Connections
    const { [key]: { tokens } } = yield* Partners
    yield* Tenancy.use(({ transaction }) => transaction(connections.connect({
      key, state: "connected", account: null, settings: { conflict: "ours", ...key === "quickbooks" && { tenant: REALM }, ...key === "linkedin_leads" && { account: "507404993" } },
      credentials: tokens.agreed()
    })))
    const checked = yield* call("POST", `/${key}/check`)
    assert.deepInclude(checked.json, { state: "connected" }, checked.text)
  }).pipe(Effect.provideService(Caller, anonymousCaller(CompanyId.make(companyIds.acme))))

const byEmail = (email: string) => Effect.map(api("GET", `/crm/contacts?limit=200&search=${encodeURIComponent(email)}`), ({ json: { items } }) => items.find((one: any) => one.email === email))
const objects = (key: string, run: number, action: string) => Effect.map(call("GET", `/${key}/runs/${run}/objects?action=${action}&limit=200`), ({ json: { items } }) => items)

layer(server, { excludeTestServices: true })("other systems", (it) => {
  it.effect("Mailchimp: members come in, contacts go out, and neither comes back as news", () =>
    Effect.gen(function*() {
      const { mailchimp } = yield* Partners
      assert.strictEqual((yield* call("POST", "/mailchimp/connect", { token: "0123456789", account: AUDIENCE })).json.details[0].field, "token")
      assert.strictEqual((yield* call("POST", "/mailchimp/connect", { token: `${MAILCHIMP_KEY.slice(0, -5)}-us99`, account: AUDIENCE })).status, 422)
      const made = yield* call("POST", "/mailchimp/connect", { token: MAILCHIMP_KEY, account: AUDIENCE })
      assert.deepInclude(made.json, { state: "connected", account: "Customers" }, made.text)
      for (const email of ["out1@here.example", "out2@here.example", "out3@refused.example"]) yield* api("POST", "/crm/contacts", { email, first_name: "Out" })
      const run = yield* synced("mailchimp")
      assert.deepInclude(run, { created: 232, updated: 0, failed: 1, error: null }, JSON.stringify(run))
      assert.deepStrictEqual(mailchimp.writes.map(({ email_address, status }) => [email_address, status]), [["out1@here.example", "transactional"], ["out2@here.example", "transactional"]])
      assert.match((yield* objects("mailchimp", run.id, "failed"))[0].reason, /valid email/u)

      const again = yield* synced("mailchimp")
      assert.deepInclude(again, { created: 0, updated: 0 }, JSON.stringify(again))
      const ours = yield* byEmail("member7@list.example")
      yield* api("PATCH", `/crm/contacts/${ours.id}`, { first_name: "Seventh" })
      assert.deepInclude(yield* synced("mailchimp"), { created: 0, updated: 1 })
      assert.strictEqual(mailchimp.writes.at(-1)!.merge_fields["FNAME"], "Seventh")
      yield* call("DELETE", "/mailchimp")
    }))

  it.effect("Stripe: customers become contacts, and charges notes in the timelines of who paid", () =>
    Effect.gen(function*() {
      const { stripe } = yield* Partners
      assert.strictEqual((yield* call("POST", "/stripe/connect", { token: "rk_live_wrong" })).status, 422)
      assert.deepInclude((yield* call("POST", "/stripe/connect", { token: STRIPE })).json, { account: "Acme" })
      const run = yield* synced("stripe")
      assert.deepInclude(run, { created: 122, skipped: 1, failed: 1, error: null }, JSON.stringify(run))
      const { id } = yield* byEmail("payer1@paid.example")
      const notes = (yield* api("GET", `/crm/activities?contact_id=${id}`)).json.items
      assert.deepStrictEqual(notes.map(({ body, subject }: any) => [subject, body]), [["12.34 USD by Stripe: succeeded", "Lamp"]])
      stripe.charges[0] = { ...stripe.charges[0], refunded: true, amount_refunded: 1_234 }
      assert.deepInclude(yield* synced("stripe"), { created: 0, updated: 1 })
      assert.strictEqual((yield* api("GET", `/crm/activities?contact_id=${id}`)).json.items[0].subject, "12.34 USD by Stripe: given back")
      yield* call("DELETE", "/stripe")
    }))

  it.effect("Microsoft 365: contacts come by their delta links, and all of them once more where these have ended", () =>
    Effect.gen(function*() {
      const { microsoft } = yield* Partners
      yield* agreed("microsoft")
      assert.deepInclude(yield* synced("microsoft"), { created: 5, error: null })
      microsoft.change("id1", { givenName: "First" })
      assert.deepInclude(yield* synced("microsoft"), { created: 0, updated: 1, unchanged: 0 })
      microsoft.forget()
      assert.deepInclude(yield* synced("microsoft"), { created: 0, updated: 0, unchanged: 5, error: null })
      yield* call("DELETE", "/microsoft")
    }))

  it.effect("QuickBooks and Xero: who was billed, the invoices and what was paid, each once", () =>
    Effect.gen(function*() {
      const { quickbooks, xero } = yield* Partners
      const { json: who } = yield* api("POST", "/crm/contacts", { first_name: "Grace", last_name: "O'Hara", email: "grace@billed.example" })
      const bill = Effect.fnUntraced(function*(unit_amount: number, currency?: string) {
        const made = yield* api("POST", "/gateway/invoices", { contact_id: who.id, lines: [{ description: "Lamp", unit_amount, quantity: 2 }], ...currency !== undefined && { currency } })
        assert.strictEqual(made.status, 201, made.text)
        const { json } = yield* api("POST", `/gateway/invoices/${made.json.id}/finalize`)
        return json
      })
      const first = yield* bill(900)
      yield* bill(700)
      yield* bill(5_000, "JPY")
      const paid = yield* api("POST", `/gateway/invoices/${first.id}/payments`, { method: "transfer", amount: 1_000 })
      assert.isBelow(paid.status, 300, paid.text)

      yield* agreed("quickbooks")
      const run = yield* synced("quickbooks")
      assert.deepInclude(run, { created: 5, updated: 0, failed: 0, error: null }, JSON.stringify(run))
      const [sent] = quickbooks.records["invoice"]!.values()
      assert.deepInclude(sent, { DocNumber: first.number, CustomerRef: { value: "1" } })
      assert.deepStrictEqual(sent.Line.map(({ Amount }: any) => Amount), [18])
      assert.deepInclude([...quickbooks.records["payment"]!.values()][0], { TotalAmt: 10 })
      const writes = quickbooks.writes()
      assert.deepInclude(yield* synced("quickbooks"), { created: 0, updated: 0, unchanged: 5 })
      assert.strictEqual(quickbooks.writes(), writes)
      yield* api("PATCH", `/crm/contacts/${who.id}`, { last_name: "Hopper" })
      assert.deepInclude(yield* synced("quickbooks"), { updated: 1, created: 0 })
      assert.strictEqual(quickbooks.records["customer"]!.size, 1)

      yield* agreed("xero")
      const other = yield* synced("xero")
      assert.deepInclude(other, { created: 4, failed: 1, error: null }, JSON.stringify(other))
      assert.match((yield* objects("xero", other.id, "failed"))[0].reason, /not subscribed to currency JPY/u)
      assert.deepInclude([...xero.records["Payments"]!.values()][0], { Amount: 10, Account: { Code: "090" } })
      assert.deepInclude(yield* synced("xero"), { created: 0, updated: 0, failed: 1 })
    }))

  it.effect("PayPal: transactions of half a year, month by month, become notes of those who are known", () =>
    Effect.gen(function*() {
      yield* api("POST", "/crm/contacts", { email: "payer1@paid.example", first_name: "Payer" })
      assert.strictEqual((yield* call("POST", "/paypal/connect", { ...PAYPAL, client_secret: "wrong-0123456789" })).status, 422)
      assert.strictEqual((yield* call("POST", "/paypal/connect", PAYPAL)).json.state, "connected")
      const run = yield* synced("paypal")
      assert.deepInclude(run, { created: 2, skipped: 1, failed: 0, error: null }, JSON.stringify(run))
      assert.deepInclude(yield* synced("paypal"), { created: 0, updated: 0, unchanged: 1, skipped: 1 })
    }))

  it.effect("Meta and LinkedIn: leads become contacts, and then only new ones are asked for", () =>
    Effect.gen(function*() {
      const { linkedin_leads, meta_leads } = yield* Partners
      assert.strictEqual((yield* call("POST", "/meta_leads/connect", { token: "EAAB9999", account: META.form })).status, 422)
      assert.deepInclude((yield* call("POST", "/meta_leads/connect", { token: META.token, account: META.form })).json, { account: "Spring" })
      assert.deepInclude(yield* synced("meta_leads"), { created: 105, failed: 0, error: null })
      assert.deepInclude(yield* byEmail("lead104@form.example"), { first_name: "Lead", last_name: "104", phone: "+12025550123", tags: ["meta lead"] })
      meta_leads.add()
      assert.deepInclude(yield* synced("meta_leads"), { created: 1, updated: 0, unchanged: 1 })
      yield* agreed("linkedin_leads")
      assert.deepInclude(yield* synced("linkedin_leads"), { created: 2, failed: 0, error: null })
      assert.deepInclude(yield* byEmail("linked2@form.example"), { first_name: "Linked 2", tags: ["linkedin lead"] })
      assert.lengthOf(linkedin_leads.responses, 2)
      assert.deepInclude(yield* synced("linkedin_leads"), { created: 0, unchanged: 1 })
    }))
})
