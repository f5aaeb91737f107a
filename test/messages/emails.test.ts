import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import PostalMime from "postal-mime"
import { TestMailServer, TestServerWithMail } from "../auth/mail-server.ts"
import { OwnerSql } from "../support/database.ts"
import { json, send, TestServer } from "../support/test-server.ts"
import { eventually } from "../support/eventually.ts"
import { emailTo, settings, settled } from "./emailing.ts"

const to = (email: string) => Effect.map(TestMailServer, ({ received }) => received.filter(({ envelope }) => envelope.to.includes(email)))
const header = (one: { readonly headers: ReadonlyArray<{ readonly key: string; readonly value: string }> }, name: string) =>
  one.headers.find(({ key }) => key === name)?.value

const contact = Effect.fnUntraced(function*(email: string) {
  const made = yield* send("/crm/contacts", { key: "acme", method: "POST", ...json({ first_name: "Grace", email }) })
  assert.strictEqual(made.status, 201, made.text)
  return made.json.id as number
})

layer(TestServerWithMail((port) => `smtp://127.0.0.1:${port}`), { excludeTestServices: true })("an e-mail to a customer", (it) => {
  it.effect("reaches them in the company's name, with both parts and its files, and answers go to the company", () =>
    Effect.gen(function*() {
      const changed = yield* settings({
        name: "Juniper & Vale", contact_email: "hello@juniper.example", logo_url: "https://juniper.example/logo.png", locale: "nb-NO",
        address: { line1: "Storgata 1", postal_code: "0155", city: "Oslo", country: "NO" }
      })
      assert.strictEqual(changed.status, 200, changed.text)
      const id = yield* contact("grace@navy.example")
      const bytes = new Uint8Array([1, 2, 3, 0, 255])
      const made = yield* emailTo(id, { subject: "Klar til å hentes", files: [{ name: "../fil\r\nX-Evil: 1.pdf", type: "application/pdf", bytes }] })
      assert.strictEqual(made.state, "queued")
      const done = yield* settled(made.id)
      assert.deepInclude(done, {
        template: "notice", transactional: true, contact_id: id, recipient: "grace@navy.example", sender: "post@acme.example",
        reply_to: "hello@juniper.example", subject: "Klar til å hentes", state: "sent", attempts: 1, livemode: true
      })
      assert.match(done.answer, /^250 /)
      const [one] = yield* to("grace@navy.example")
      assert.deepStrictEqual(one!.envelope, { from: "post@acme.example", to: ["grace@navy.example"] })
      const read = yield* Effect.promise(() => PostalMime.parse(one!.source))
      assert.deepInclude(read.from, { name: "Juniper & Vale", address: "post@acme.example" })
      assert.deepStrictEqual(read.replyTo?.map(({ address }) => address), ["hello@juniper.example"])
      assert.strictEqual(read.subject, "Klar til å hentes")
      assert.isUndefined(header(one!, "list-unsubscribe"))
      for (const part of [read.text!, read.html!]) {
        assert.include(part, "The bicycle stands ready.")
        assert.include(part, "Storgata 1, 0155 Oslo, NO")
        assert.include(part, "https://juniper.example/orders/1042")
      }
      assert.include(read.html!, "<img src=\"https://juniper.example/logo.png\" alt=\"Juniper &amp; Vale\"")
      assert.strictEqual(read.text!.trimEnd(), done.text.trimEnd())
      assert.deepStrictEqual(read.attachments.map(({ content, mimeType }) => [mimeType, [...new Uint8Array(content as ArrayBuffer)]]), [["application/pdf", [...bytes]]])
      assert.notMatch(read.attachments[0]!.filename!, /[\r\n/\\:]/)
      assert.isUndefined(header(one!, "x-evil"))
      assert.deepStrictEqual(done.attachments.map(({ bytes }: any) => bytes), [5])
      const sql = yield* OwnerSql
      assert.deepStrictEqual(yield* sql`select * from email_files`, [])

      const timeline = yield* send(`/crm/contacts/${id}/timeline`, { key: "acme" })
      const entry = timeline.json.items.find(({ kind }: any) => kind === "customer_email")
      assert.deepInclude(entry, { title: "Klar til å hentes", object: "email", object_id: made.id })
      assert.deepInclude(entry.data, { state: "sent", template: "notice" })
      const receipts = yield* sql<{ verb: string }>`select verb from receipts where changes->0->>'object' = 'email' and (changes->0->>'id')::bigint = ${made.id} order by id`
      assert.deepStrictEqual(receipts.map(({ verb }) => verb), ["test_email", "send_email"])
    }))

  it.effect("is one e-mail under its key, however often it is asked for", () =>
    Effect.gen(function*() {
      const [first, again] = [yield* emailTo("once@navy.example", { key: "order 7" }), yield* emailTo("once@navy.example", { key: "order 7" })]
      assert.strictEqual(again!.id, first!.id)
      yield* settled(first!.id)
      assert.strictEqual((yield* to("once@navy.example")).length, 1)
      const bolt = yield* emailTo("once@navy.example", { key: "order 7", company: "bolt" })
      assert.notStrictEqual(bolt.id, first!.id)
    }))

  it.effect("that bounces stops the next one, whoever wrote it in the company, and no other company's", () =>
    Effect.gen(function*() {
      const { offers } = yield* TestMailServer
      const sql = yield* OwnerSql
      const address = "never1@navy.example"
      const first = yield* settled((yield* emailTo(address)).id)
      assert.deepInclude(first, { state: "bounced", attempts: 1 })
      assert.match(first.answer, /nobody of that name here/)
      const second = yield* emailTo(address)
      assert.deepInclude(second, { state: "suppressed", attempts: 0 })
      assert.strictEqual(offers.get(address), 1)
      assert.strictEqual((yield* sql`select * from email_suppressions where address = address_digest(1, ${address})`).length, 1)
      yield* settled((yield* emailTo(address, { company: "bolt" })).id, "bolt")
      assert.strictEqual(offers.get(address), 2)
      const list = yield* send("/messages/emails?state=bounced", { key: "acme" })
      assert.deepStrictEqual(list.json.items.map(({ recipient }: any) => recipient), [address])
    }))

  it.effect("that was queued before the bounce is not sent after it", () =>
    Effect.gen(function*() {
      const { offers } = yield* TestMailServer
      const address = "later1@navy.example"
      const waiting = yield* emailTo(address)
      yield* eventually(Effect.sync(() => offers.get(address)), (times) => times === 1)
      const sql = yield* OwnerSql
      yield* sql`insert into email_suppressions (company_id, address, reason) values (1, address_digest(1, ${address}), 'complained')`
      const done = yield* settled(waiting.id)
      assert.deepInclude(done, { state: "suppressed", attempts: 1 })
      assert.strictEqual(offers.get(address), 1)
    }))

  it.effect("that is refused for now is sent later, and says so meanwhile", () =>
    Effect.gen(function*() {
      const address = "later2@navy.example"
      const { id } = yield* emailTo(address)
      yield* eventually(send(`/messages/emails/${id}`, { key: "acme" }), ({ json }) => json.attempts === 1 && /come back later/.test(json.answer))
      assert.deepInclude(yield* settled(id), { state: "sent", attempts: 2 })
    }))

  it.effect("of a test key is kept as a row and sent to nobody", () =>
    Effect.gen(function*() {
      const { id, livemode, state } = yield* emailTo("tested@navy.example", { mode: "test" })
      assert.deepStrictEqual([state, livemode], ["simulated", false])
      assert.strictEqual((yield* send(`/messages/emails/${id}`, { key: "acme" })).status, 404)
      const shown = yield* send(`/messages/emails/${id}`, { key: "acmeTest" })
      assert.include(shown.json.html, "The bicycle stands ready.")
      assert.deepStrictEqual((yield* (yield* OwnerSql)`select id from workflow_runs where workflow = 'messages.email' and not livemode`).length, 0)
      assert.deepStrictEqual(yield* to("tested@navy.example"), [])
    }))

  it.effect("goes to a contact that is there and has an address, and to one address", () =>
    Effect.gen(function*() {
      const nobody = yield* send("/crm/contacts", { key: "acme", method: "POST", ...json({ first_name: "Nobody" }) })
      const faults = []
      for (const one of [nobody.json.id, 999_999, "a@x.example, b@x.example", "a@x.example\r\nBcc: b@x.example", "x"]) {
        faults.push((yield* Effect.flip(emailTo(one)))._tag)
      }
      assert.deepStrictEqual(faults, ["ValidationError", "NotFound", "ValidationError", "ValidationError", "ValidationError"])
    }))

  it.effect("has no header, recipient or direction from the names in it, in any script", () =>
    Effect.gen(function*() {
      const names = [
        "Evil\r\nBcc: victim@other.example", "\u202eelpmaxe.live", "Service service@bank.example", "=?utf-8?q?=0D=0ABcc=3A?=", "<script>alert(1)</script>",
        "\u05e9\u05dc\u05d5\u05dd \u05e2\u05d5\u05dc\u05dd", "\u0645\u0642\u0647\u0649 \u0627\u0644\u0634\u0631\u0642", "Caf\u00e9 \u{1f469}\u200d\u{1f373} \u{1f950}", "\u65e5\u672c\u6599\u7406", "x".repeat(200),
        "\u{1f468}\u200d\u{1f469}\u200d\u{1f467}".repeat(20)
      ]
      for (const [n, name] of names.entries()) {
        yield* settings({ name, logo_url: null })
        const address = `name${n}@navy.example`
        yield* settled((yield* emailTo(address, { subject: `Hello ${name}` })).id)
        const [one] = yield* to(address)
        const what = JSON.stringify(name).slice(0, 40)
        assert.deepStrictEqual(one!.envelope.to, [address], what)
        assert.notInclude(one!.headers.map(({ key }) => key), "bcc", what)
        for (const line of one!.source.split("\r\n")) assert.isAtMost(line.length, 998, what)
        const read = yield* Effect.promise(() => PostalMime.parse(one!.source))
        assert.strictEqual(read.from!.address, "post@acme.example", what)
        assert.notMatch(`${read.from!.name} ${read.subject}`, /[\r\n\u202a-\u202e\u2066-\u2069\ufffd]/u, what)
        assert.notInclude(read.from!.name, "@", what)
        assert.notMatch(read.html!, /<script|<img/, what)
        assert.isAtMost([...new Intl.Segmenter("en").segment(read.subject!)].length, 150)
        if (n >= 5 && n <= 8) assert.deepStrictEqual([read.from!.name, read.subject], [name, `Hello ${name}`], what)
      }
    }))

  it.effect("lists by contact, template, state and time, each company its own", () =>
    Effect.gen(function*() {
      const id = yield* contact("listed@navy.example")
      const one = yield* emailTo(id)
      const two = yield* emailTo(id, { news: true })
      const ids = (query: string) => Effect.map(send(`/messages/emails?${query}`, { key: "acme" }), ({ json }) => json.items.map(({ id }: any) => id))
      assert.deepStrictEqual(yield* ids(`contact_id=${id}`), [two.id, one.id])
      assert.deepStrictEqual(yield* ids(`contact_id=${id}&template=news`), [two.id])
      assert.deepStrictEqual(yield* ids("recipient=Listed@navy.example&sort=id"), [one.id, two.id])
      assert.deepStrictEqual(yield* ids("since=2099-01-01T00:00:00Z"), [])
      assert.strictEqual((yield* send(`/messages/emails/${one.id}`, { key: "bolt" })).status, 404)
      assert.strictEqual((yield* send("/messages/emails", { key: "scopeless" })).json.scope, "messages:read")
    }))
})

layer(TestServer, { excludeTestServices: true })("without a mail server", (it) => {
  it.effect("an e-mail is written to a file, and its row says that nobody got it", () =>
    Effect.gen(function*() {
      const { id } = yield* emailTo("grace@navy.example")
      const done = yield* settled(id)
      assert.deepInclude(done, { state: "simulated", answer: "Not sent: this installation has no mail server (SMTP_URL)." })
    }))
})
