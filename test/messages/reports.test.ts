import { readFileSync } from "node:fs"
import { assert, layer } from "@effect/vitest"
import { Effect, Layer, Option, Redacted } from "effect"
import { CustomerEmails } from "#layers/messages/emails"
import { TestMailServer, mailServer } from "../auth/mail-server.ts"
import { OwnerSql } from "../support/database.ts"
import { MAIL_SECRET, send, TestServerWith } from "../support/test-server.ts"
import { acting, emailTo, settled } from "./emailing.ts"

const Server = (bounces: Option.Option<string>) =>
  Layer.unwrap(Effect.map(mailServer(), (mail) =>
    TestServerWith({
      smtpUrl: Option.some(Redacted.make(`smtp://127.0.0.1:${mail.port}`)), mailFrom: "Acme <post@acme.example>", mailBounces: bounces
    }).pipe(Layer.provideMerge(Layer.succeed(TestMailServer, mail)))))

interface Sent {
  readonly id: number
  readonly recipient: string
  readonly return_path: string
  readonly message_id: string
}

type Sample = "postfix-unknown-user" | "postfix-delayed" | "exim-unrouteable" | "microsoft-not-found" | "microsoft-blocked" | "abuse" | "microsoft-complaint"

/** A report of that kind about an e-mail, as its server writes it. */
const reportOf = (sample: Sample, sent: Omit<Sent, "id">) =>
  readFileSync(new URL(`./reports/${sample}.eml`, import.meta.url), "utf8")
    .replaceAll("{recipient}", sent.recipient).replaceAll("{return_path}", sent.return_path).replaceAll("{message_id}", sent.message_id)
    .replace(/\n/g, "\r\n")

const report = (body: string, secret = MAIL_SECRET) =>
  send("/messages/inbound/email", { method: "POST", body, headers: { "content-type": "message/rfc822", "x-webhook-secret": secret } })

/** An e-mail that a mail server took, and what it was sent as. */
const sentTo = Effect.fnUntraced(function*(recipient: string): Effect.fn.Return<Sent, any, any> {
  const { id } = yield* settled((yield* emailTo(recipient)).id)
  const { received } = yield* TestMailServer
  const { envelope, headers } = received.findLast(({ envelope }) => envelope.to.includes(recipient))!
  return { id, recipient, return_path: envelope.from, message_id: headers.find(({ key }) => key === "message-id")!.value }
})

const shown = (id: number) => Effect.map(send(`/messages/emails/${id}`, { key: "acme" }), ({ json }) => json)

const written = Effect.gen(function*() {
  const sql = yield* OwnerSql
  const [row] = yield* sql<{ receipts: number; suppressions: number }>`
    select (select count(*)::int from receipts) as receipts, (select count(*)::int from email_suppressions) as suppressions`
  return row!
})

layer(Server(Option.some("bounces@acme.example")), { excludeTestServices: true })("a report about an e-mail", (it) => {
  const outcomes: ReadonlyArray<readonly [Sample, string, RegExp]> = [
    ["postfix-unknown-user", "bounced", /^550 5\.1\.1 <.*>: Recipient address rejected: User unknown in virtual mailbox table$/],
    ["exim-unrouteable", "bounced", /^failed \(5\.0\.0\)$/],
    ["microsoft-not-found", "bounced", /^550 5\.1\.10 RESOLVER\.ADR\.RecipientNotFound;/],
    ["abuse", "complained", /^A reader complained: abuse \(SomeGenerator\/1\.0\)\.$/],
    ["microsoft-complaint", "complained", /^A reader complained: abuse \(JMRP\/2\.0\)\.$/]
  ]
  for (const [sample, state, answer] of outcomes) {
    it.effect(`${sample}: the e-mail is ${state}, the next one suppressed, and the same report again changes nothing`, () =>
      Effect.gen(function*() {
        const sql = yield* OwnerSql
        const sent = yield* sentTo(`${sample}@navy.example`)
        assert.match(sent.return_path, /^bounces\+1-[0-9a-f]{32}@acme\.example$/)
        const taken = yield* report(reportOf(sample, sent))
        assert.deepStrictEqual([taken.status, taken.json], [202, { accepted: true }], taken.text)
        const after = yield* shown(sent.id)
        assert.strictEqual(after.state, state)
        assert.match(after.answer, answer)
        assert.deepInclude(yield* emailTo(sent.recipient), { state: "suppressed", attempts: 0 })
        assert.strictEqual((yield* settled((yield* emailTo(sent.recipient, { company: "bolt" })).id, "bolt")).state, "sent")

        const receipts = yield* sql<{ objects: string }>`
          select (select string_agg(c->>'object', ' ') from jsonb_array_elements(changes) c) as objects
          from receipts where company_id = 1 and verb = 'receive_email_report' order by id desc limit 1`
        assert.deepStrictEqual(receipts, [{ objects: "email email_suppression" }])
        const before = yield* written
        for (let turn = 0; turn < 2; turn++) assert.strictEqual((yield* report(reportOf(sample, sent))).status, 202)
        assert.deepStrictEqual(yield* written, before)
        assert.strictEqual((yield* shown(sent.id)).version, after.version)
      }))
  }

  it.effect("that comes fifty times at once is one change", () =>
    Effect.gen(function*() {
      const sent = yield* sentTo("crowd@navy.example")
      const before = yield* written
      const all = yield* Effect.forEach(Array.from({ length: 50 }), () => report(reportOf("exim-unrouteable", sent)), { concurrency: 16 })
      assert.deepStrictEqual([...new Set(all.map(({ status }) => status))], [202])
      assert.deepStrictEqual(yield* written, { receipts: before.receipts + 1, suppressions: before.suppressions + 1 })
    }))

  it.effect("notes that it is late, and that it was refused for another reason than its address; the next one is sent", () =>
    Effect.gen(function*() {
      const sent = yield* sentTo("late@navy.example")
      yield* report(reportOf("postfix-delayed", sent))
      const late = yield* shown(sent.id)
      assert.deepStrictEqual([late.state, late.answer], ["sent", "connect to mx.navy.example[203.0.113.25]:25: Connection timed out"])
      const expired = reportOf("postfix-unknown-user", sent).replaceAll("5.1.1", "4.4.7")
      yield* report(expired)
      assert.strictEqual((yield* shown(sent.id)).state, "sent")
      assert.strictEqual((yield* settled((yield* emailTo(sent.recipient)).id)).state, "sent")
      yield* report(reportOf("microsoft-blocked", sent))
      assert.strictEqual((yield* shown(sent.id)).state, "failed")
      const again = yield* sentTo(sent.recipient)
      yield* report(reportOf("postfix-unknown-user", again))
      yield* report(reportOf("postfix-delayed", again))
      assert.strictEqual((yield* shown(again.id)).state, "bounced", "a delay that is told late")
      yield* report(reportOf("abuse", again))
      assert.strictEqual((yield* shown(again.id)).state, "complained")
    }))

  it.effect("about an e-mail that is on its way stops it", () =>
    Effect.gen(function*() {
      const emails = yield* CustomerEmails
      const made = yield* acting({})(Effect.gen(function*() {
        const { id } = yield* emails.write({
          template: "notice", transactional: true, recipient: "queued@navy.example", subject: "x", state: "queued", contact_id: null, text: "x", html: "x",
          reference: "0123456789abcdef0123456789abcdef", key: undefined, files: [{ name: "a", type: "text/plain", bytes: new Uint8Array([1]) }]
        })
        return id
      }))
      yield* report(reportOf("exim-unrouteable", {
        recipient: "queued@navy.example", message_id: "<x@y>", return_path: "BOUNCES+1-0123456789ABCDEF0123456789ABCDEF@acme.example"
      }))
      assert.strictEqual((yield* shown(made)).state, "bounced")
      const done = { state: "sent", sender: null, reply_to: null, attempts: 1, answer: "250 OK" } as const
      assert.strictEqual((yield* acting({})(emails.settle(made, done))).state, "bounced")
      assert.deepStrictEqual(yield* (yield* OwnerSql)`select 1 from email_files where email_id = ${made}`, [])
    }))

  it.effect("that is forged, of another kind, broken or about nothing of ours is accepted and changes nothing", () =>
    Effect.gen(function*() {
      const sent = yield* sentTo("forged@navy.example")
      const real = reportOf("postfix-unknown-user", sent)
      const complaint = reportOf("abuse", sent)
      const other = (text: string) => text.replace(/1-[0-9a-f]{4}/g, "1-0000")
      const before = yield* written
      for (const body of [
        other(real), real.replace(/\b1-(?=[0-9a-f]{32})/g, "2-"), real.replace(/\b1-(?=[0-9a-f]{32})/g, "999999999999999-"),
        real.replace(/[0-9a-f]{32}/g, "'; drop table emails; --"), real.replace("Action: failed", "Action: delivered"), real.replace("Action: failed", "Action: relayed"),
        real.replaceAll("message/delivery-status", "text/plain"), complaint.replace("Type: abuse", "Type: not-spam"), complaint.replace("Type: abuse", "Type: auth-failure"),
        `To: ${sent.return_path}\r\nSubject: Out of office\r\n\r\nI am away.`, "", "x", "\u0000".repeat(1_000), real.slice(0, 1_500), "a: b\r\n".repeat(100_000),
        `${"Content-Type: multipart/mixed; boundary=a\r\n\r\n--a\r\n".repeat(500)}`
      ]) {
        const taken = yield* report(body)
        assert.deepStrictEqual([taken.status, taken.json], [202, { accepted: true }], body.slice(0, 200))
      }
      assert.deepStrictEqual(yield* written, before)
      for (const secret of ["", "x", `${MAIL_SECRET}x`, MAIL_SECRET.toUpperCase()]) assert.strictEqual((yield* report(real, secret)).status, 401, secret)
      assert.strictEqual((yield* send("/messages/inbound/email", { key: "acme", method: "POST", body: real, headers: { "content-type": "message/rfc822" } })).status, 401)
      assert.strictEqual((yield* send("/messages/inbound/email", { method: "POST", body: real, headers: { "content-type": "text/plain" } })).status, 415)
      assert.deepStrictEqual(yield* written, before)
      assert.strictEqual((yield* shown(sent.id)).state, "sent")
    }))
})

layer(Server(Option.none()), { excludeTestServices: true })("without an address for bounces", (it) => {
  it.effect("a report is matched by the Message-ID of what was returned", () =>
    Effect.gen(function*() {
      for (const sample of ["postfix-unknown-user", "microsoft-complaint"] as const) {
        const sent = yield* sentTo(`${sample}@navy.example`)
        assert.strictEqual(sent.return_path, "post@acme.example")
        yield* report(reportOf(sample, sent))
        assert.include(["bounced", "complained"], (yield* shown(sent.id)).state)
      }
    }))
})

layer(TestServerWith({ mailWebhookSecret: Option.none() }), { excludeTestServices: true })("without a secret", (it) => {
  it.effect("no report is taken", () =>
    Effect.gen(function*() {
      for (const secret of ["", MAIL_SECRET]) assert.strictEqual((yield* report("x", secret)).status, 401)
    }))
})
