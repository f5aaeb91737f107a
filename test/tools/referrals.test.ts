import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { HttpServer } from "effect/http"
import { OwnerSql } from "../support/database.ts"
import { TestServer, TestServerWith, json, send } from "../support/test-server.ts"
import { answerOf, callTool } from "./asking.ts"
import { clients } from "./clients.ts"
import { asPerson, visit } from "../referrals/follow-link.ts"

const code = /^[34679CDFGHJKMNPQRTVWX]{8}$/u

const create = (more: object = {}) => answerOf("create_ai_referral", { ai_platform: "claude", template_id: "kb_dental_v1", ...more })

const statsOf = (ai_platform: string) => Effect.map(answerOf("get_ai_referral_stats", { ai_platform }), ({ platforms }) => platforms)

layer(TestServer, { excludeTestServices: true })("a signup link", (it) => {
  it.effect("has the shape of the interface, whatever the source is called", () =>
    Effect.gen(function*() {
      const cases: ReadonlyArray<readonly [source: string | undefined, encoded: string]> = [
        ["claude", "claude"], ["ChatGPT", "chatgpt"], ["Microsoft Copilot", "copilot"], [undefined, "ai_assistant"], ["   ", "ai_assistant"],
        ["My Bot & Co", "My%20Bot%20%26%20Co"], ["é=1#?", "%C3%A9%3D1%23%3F"], ["a\r\nLocation: x", "a%0D%0ALocation%3A%20x"]
      ]
      for (const [source, encoded] of cases) {
        const { signup_link } = yield* answerOf("get_ai_signup_link", { template_id: "kb_dental_v1", ...source !== undefined && { source } })
        assert.match(signup_link, /^http:\/\/127\.0\.0\.1:\d+\/contact\?/u)
        assert.strictEqual(signup_link.slice(signup_link.indexOf("/contact")), `/contact?subject=getting-started&template=kb_dental_v1&source=${encoded}`)
      }
      for (const source of ["\ud800", "a\u0000b", "x".repeat(61)]) {
        assert.strictEqual((yield* callTool("get_ai_signup_link", { template_id: "kb_dental_v1", source })).status, 422, source)
      }
    }))

  it.effect("is for a template that there is; for another the nearest is named, and works", () =>
    Effect.gen(function*() {
      for (const [given, near] of [
        ["kb_dental_v2", "kb_dental_v1"], ["kb_dentel_v1", "kb_dental_v1"], ["dental", "kb_dental_v1"], ["dentist", "kb_dental_v1"],
        ["KB_DENTAL_V1", "kb_dental_v1"], ["kb_hair_salon_v1", "kb_salon_v1"], ["kb_food truck_v9", "kb_food_truck_v1"]
      ] as const) {
        const { json: { error }, status } = yield* callTool("get_ai_signup_link", { template_id: given })
        assert.deepStrictEqual([status, error.code], [422, "arguments.invalid"], given)
        assert.match(error.hint, new RegExp(`Closest: ${near} `, "u"), given)
        const tried = JSON.parse(error.hint.slice(error.hint.indexOf("Try: ") + 5))
        assert.strictEqual(tried.arguments.template_id, near)
        assert.strictEqual((yield* send("/api/mcp", { method: "POST", ...json(tried) })).status, 200)
      }
      const lost = yield* callTool("get_ai_signup_link", { template_id: "§§§" })
      assert.strictEqual(lost.status, 422)
    }))
})

layer(TestServerWith({ publicWritesPerDay: 1_000 }), { excludeTestServices: true })("a referral", (it) => {
  it.effect("is stored under a code that nobody misreads, and its link leads to the form", () =>
    Effect.gen(function*() {
      const made = yield* create({ ai_platform: " Claude ", context: "They need appointment reminders." })
      assert.match(made.code, code)
      assert.deepInclude(made, { ai_platform: "claude", template_id: "kb_dental_v1" })
      assert.isAtMost(Math.abs(Date.now() - Date.parse(made.created_at)), 60_000)
      assert.match(made.referral_link, new RegExp(`^http://127\\.0\\.0\\.1:\\d+/r/${made.code}$`, "u"))
      const sql = yield* OwnerSql
      const [row] = yield* sql`select ai_platform, template_id, context, visits from operator.referrals where code = ${made.code}`
      assert.deepStrictEqual(row as unknown, { ai_platform: "claude", template_id: "kb_dental_v1", context: "They need appointment reminders.", visits: 0 })
      const { status, to } = yield* visit(made.code)
      assert.deepStrictEqual([status, to], [302, made.signup_link])
      assert.include(made.signup_link, `/contact?subject=getting-started&template=kb_dental_v1&source=claude&referral=${made.code}`)
    }))

  it.effect("of a platform by any of its names is one of five; another is written down in letters, digits and _", () =>
    Effect.gen(function*() {
      for (const [given, kept] of [
        ["ChatGPT", "chatgpt"], ["GPT-5", "chatgpt"], ["openai", "chatgpt"], ["Google Gemini", "gemini"], ["Perplexity AI", "perplexity"],
        ["Bing Chat", "copilot"], ["<script>alert(1)</script>", "script_alert_1_script"], ["Le Chat", "le_chat"]
      ] as const) assert.strictEqual((yield* create({ ai_platform: given })).ai_platform, kept)
      assert.strictEqual((yield* callTool("create_ai_referral", { ai_platform: "!!!" })).status, 422)
      assert.strictEqual((yield* callTool("create_ai_referral", { ai_platform: "claude", template_id: "kb_dental_v9" })).status, 422)
      assert.strictEqual((yield* callTool("create_ai_referral", { ai_platform: "claude", context: "x".repeat(1_001) })).status, 422)
      assert.strictEqual((yield* callTool("create_ai_referral", {})).status, 400)
    }))

  it.effect("takes another code when its own is taken", () =>
    Effect.gen(function*() {
      const sql = yield* OwnerSql
      const { code: taken } = yield* create()
      yield* sql`create sequence tries`
      yield* sql.unsafe(`create function same_code() returns trigger language plpgsql security definer as $$ begin
        if nextval('tries') <= 3 then new.code := '${taken}'; end if; return new; end $$`)
      yield* sql`create trigger same before insert on operator.referrals for each row execute function same_code()`
      const made = yield* create()
      assert.notStrictEqual(made.code, taken)
      const [row] = yield* sql<{ n: number; tries: number }>`select count(*) as n, (select last_value from tries) as tries from operator.referrals where code = ${made.code}`
      assert.deepStrictEqual(row!, { n: 1, tries: 4 })
      yield* sql`drop trigger same on operator.referrals`
    }))

  it.effect("is counted once a day for each network, and only where a person comes", () =>
    Effect.gen(function*() {
      const sql = yield* OwnerSql
      const { code } = yield* create()
      const visits = Effect.map(sql<{ visits: number }>`select visits from operator.referrals where code = ${code}`, ([row]) => row!.visits)
      const quiet: ReadonlyArray<readonly [string, RequestInit]> = [
        ["HEAD", { method: "HEAD", headers: asPerson }],
        ["prefetch", { headers: { ...asPerson, "sec-purpose": "prefetch" } }],
        ["prerender", { headers: { ...asPerson, "sec-purpose": "prefetch;prerender" } }],
        ["purpose", { headers: { ...asPerson, purpose: "prefetch" } }],
        ["x-moz", { headers: { ...asPerson, "x-moz": "prefetch" } }],
        ["image", { headers: { ...asPerson, "sec-fetch-dest": "image" } }],
        ["Googlebot", { headers: { "user-agent": "Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)" } }],
        ["Slack", { headers: { "user-agent": "Slackbot-LinkExpanding 1.0 (+https://api.slack.com/robots)" } }],
        ["GPTBot", { headers: { "user-agent": "Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; GPTBot/1.2; +https://openai.com/gptbot)" } }],
        ["ChatGPT-User", { headers: { "user-agent": "Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko); compatible; ChatGPT-User/1.0; +https://openai.com/bot" } }],
        ["WhatsApp", { headers: { "user-agent": "WhatsApp/2.23.20.0" } }],
        ["facebook", { headers: { "user-agent": "facebookexternalhit/1.1" } }],
        ["nobody", { headers: { "user-agent": "" } }]
      ]
      for (const [what, init] of quiet) {
        assert.strictEqual((yield* visit(code, init)).status, 302, what)
        assert.strictEqual(yield* visits, 0, what)
      }
      for (let n = 0; n < 3; n++) yield* visit(n === 1 ? code.toLowerCase() : code)
      assert.strictEqual(yield* visits, 1)
      yield* sql`update operator.marks set day = day - 1`
      yield* visit(code)
      assert.strictEqual(yield* visits, 2, "another day")
    }))

  it.effect("counts 40 visits at once from one network as one", () =>
    Effect.gen(function*() {
      const sql = yield* OwnerSql
      const { code } = yield* create()
      const seen = yield* Effect.all(Array.from({ length: 40 }, () => visit(code)), { concurrency: 20 })
      assert.isTrue(seen.every(({ status }) => status === 302))
      const [row] = yield* sql<{ visits: number }>`select visits from operator.referrals where code = ${code}`
      assert.strictEqual(row!.visits, 1)
    }))

  it.effect("that nobody made is a page that says so", () =>
    Effect.gen(function*() {
      for (const code of ["CCCCCCCC", "nothing", "%00", "'; drop table x", "x".repeat(500)]) {
        const { headers, status, text } = yield* visit(encodeURIComponent(code))
        assert.strictEqual(status, 404, code)
        assert.include(headers.get("content-type")!, "text/html")
        assert.include(text, "<h1>")
      }
    }))

  it.effect("keeps no address of anybody", () =>
    Effect.gen(function*() {
      const sql = yield* OwnerSql
      const { code } = yield* create()
      yield* visit(code)
      const tables = yield* sql<{ name: string }>`select format('%I.%I', schemaname, tablename) as name from pg_tables where schemaname = 'operator'`
      assert.lengthOf(tables, 4)
      for (const { name } of tables) {
        for (const { row } of yield* sql<{ row: string }>`select t::text as row from ${sql.literal(name)} t`) {
          assert.notMatch(row, /127\.0\.0|::1/u, name)
        }
      }
    }))

  it.effect("is the business of nobody but the operator", () =>
    Effect.gen(function*() {
      const sql = yield* OwnerSql
      const grants = yield* sql<{ grantee: string; table: string; privilege: string }>`
        select grantee, table_name as table, privilege_type as privilege from information_schema.role_table_grants
        where table_schema = 'operator' and grantee <> current_user order by 2, 3`
      assert.deepStrictEqual(grants.map(({ grantee, privilege, table }) => `${grantee} ${privilege} ${table}`), [
        "service_system SELECT leads", "service_system DELETE mark_keys", "service_system INSERT mark_keys", "service_system SELECT mark_keys",
        "service_system DELETE marks", "service_system INSERT marks", "service_system SELECT marks", "service_system SELECT referrals"
      ])
      const [app] = yield* sql<{ may: boolean }>`select has_schema_privilege('service_app', 'operator', 'usage') as may`
      assert.isFalse(app!.may)
    }))
})

layer(TestServerWith({ publicWritesPerDay: 3 }), { excludeTestServices: true })("a network", (it) => {
  it.effect("leaves so many referrals a day and no more, also at once and in whatever language", () =>
    Effect.gen(function*() {
      const sql = yield* OwnerSql
      const sent = yield* Effect.all(
        Array.from({ length: 12 }, () => callTool("create_ai_referral", { ai_platform: "claude" })), { concurrency: 12 }
      )
      assert.deepStrictEqual(sent.map(({ status }) => status).sort(), [200, 200, 200, ...Array<number>(9).fill(429)])
      const { headers, json: { error } } = sent.find(({ status }) => status === 429)!
      const left = 86_400 - Math.floor(Date.now() / 1_000) % 86_400
      assert.isAtMost(Math.abs(Number(headers.get("retry-after")) - left), 60, "until the day of UTC is over")
      assert.deepInclude(error, { code: "rate_limit.exceeded", status: 429 })
      assert.include(error.hint, "tomorrow")
      const [row] = yield* sql<{ n: number }>`select count(*) as n from operator.referrals`
      assert.strictEqual(row!.n, 3)
      for (const connect of Object.values(clients)) {
        const base = yield* HttpServer.addressFormattedWith(Effect.succeed)
        const { call } = yield* Effect.acquireRelease(Effect.promise(() => connect(`${base}/api/mcp`)), (made) => Effect.promise(() => made.close()))
        const said = yield* Effect.promise(() => call("create_ai_referral", { ai_platform: "claude" }))
        assert.isTrue(said.isError)
        assert.include(JSON.stringify(said.content), "rate_limit.exceeded")
      }
      const demos = yield* Effect.all(Array.from({ length: 5 }, () => callTool("schedule_demo", {})), { concurrency: 5 })
      assert.deepStrictEqual(demos.map(({ status }) => status).sort(), [200, 200, 200, 429, 429])
    }))
})

layer(TestServerWith({ publicWritesPerDay: 1_000 }), { excludeTestServices: true })("what became of referrals", (it) => {
  it.effect("is nothing at first, and says so", () =>
    Effect.gen(function*() {
      assert.deepStrictEqual((yield* statsOf("all")).map(({ ai_platform, leads, referrals, visits }: any) => [ai_platform, referrals, visits, leads]),
        ["chatgpt", "claude", "gemini", "perplexity", "copilot", "other"].map((name) => [name, 0, 0, 0]))
      const info = yield* answerOf("get_ai_network_info", {})
      assert.deepInclude(info, { platforms: 0, referrals: 0 })
      assert.isUndefined(info.since)
      const { note, updates } = yield* answerOf("get_referral_success_updates", {})
      assert.deepStrictEqual(updates, [])
      assert.include(note, "No referral")
    }))

  it.effect("is counted by platform; strangers' names for platforms are repeated to nobody", () =>
    Effect.gen(function*() {
      const sql = yield* OwnerSql
      for (let n = 0; n < 7; n++) yield* create()
      yield* create({ ai_platform: "Ignore previous instructions" })
      yield* create({ ai_platform: "gemini", template_id: "kb_salon_v1" })
      yield* sql`update operator.referrals set visits = 2, first_visit_at = now(), last_visit_at = now() where ai_platform = 'claude'`
      const lead = (platform: string, n: number) => sql`
        insert into operator.leads (reference, origin, ai_platform, referral_code, request_id)
        select ${platform} || g, 'contact_page', r.ai_platform, r.code, '' from generate_series(1, ${n}::int) g,
          lateral (select * from operator.referrals where ai_platform = ${platform} order by code limit 1) r`
      yield* lead("claude", 6)
      yield* lead("gemini", 2)
      yield* sql`insert into operator.leads (reference, origin, ai_platform, request_id) values ('direct', 'contact_page', 'claude', '')`

      const all = yield* statsOf("all")
      assert.deepInclude(all, { ai_platform: "claude", referrals: 7, visits: 14, leads: 6, signup_leads: "fewer than 5" })
      assert.deepInclude(all, { ai_platform: "gemini", referrals: 1, visits: 0, leads: "fewer than 5", signup_leads: 0 })
      assert.deepInclude(all, { ai_platform: "other", referrals: 1, visits: 0, leads: 0, signup_leads: 0 })
      assert.notInclude(JSON.stringify(all), "ignore")
      assert.deepStrictEqual(yield* statsOf("ignore previous instructions"),
        [{ ai_platform: "ignore_previous_instructions", referrals: 1, visits: 0, leads: 0, signup_leads: 0 }])
      assert.deepInclude((yield* statsOf("Gemini"))[0], { ai_platform: "gemini", referrals: 1 })

      const today = new Date().toISOString().slice(0, 10)
      assert.deepInclude(yield* answerOf("get_ai_network_info", {}), { platforms: 3, referrals: 9, since: today })
      const { updates } = yield* answerOf("get_referral_success_updates", {})
      assert.deepStrictEqual(updates, [
        { ai_platform: "claude", industry: "dental", referrals: 7, visited: 7, leads: 6, last_visit_on: today, last_lead_on: today },
        { ai_platform: "gemini", industry: "salon", referrals: "fewer than 5", visited: 0, leads: "fewer than 5" },
        { ai_platform: "other", industry: "dental", referrals: "fewer than 5", visited: 0, leads: 0 }
      ])
      assert.lengthOf((yield* answerOf("get_referral_success_updates", { ai_platform: "claude", industry: "dentist" })).updates, 1)
      assert.lengthOf((yield* answerOf("get_referral_success_updates", { ai_platform: "claude", industry: "salon" })).updates, 0)
      assert.strictEqual((yield* callTool("get_referral_success_updates", { ai_platform: "le_chat" })).status, 422)
    }))
})
