import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { OwnerSql } from "../support/database.ts"
import { markupFaults } from "../support/markup.ts"
import { TestServerWith, secrets, send } from "../support/test-server.ts"
import { here, until } from "../webhooks/receiver.ts"
import { fixture, workflows } from "./fixture.ts"
import { FOREIGN, hidden, webClient } from "./web-client.ts"

type Fixture = Effect.Success<typeof fixture>

const pagesOf = ({ consent, refused, run, webhook }: Fixture) => [
  "", "/consents", "/consents?state=all", `/consents/${consent}`, `/consents/${refused}`, "/receipts",
  "/receipts?session=run-2026-11-21-7", "/runs", "/runs?status=failed", `/runs/${run.waiting}`, `/runs/${run.failed}`,
  "/webhooks", `/webhooks/${webhook.id}`, `/webhooks/${webhook.id}?status=pending`
]

/** Addresses that act, by the verb behind them. */
const actsOf = ({ consent, delivery, run, webhook }: Fixture) => ({
  approve_consent: `/consents/${consent}/approve`,
  reject_consent: `/consents/${consent}/reject`,
  cancel_workflow_run: `/runs/${run.waiting}/cancel`,
  replay_webhook: `/webhooks/${webhook.id}/replay`,
  retry_webhook_delivery: `/webhooks/deliveries/${delivery.id}/retry`
})

const since = { since: "2026-01-01T00:00" }

layer(TestServerWith(here, workflows), { excludeTestServices: true })("the pages", (it) => {
  let made: Fixture
  it.effect("have something to show", () => Effect.map(fixture, (one) => void (made = one)), 60_000)

  it.effect("hold scripts of ours alone, no style, no key and nothing from elsewhere, and say so to the browser", () =>
    Effect.gen(function*() {
      const browser = yield* webClient()
      yield* browser.signIn("acme")
      const links = new Set<string>()
      for (const path of ["/sign-in", "/nothing", ...pagesOf(made)]) {
        const { headers, status, text } = yield* browser.get(`/dashboard${path}`)
        assert.strictEqual(status, path === "/nothing" ? 404 : 200, `${path} ${text}`)
        assert.strictEqual(headers.get("content-type"), "text/html; charset=utf-8")
        const own = `<script type="module" src="/dashboard/live.js"></script>`
        assert.strictEqual(headers.get("content-security-policy"),
          "default-src 'none'; style-src 'self'; img-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'" +
            (path === "/sign-in" ? "" : "; script-src 'self'") + (text.includes(own) ? "; connect-src 'self'" : ""), path)
        for (const [name, value] of [
          ["cache-control", "no-store"], ["x-content-type-options", "nosniff"], ["referrer-policy", "same-origin"],
          ["cross-origin-opener-policy", "same-origin"], ["cross-origin-resource-policy", "same-origin"], ["x-frame-options", "DENY"]
        ] as const) assert.strictEqual(headers.get(name), value, `${path} ${name}`)
        assert.isNotNull(headers.get("x-request-id"))
        assert.lengthOf([...text.replace(own, "").matchAll(/<script/giu)], path === "/sign-in" ? 0 : 1, path)
        assert.notMatch(text, FOREIGN, path)
        assert.notMatch(text, /(?:src|href)="(?!\/|#)/iu, path)
        for (const secret of Object.values(secrets)) assert.notInclude(text, secret, path)
        assert.notInclude(text, browser.cookies.get("dashboard")!)
        assert.strictEqual([...text.matchAll(/<h1>/gu)].length, 1, path)
        const ids = [...text.matchAll(/\sid="([^"]+)"/gu)].map(([, id]) => id!)
        assert.strictEqual(new Set(ids).size, ids.length, `${path}: an id stands for one thing`)
        assert.deepStrictEqual(markupFaults(text), [], path)
        for (const [, link] of text.matchAll(/(?:href|src)="(\/[^"]*)"/gu)) links.add(link!.replaceAll("&amp;", "&"))
      }
      for (const link of links) assert.oneOf((yield* browser.get(link)).status, [200], link)
    }))

  it.effect("escape what people and endpoints wrote", () =>
    Effect.gen(function*() {
      const evil = "<img src=x onerror=alert(1)>\"'"
      yield* send("/crm/contacts", {
        key: "acme",
        method: "POST",
        headers: { "x-service-session": evil, "x-service-agent": evil },
        body: JSON.stringify({ first_name: evil })
      })
      const browser = yield* webClient()
      yield* browser.signIn("acme")
      const typed = encodeURIComponent(evil)
      for (const path of ["/receipts", `/receipts?session=${typed}`, `/runs?workflow=${typed}`]) {
        const { text } = yield* browser.get(`/dashboard${path}`)
        assert.include(text, "&lt;img src=x")
        assert.notInclude(text, "<img", path)
      }
    }))

  it.effect("keep a filter that names what there is not, and say what is wrong with it", () =>
    Effect.gen(function*() {
      const browser = yield* webClient()
      yield* browser.signIn("acme")
      for (const [path, near] of [["runs?workflow=crm.task_du", "crm.task_due"], ["receipts?verb=delete_contcat", "delete_contact"]] as const) {
        const { status, text } = yield* browser.get(`/dashboard/${path}`)
        assert.strictEqual(status, 422)
        assert.match(text, new RegExp(`value="${path.split("=")[1]}"[^]*There is no such \\w+; similar: ${near}`, "u"))
      }
    }))

  it.effect("show nothing of another company, and do nothing to it", () =>
    Effect.gen(function*() {
      const outsider = yield* webClient()
      yield* outsider.signIn("bolt")
      for (const path of pagesOf(made).filter((path) => /\d/u.test(path) && !path.startsWith("/receipts"))) {
        assert.strictEqual((yield* outsider.get(`/dashboard${path}`)).status, 404, path)
      }
      for (const [verb, path] of Object.entries(actsOf(made))) {
        assert.strictEqual((yield* outsider.press("/dashboard", `/dashboard${path}`, since)).status, 404, verb)
      }
      for (const path of pagesOf(made).filter((path) => !/\/\d/u.test(path))) {
        const { text } = yield* outsider.get(`/dashboard${path}`)
        for (const ours of ["grace@navy.example", "Compiler", made.endpoint.url, "billing.charge"]) {
          assert.notInclude(text, ours, path)
        }
      }
      const theirs = yield* webClient()
      yield* theirs.signIn("acme")
      assert.strictEqual((yield* theirs.get(`/dashboard/runs/${made.run.theirs}`)).status, 404)
    }))

  it.effect("act for nobody whose form is not from a page of their own session", () =>
    Effect.gen(function*() {
      const browser = yield* webClient()
      const other = yield* webClient()
      yield* browser.signIn("acme")
      yield* other.signIn("acme")
      const csrfTokenOf = (one: typeof browser) => Effect.map(one.get("/dashboard"), ({ text }) => hidden(text, "proof"))
      const own = yield* csrfTokenOf(browser)
      const theirs = yield* csrfTokenOf(other)
      assert.notStrictEqual(own, theirs)
      const sql = yield* OwnerSql
      const receipts = Effect.map(sql<{ n: number }>`select count(*) as n from receipts`, ([row]) => row!.n)
      const before = yield* receipts
      for (const path of [...Object.values(actsOf(made)), "/sign-out"]) {
        for (const [fields, headers] of [
          [{}, { origin: browser.base }],
          [{ proof: "" }, { origin: browser.base }],
          [{ proof: theirs }, { origin: browser.base }],
          [{ proof: own }, { origin: "https://evil.example" }],
          [{ proof: own }, { origin: "null" }],
          [{ proof: own }, {}],
          [{ proof: own }, { origin: browser.base, "sec-fetch-site": "cross-site" }]
        ] as const) {
          const sent = yield* browser.post(`/dashboard${path}`, { ...fields, ...since }, headers)
          assert.strictEqual(sent.status, 403, `${path} ${JSON.stringify([fields, headers])}`)
          assert.include(sent.text, "Nothing was done")
        }
      }
      assert.strictEqual(yield* receipts, before)
      assert.strictEqual((yield* browser.get("/dashboard")).status, 200)
    }))

  it.effect("act for nobody who is not signed in", () =>
    Effect.gen(function*() {
      const nobody = yield* webClient()
      for (const path of Object.values(actsOf(made))) {
        const sent = yield* nobody.post(`/dashboard${path}`, since)
        assert.deepStrictEqual([sent.status, sent.to], [303, "/dashboard/sign-in"], path)
      }
    }))

  it.effect("say what a key may not do, and offer nothing that would be refused", () =>
    Effect.gen(function*() {
      const lesser = yield* webClient()
      yield* lesser.signIn("scopeless")
      for (const [path, scope] of [
        ["/consents", "agents:read"], ["/receipts", "agents:read"], ["/runs", "workflows:read"], ["/webhooks", "webhooks:read"]
      ] as const) {
        const { status, text } = yield* lesser.get(`/dashboard${path}`)
        assert.strictEqual(status, 403, path)
        assert.include(text, scope)
      }
      const { status, text } = yield* lesser.get("/dashboard")
      assert.strictEqual(status, 200)
      for (const scope of ["agents:read", "workflows:read", "webhooks:read"]) assert.include(text, scope)

      const low = yield* webClient()
      yield* low.signIn("starter")
      const runs = yield* low.get("/dashboard/runs")
      assert.strictEqual(runs.status, 403)
      assert.include(runs.text, "professional")
      const menu = (text: string) => [...text.matchAll(/<nav [^]*?<\/nav>/gu)].flatMap(([nav]) => [...nav.matchAll(/href="([^"]*)"/gu)].map(([, path]) => path))
      const offered = [...menu((yield* low.get("/dashboard")).text), ...menu((yield* low.get("/dashboard/company")).text)]
      for (const path of new Set(offered)) assert.strictEqual((yield* low.get(path!)).status, 200, `${path} is in the menu of a plan that lacks it`)
      const high = yield* webClient()
      yield* high.signIn("acme")
      const all = [...menu((yield* high.get("/dashboard")).text), ...menu((yield* high.get("/dashboard/company")).text)]
      assert.deepStrictEqual([...new Set(all)].filter((path) => !offered.includes(path)), ["/dashboard/runs", "/dashboard/audit"])

      const asker = yield* webClient()
      yield* asker.signIn("cautious")
      const own = yield* asker.get(`/dashboard/consents/${made.consent}`)
      assert.notInclude(own.text, "/approve\"")
      assert.include(own.text, "cannot decide on its own call")
    }))

  it.effect("understand no nonsense in an address", () =>
    Effect.gen(function*() {
      const browser = yield* webClient()
      yield* browser.signIn("acme")
      for (const [path, expected] of [
        ["/runs/0", 404], ["/runs/x", 404], ["/runs/99999999999999999999", 404], ["/consents/1.5", 404], ["/webhooks/-1", 404],
        ["/runs?status=nonsense", 200], ["/runs?cursor=nonsense", 422], [`/runs?cursor=${"x".repeat(500)}`, 422],
        [`/receipts?session=${"x".repeat(300)}`, 422], ["/receipts?session=%00", 422], ["/consents?state=nonsense", 200]
      ] as const) {
        const { status, text } = yield* browser.get(`/dashboard${path}`)
        assert.strictEqual(status, expected, path)
        assert.include(text, "</html>")
      }
    }))

  it.effect("replay what was missed, once for each time the form was shown", () =>
    Effect.gen(function*() {
      const browser = yield* webClient()
      yield* browser.signIn("acme")
      const page = `/dashboard/webhooks/${made.webhook.id}`
      const { text } = yield* browser.get(page)
      const fields = { proof: hidden(text, "proof"), once: hidden(text, "once"), ...since }
      for (let n = 0; n < 2; n++) {
        assert.strictEqual((yield* browser.post(`${page}/replay`, fields)).to, `${page}?done=replayed`)
      }
      const { json } = yield* send("/agent/receipts?verb=replay_webhook", { key: "acme" })
      assert.strictEqual(json.total, 1)
      assert.match(json.items[0].session, /^dashboard-\d+$/u)
      assert.strictEqual((yield* browser.post(`${page}/replay`, { ...fields, since: "yesterday" })).status, 422)
    }))

  it.effect("cancel a run that needs a person's agreement once there is one", () =>
    Effect.gen(function*() {
      const asker = yield* webClient()
      yield* asker.signIn("cautious")
      const page = `/dashboard/runs/${made.run.waiting}`
      const seen = yield* asker.press(page, `${page}/cancel`)
      assert.deepStrictEqual([seen.status, seen.to], [428, null])
      assert.include(seen.text, "cannot agree to its own call")
      assert.include(seen.text, "Cancel requested at")
      const waiting = Effect.map(send("/agent/consents?verb=cancel_workflow_run", { key: "acme" }), ({ json }) => json.total)
      assert.strictEqual(yield* waiting, 0, "to look at it asks nobody")
      const timers = Effect.map(send("/workflows/runs?workflow=agents.consent&status=waiting", { key: "acme" }), ({ json }) => json.total)
      const before = yield* timers
      const asked = yield* asker.press(page, `${page}/cancel`, { consent: hidden(seen.text, "consent"), ask_others: "yes" })
      assert.strictEqual(asked.status, 428)
      assert.strictEqual(yield* waiting, 1)
      const consent = />consent (\d+)<\/a> was asked for/u.exec(asked.text)![1]!

      yield* until(timers, (now) => now > before)
      const person = yield* webClient()
      yield* person.signIn("acme")
      const approved = yield* person.press(`/dashboard/consents/${consent}`, `/dashboard/consents/${consent}/approve`)
      const confirmation = /cfm_[\w-]{43}/u.exec(approved.text)![0]
      assert.include(approved.text, `GET /api/v1/agent/consents/${consent}`)
      assert.notMatch(approved.text, />\s*(?:Approve again|Approve|Reject)\s*</u, "nothing is left to decide")
      assert.notInclude((yield* person.get(`/dashboard/consents/${consent}`)).text, confirmation)

      assert.strictEqual((yield* asker.press(page, `${page}/cancel`, { confirmation })).to, `${page}?done=canceled`)
      const { json } = yield* send(`/workflows/runs/${made.run.waiting}`, { key: "acme" })
      assert.isNotNull(json.cancel_requested_at)
    }))

  it.effect("show no timer at work in a run that is over", () =>
    Effect.gen(function*() {
      const wasDecidedEarly = ({ steps }: any) => steps.some(({ kind, status }: any) => kind === "timer" && status === "canceled")
      const over = Effect.flatMap(send("/workflows/runs?workflow=agents.consent&status=completed", { key: "acme" }), ({ json: { items } }) =>
        Effect.forEach(items, ({ id }: any) => Effect.map(send(`/workflows/runs/${id}`, { key: "acme" }), ({ json }) => json)))
      const run = (yield* until(over, (runs) => runs.some(wasDecidedEarly))).find(wasDecidedEarly)
      const browser = yield* webClient()
      yield* browser.signIn("acme")
      const { text } = yield* browser.get(`/dashboard/runs/${run.id}`)
      assert.notInclude(text, "badge busy", "nothing of it is at work")
      assert.include(text, ">not needed any more<")
      assert.match(text, /<dt>Next wake-up<\/dt><dd><span class="faint">–/u)
    }))

  it.effect("call by name what receipts are about, and what their fields name", () =>
    Effect.gen(function*() {
      const browser = yield* webClient()
      yield* browser.signIn("acme")
      const { text } = yield* browser.get("/dashboard/receipts?session=run-2026-11-21-7")
      assert.include(text, `Contact ${made.grace.id}: Grace Hopper <span`)
      assert.include(text, `Deal ${made.deal.id}: Compiler <span`)
      assert.match(text, /<th scope="row">Contact<\/th><td[^>]*><span><a href="[^"]*">Grace Hopper<\/a><\/span>/u)
    }))
})
