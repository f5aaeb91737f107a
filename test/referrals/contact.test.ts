import { assert, layer } from "@effect/vitest"
import { Effect, Option } from "effect"
import { companyIds, TestServerWith } from "../support/test-server.ts"
import { OwnerSql } from "../support/database.ts"
import { hidden, webClient } from "../dashboard/web-client.ts"
import { answerOf } from "../tools/asking.ts"
import { asPerson, visit } from "./follow-link.ts"

type Row = Readonly<Record<string, unknown>>

const leads = Effect.flatMap(OwnerSql, (sql) => sql<Row>`
  select reference, origin, status, name, email, company_name, message, template_id, ai_platform, referral_code, continues
  from operator.leads order by created_at`)

const path = "/contact?subject=getting-started&template=kb_dental_v1&source=ChatGPT"

/** Fills in the form of a page, with all that it carries, and sends it. */
const fill = Effect.fnUntraced(function*(
  browser: Effect.Success<ReturnType<typeof webClient>>, at: string, fields: Readonly<Record<string, string>>
) {
  const { text } = yield* browser.get(at)
  const kept = ["subject", "template", "source", "referral", "reference", "showing", "proof"]
  const sent = { ...Object.fromEntries(kept.map((name) => [name, hidden(text, name)])), ...fields }
  return { sent, answer: yield* browser.post("/contact", sent) }
})

layer(TestServerWith({ publicWritesPerDay: 1_000 }), { excludeTestServices: true })("the contact page", (it) => {
  it.effect("knows what the link said, and runs nothing", () =>
    Effect.gen(function*() {
      const browser = yield* webClient()
      const { headers, status, text } = yield* browser.get(path)
      assert.strictEqual(status, 200)
      assert.include(headers.get("content-security-policy")!, "default-src 'none'")
      assert.notMatch(text, /<script|<style|\sstyle=|\son[a-z]+=/iu)
      assert.include(text, "Dental Practice")
      assert.deepStrictEqual([hidden(text, "template"), hidden(text, "source"), hidden(text, "subject")], ["kb_dental_v1", "ChatGPT", "getting-started"])
      for (const id of ["email", "name", "company_name", "message"]) assert.include(text, `for="${id}"`)
      const hostile = yield* browser.get(`/contact?source=${encodeURIComponent("\"><script>x</script>")}&reference=%3Cb%3E&template=%00`)
      assert.strictEqual(hostile.status, 200)
      assert.notInclude(hostile.text, "<script>")
      assert.notInclude(hostile.text, "<b>")
    }))

  it.effect("stores what is sent with where it came from, once however often the form is sent, and says thank you", () =>
    Effect.gen(function*() {
      const browser = yield* webClient()
      const { answer, sent } = yield* fill(browser, path, {
        email: " Ana@Clinic.example ", name: "Ana Lima", company_name: "Lima Dental", message: "Hello\r\nthere"
      })
      assert.strictEqual(answer.status, 200)
      assert.include(answer.text, "Thank you")
      assert.include(answer.text, "ana@clinic.example")
      const again = yield* Effect.all([1, 2, 3].map(() => browser.post("/contact", sent)), { concurrency: 3 })
      const reference = /<code>(\w{8})<\/code>/u.exec(answer.text)![1]!
      for (const { text } of again) assert.include(text, reference)
      assert.deepStrictEqual(yield* leads, [{
        reference, origin: "contact_page", status: "recorded", name: "Ana Lima", email: "ana@clinic.example", company_name: "Lima Dental",
        message: "Hello\r\nthere", template_id: "kb_dental_v1", ai_platform: "chatgpt", referral_code: null, continues: null
      }])
    }))

  it.effect("explains at the field what has to be put right, and keeps what was written", () =>
    Effect.gen(function*() {
      const browser = yield* webClient()
      const before = (yield* leads).length
      for (const [fields, field, said] of [
        [{ email: "", message: "keep <me>" }, "email", "Please fill this in"],
        [{ email: "nobody", message: "keep <me>" }, "email", "not an e-mail address"],
        [{ email: "a@b.example", name: "x".repeat(101), message: "keep <me>" }, "name", "too long"],
        [{ email: "a@b.example", company_name: "a\u0000b", message: "keep <me>" }, "company_name", "cannot be kept"],
        [{ email: "a@b.example", message: `keep <me>${"x".repeat(4_000)}` }, "message", "too long"]
      ] as const) {
        const { answer } = yield* fill(browser, path, fields)
        assert.strictEqual(answer.status, 422, said)
        assert.match(answer.text, new RegExp(`id="${field}"[^>]*aria-invalid="true"[^>]*aria-describedby="${field}-wrong"`, "u"))
        assert.match(answer.text, new RegExp(`id="${field}-wrong">[^<]*${said}`, "u"))
        assert.include(answer.text, "keep &lt;me>")
        assert.strictEqual(hidden(answer.text, "template"), "kb_dental_v1")
      }
      assert.strictEqual((yield* leads).length, before)
    }))

  it.effect("takes the form from its own page in the same browser only, and not from a program that fills in everything", () =>
    Effect.gen(function*() {
      const browser = yield* webClient()
      const other = yield* webClient()
      const before = (yield* leads).length
      const { text } = yield* browser.get(path)
      const fields = { email: "a@b.example", proof: hidden(text, "proof"), showing: hidden(text, "showing") }
      for (const refused of [
        yield* other.post("/contact", fields),
        yield* browser.post("/contact", fields, { origin: "https://evil.example" }),
        yield* browser.post("/contact", fields, {}),
        yield* browser.post("/contact", { email: "a@b.example" }),
        yield* browser.post("/contact", { ...fields, website: "https://spam.example" })
      ]) {
        assert.strictEqual(refused.status, 422)
        assert.include(refused.text, "a@b.example")
        assert.include(refused.text, "was not sent")
      }
      assert.strictEqual((yield* leads).length, before)
      assert.strictEqual((yield* browser.post("/contact", fields)).status, 200)
    }))

  it.effect("credits the referral whose link was followed", () =>
    Effect.gen(function*() {
      const browser = yield* webClient()
      const { code } = yield* answerOf("create_ai_referral", { ai_platform: "Gemini", template_id: "kb_salon_v1" })
      const { to } = yield* visit(code)
      yield* fill(browser, new URL(to!).pathname + new URL(to!).search, { email: "led@salon.example" })
      const lead = (yield* leads).at(-1)!
      assert.deepInclude(lead, { template_id: "kb_salon_v1", ai_platform: "gemini", referral_code: code })
      yield* fill(browser, "/contact?referral=CCCCCCCC&source=claude&template=kb_none_v1&reference=CCCCCCCC", { email: "x@salon.example" })
      assert.deepInclude((yield* leads).at(-1)!, { template_id: null, ai_platform: "claude", referral_code: null, continues: null })
      const { platforms } = yield* answerOf("get_ai_referral_stats", { ai_platform: "gemini" })
      assert.deepStrictEqual(platforms, [{ ai_platform: "gemini", referrals: 1, visits: 1, leads: "fewer than 5", signup_leads: 0 }])
    }))

  it.effect("waits with its leads where no company gets them, and says how the operator sees them", () =>
    Effect.gen(function*() {
      const { contact_link, message, reference, status } = yield* answerOf("schedule_demo", { company_name: " Harbor <Dental> " })
      assert.strictEqual(status, "recorded")
      assert.include(message, "service leads")
      assert.include(message, "No time has been agreed")
      assert.match(contact_link, new RegExp(`^http://127\\.0\\.0\\.1:\\d+/contact\\?subject=demo&reference=${reference}$`, "u"))
      const lead = (yield* leads).find((one) => one["reference"] === reference)!
      assert.deepInclude(lead, { origin: "schedule_demo", status: "recorded", company_name: "Harbor <Dental>", email: null })
      const browser = yield* webClient()
      const { answer } = yield* fill(browser, new URL(contact_link).pathname + new URL(contact_link).search, { email: "ana@harbor.example" })
      assert.strictEqual(answer.status, 200)
      assert.deepInclude((yield* leads).at(-1)!, { continues: reference, email: "ana@harbor.example" })
    }))
})

layer(TestServerWith({ publicWritesPerDay: 2 }), { excludeTestServices: true })("a network at the contact page", (it) => {
  it.effect("leaves so many messages a day; the next is told that it was not stored", () =>
    Effect.gen(function*() {
      const browser = yield* webClient()
      const seen: Array<number> = []
      for (let n = 0; n < 4; n++) seen.push((yield* fill(browser, "/contact", { email: `n${n}@x.example` })).answer.status)
      assert.deepStrictEqual(seen, [200, 200, 429, 429])
      assert.strictEqual((yield* leads).length, 2)
      assert.strictEqual((yield* visit("CCCCCCCC", { headers: asPerson })).status, 404)
    }))
})

layer(TestServerWith({ publicRateLimit: 3 }), { excludeTestServices: true })("an address", (it) => {
  it.effect("asks for the pages no oftener than for anything else", () =>
    Effect.gen(function*() {
      const browser = yield* webClient()
      const seen: Array<number> = []
      for (const at of ["/contact", "/r/CCCCCCCC", "/contact", "/contact", "/r/CCCCCCCC"]) seen.push((yield* browser.get(at)).status)
      assert.deepStrictEqual(seen, [200, 404, 200, 429, 429])
    }))
})

layer(TestServerWith({ publicWritesPerDay: 1_000, operatorCompany: Option.some(companyIds.acme) }), { excludeTestServices: true })("the operator's company", (it) => {
  const acme = Effect.flatMap(OwnerSql, (sql) => Effect.all({
    contacts: sql<Row>`select first_name, last_name, email, company_name, source, tags from contacts where company_id = 1 order by id`,
    tasks: sql<Row>`select title, notes, contact_id, due_at from tasks where company_id = 1 order by id`,
    receipts: sql<Row>`select verb, jsonb_array_length(changes) as n, r.agent, k.label from receipts r join api_keys k on k.id = r.key_id where r.company_id = 1 order by r.id`,
    events: sql<Row>`select kind from events where company_id = 1 order by id`,
    others: sql<Row>`select company_id from contacts where company_id <> 1`
  }))

  it.effect("gets a lead as a contact and a task, with receipt and events, and the leads forget who it was", () =>
    Effect.gen(function*() {
      const browser = yield* webClient()
      const { answer } = yield* fill(browser, path, { email: "ana@clinic.example", name: "Ana Maria Lima", company_name: "Lima Dental", message: "Call me" })
      assert.strictEqual(answer.status, 200)
      const { contacts, events, others, receipts, tasks } = yield* acme
      assert.deepStrictEqual(contacts, [{
        first_name: "Ana", last_name: "Maria Lima", email: "ana@clinic.example", company_name: "Lima Dental", source: "AI: chatgpt", tags: ["lead"]
      }])
      assert.strictEqual(tasks.length, 1)
      assert.deepInclude(tasks[0]!, { title: "Answer Ana Maria Lima", due_at: null })
      assert.match(String(tasks[0]!["notes"]), /^Call me\n\nReference \w{8}, from the contact page\.\nTemplate: kb_dental_v1\.\nSent by: chatgpt\.$/u)
      assert.deepStrictEqual(receipts, [{ verb: "receive_lead", n: 2, agent: null, label: "Public endpoint" }])
      assert.deepStrictEqual(events.map(({ kind }) => kind), ["contact.created", "task.created"])
      assert.deepStrictEqual(others, [])
      assert.deepInclude((yield* leads)[0]!, { status: "handed_over", email: null, name: null, company_name: null, message: null, template_id: "kb_dental_v1" })
    }))

  it.effect("gets a demo request, and later the address that belongs to it on the same contact", () =>
    Effect.gen(function*() {
      const { contact_link, message, reference, status } = yield* answerOf("schedule_demo", { company_name: "Harbor Dental" })
      assert.strictEqual(status, "handed_over")
      assert.include(message, "CRM")
      const browser = yield* webClient()
      yield* fill(browser, new URL(contact_link).pathname + new URL(contact_link).search, { email: "bo@harbor.example", name: "Bo" })
      const { contacts, tasks } = yield* acme
      assert.deepStrictEqual(contacts.slice(1), [{
        first_name: "Bo", last_name: null, email: "bo@harbor.example", company_name: "Harbor Dental", source: "AI assistant", tags: ["lead"]
      }])
      assert.deepStrictEqual(tasks.slice(1).map(({ title }) => title), ["Demo wanted: Harbor Dental", "Answer Bo"])
      assert.include(String(tasks.at(-1)!["notes"]), `Goes on from ${reference}.`)
    }))

  it.effect("has a known address once, with a task for each message", () =>
    Effect.gen(function*() {
      const browser = yield* webClient()
      const before = yield* acme
      yield* fill(browser, path, { email: "ANA@clinic.example", message: "And again" })
      const { contacts, tasks } = yield* acme
      assert.strictEqual(contacts.length, before.contacts.length)
      assert.strictEqual(tasks.length, before.tasks.length + 1)
    }))

  it.effect("gets 20 leads at once, each once", () =>
    Effect.gen(function*() {
      const before = yield* acme
      const made = yield* Effect.all(Array.from({ length: 20 }, (_, n) => answerOf("schedule_demo", { company_name: `C${n}` })), { concurrency: 20 })
      assert.isTrue(made.every(({ status }) => status === "handed_over"))
      const after = yield* acme
      assert.strictEqual(after.contacts.length - before.contacts.length, 20)
      assert.strictEqual(after.tasks.length - before.tasks.length, 20)
      const sql = yield* OwnerSql
      const keys = yield* sql`select id from api_keys where label = 'Public endpoint'`
      assert.lengthOf(keys, 1)
    }))

  it.effect("learns why an assistant has referred somebody", () =>
    Effect.gen(function*() {
      const browser = yield* webClient()
      const { code, signup_link } = yield* answerOf("create_ai_referral", { ai_platform: "claude", context: "They miss appointments." })
      yield* fill(browser, new URL(signup_link).pathname + new URL(signup_link).search, { email: "why@clinic.example" })
      const { tasks } = yield* acme
      assert.include(String(tasks.at(-1)!["notes"]), `Sent by: claude.\nReferral: ${code}: They miss appointments.`)
    }))
})
