import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { Mail, type Message } from "#layers/providers/mail"
import { OwnerSql } from "../support/database.ts"
import { companyIds, emailOf, json, send } from "../support/test-server.ts"
import { TestServerWithMail, type MailServer, TestMailServer } from "./mail-server.ts"

let turn = 0
const address = () => `reader${turn++}@reader.example`

const post = (more: Partial<Message>) =>
  Effect.flatMap(Mail, (mail) => mail.send({ to: address(), subject: "Hello", text: "How do you do?\n", idempotencyKey: `letter-${turn++}`, ...more }))

/** Of all e-mails, and of no other. */
const headers = ["auto-submitted", "content-type", "date", "from", "message-id", "mime-version", "subject", "to"]

/** It goes to one person, from us, and nobody wrote a header of it. */
const isWhole = (one: MailServer["received"][number], to: string, from = "post@acme.example") => {
  assert.deepStrictEqual(one.envelope, { from, to: [to] })
  assert.deepStrictEqual([...one.to], [to])
  assert.strictEqual(one.from, from)
  const keys = one.headers.map(({ key }) => key).filter((key) => key !== "content-transfer-encoding")
  assert.deepStrictEqual(keys.toSorted(), headers)
  for (const line of one.source.split("\r\n")) assert.isAtMost(line.length, 998)
  assert.notMatch(one.subject!, /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u)
}

const evil = "victim@other.example"

/** What is no address, or more than one, or one that a reader would take for another. */
const recipients = [
  "", " ", "nobody", `a@x.example, ${evil}`, `a@x.example,${evil}`, `a@x.example;${evil}`, `a@x.example ${evil}`, `<a@x.example>, <${evil}>`, "<a@x.example>",
  "A <a@x.example>", `"a@x.example, b"@other.example`, `"a b"@x.example`, `group: a@x.example, ${evil};`, `a@x.example\r\nBcc: ${evil}`, `a@x.example\nBcc: ${evil}`,
  `a@x.example\rBcc: ${evil}`, `a@x.example\u2028Bcc: ${evil}`, `a@x.example\u0085Bcc: ${evil}`, `a@x.example\u0000`, "a@x.example\t", " a@x.example", "a@x.example\r\n",
  `a@x.example>\r\nRCPT TO:<${evil}`, "a@x.example> NOTIFY=SUCCESS", "a@x.example (comment)", "a@@x.example", "a@x@y.example", "@x.example", "a@", "a@x..example", "a@.example",
  "a@[127.0.0.1]", "a@x.example%0d%0aBcc:b", "\u00e4@x.example", "a@b\u00fccher.example", "a@x.example\u202e", "=?utf-8?q?a=40x.example=2C?=b@y.example",
  "=?utf-8?q?=0D=0ABcc=3A?=@y.example", `${"x".repeat(65)}@x.example`, `a@${"x".repeat(64)}.example`, `a@${"x.".repeat(150)}example`, `${"x".repeat(1_000_000)}@x.example`
]

const spaced = "\r\n\r\n\u2028\u2029\u0085\u000b\u000c\t\u00a0\ufeff"

/** Names that people and companies may give themselves. */
const names = [
  `Evil\r\nBcc: ${evil}`, `Evil\nBcc: ${evil}\n\nbody`, `Evil\rTo: ${evil}`, `Evil${spaced}Bcc: ${evil}`, `Evil\u2028Cc: ${evil}`, `"Evil" <${evil}>,`, `Evil, ${evil}`, `<${evil}>`,
  `=?utf-8?q?Evil=0D=0ABcc=3A_victim=40other.example?=`, "=?utf-8?b?4oCu?= =?UTF-8?Q?https=3A//evil.example/?=", "=?utf-8?q?=E2=80=AEevil?=", "\u202eelpmaxe.live",
  "https://evil.example/prize", "evil.example", "www.evil.example", "evil\u3002example", "https\uff1a\uff0f\uff0fevil\uff0eexample", "evil\uff61example", "mailto:victim@other.example",
  "<a href='https://evil.example'>x</a>", "<script>alert(1)</script>", "</title><h1>x", "&#60;img src=x&#62;", "x".repeat(200), "\u00fc".repeat(200), "\u{1f4e7}".repeat(100),
  "a\u0301".repeat(100), "{{link}}", "%0d%0aBcc:x", "\\r\\nBcc: x", "=\r\n =", "multipart/mixed; boundary=x", ".", "\r\n.\r\nMAIL FROM:<x@y.example>"
]

layer(TestServerWithMail((port) => `smtp://127.0.0.1:${port}`), { excludeTestServices: true })("an e-mail", (it) => {
  it.effect("goes to one address or to nobody", () =>
    Effect.gen(function*() {
      const { received } = yield* TestMailServer
      for (const to of recipients) {
        const { _tag, reason } = yield* Effect.flip(post({ to }))
        assert.deepStrictEqual([_tag, reason], ["MailRefused", "the recipient is not one e-mail address"], JSON.stringify(to).slice(0, 100))
      }
      assert.strictEqual(received.length, 0)
      for (const to of ["a@x.example", "o'neil+tag@sub.x-y.example", "a.b!#$%&'*/=?^`{|}~-@x.example", `${"x".repeat(64)}@x.example`]) {
        yield* post({ to })
        isWhole(received.at(-1)!, to)
      }
    }))

  it.effect("is refused at the entrance where its address is not one", () =>
    Effect.gen(function*() {
      for (const email of recipients.filter((one) => one.length < 1_000)) {
        const trimmed = /^\s*a@x\.example\s*$/u.test(email)
        const { status } = yield* send("/auth/members", { key: "owner", method: "POST", ...json({ email, role: "member" }) })
        /* White space around is taken away, and what looks encoded is an address that no e-mail goes to. */
        if (!trimmed && !email.includes("=?utf-8")) assert.include([400, 422], status, JSON.stringify(email))
      }
    }))

  it.effect("has no header, recipient, link or line from the names in it", () =>
    Effect.gen(function*() {
      const sql = yield* OwnerSql
      const { received } = yield* TestMailServer
      for (const name of names) {
        yield* sql`update companies set name = ${name} where id = ${companyIds.acme}`
        yield* sql`update users set name = ${name} where company_id = ${companyIds.acme} and email = ${emailOf("owner")}`
        const email = address()
        const { status, text } = yield* send("/auth/members", { key: "owner", method: "POST", ...json({ email, role: "member" }) })
        assert.strictEqual(status, 201, text)
        while (!received.some(({ envelope }) => envelope.to.includes(email))) yield* Effect.sleep("10 millis")
        const one = received.at(-1)!
        const what = JSON.stringify(name).slice(0, 60)
        isWhole(one, email)
        assert.match(one.subject!, /^Invitation to join /, what)
        assert.isAtMost(one.subject!.length, 100, what)
        for (const part of [one.subject!, one.text!, one.html!.replaceAll(/<[^>]*>/g, "")]) {
          assert.notMatch(part, /[\p{Cf}\p{Zl}\p{Zp}]|https?:\/\/(?!127\.0\.0\.1)|\S[.\u3002\uff0e\uff61]example|victim@other/u, what)
        }
        assert.notMatch(one.html!, /<(?:script|img|h1)|<a (?!href="http:\/\/127\.0\.0\.1:)/, what)
        assert.strictEqual(one.html!.match(/<a /g)!.length, 1)
        assert.strictEqual(one.token.length, 43, what)
      }
      assert.isTrue(received.every(({ envelope }) => !envelope.to.includes(evil)))
    }))

  it.effect("has no header from a subject, and none is decoded from it", () =>
    Effect.gen(function*() {
      const { received } = yield* TestMailServer
      for (const subject of [...names, "x".repeat(5_000), "=?", "?=", "=?=?=?"]) {
        const to = address()
        yield* post({ to, subject: subject.replaceAll(/\p{Cf}/gu, "") })
        const one = received.at(-1)!
        assert.deepStrictEqual(one.envelope.to, [to])
        assert.deepStrictEqual([...one.to], [to])
        assert.notInclude(one.headers.map(({ key }) => key), "bcc")
        assert.notMatch(one.subject!, /[\r\n\p{Cf}]/u)
      }
    }))
})

layer(TestServerWithMail((port) => `smtp://127.0.0.1:${port}`, {}, "Acme, Inc. \"x\" <post@acme.example>"), { excludeTestServices: true })("a sender with a comma", (it) => {
  it.effect("is one sender", () =>
    Effect.gen(function*() {
      const to = address()
      yield* post({ to })
      const one = (yield* TestMailServer).received.at(-1)!
      isWhole(one, to)
      assert.match(one.source, /^From: .*<post@acme\.example>\r$/m)
      assert.include(one.source, "Acme, Inc.")
    }))
})
