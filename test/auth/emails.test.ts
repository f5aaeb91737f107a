import { readdir, readFile, rm, stat } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { afterAll } from "vitest"
import { Mail, type Message } from "#layers/providers/mail"
import { Tenancy } from "#layers/kernel/tenancy"
import { AccountId } from "#schemas/kernel/ids"
import { Caller } from "#schemas/kernel/tenancy"
import { sendEmail } from "#workflows/auth/emails"
import { type EmailContent, written } from "#workflows/auth/email-text"
import { OwnerSql } from "../support/database.ts"
import { emailOf, TestServerWith, json, send } from "../support/test-server.ts"
import { port, wire } from "../support/wire.ts"
import { somebody } from "../support/workflows.ts"
import { TestServerWithMail, TestMailServer } from "./mail-server.ts"
import { read } from "./post.ts"

let turn = 0
const address = (kind: string) => `${kind}${turn++}@reader.example`

const message = (to: string, more: Partial<Message> = {}): Message =>
  ({ to, subject: "Hello", text: "How do you do?\n", html: "<p>How do you do?</p>", idempotencyKey: `letter-${turn++}`, ...more })

const post = (letter: Message) => Effect.flatMap(Mail, (mail) => mail.send(letter))

const to = (email: string) => Effect.map(TestMailServer, ({ received }) => received.filter((one) => one.to.includes(email)))

const asked = { at: "2026-11-21T19:05:00.000Z", address: "203.0.113.7", device: "Firefox on Linux" }

const invitation = (more: Partial<Extract<EmailContent, { readonly kind: "invitation" }>> = {}): EmailContent => ({
  kind: "invitation", company: "Cobol & Sons", role: "admin", invited_by: "Grace Hopper", expires_at: "2026-11-28T19:05:00.000Z",
  link: "https://acme.example/dashboard/invitation?token=abc", ...more
})

/** Waits for the run that sends a letter to an account to end. */
const ending = (email: string) =>
  Effect.gen(function*() {
    const sql = yield* OwnerSql
    for (;;) {
      const [run] = yield* sql<{ id: number; status: string; error: unknown; payload: unknown; result: unknown }>`
        select r.id, r.status, r.error, r.payload, r.result from workflow_runs r join identity.accounts a
          on a.id = (r.payload->>'account_id')::bigint
        where r.workflow = 'auth.letter' and a.email = ${email} and r.finished_at is not null`
      if (run !== undefined) return run
      yield* Effect.sleep("50 millis")
    }
  }).pipe(Effect.timeout("90 seconds"), Effect.orDie)

const signUp = (email: string, more: object = {}) =>
  send("/auth/signup", {
    method: "POST",
    ...json({ email, password: "a ship in port is safe", name: "Grace", company_name: "Cobol & Sons", ...more }),
    headers: { "user-agent": "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0" }
  })

/* Longer than a busy machine takes to answer: only what is never answered may wait for it. */
const impatient = "connectionTimeout=5000&greetingTimeout=5000&socketTimeout=5000"

layer(TestServerWithMail((port) => `smtp://127.0.0.1:${port}?${impatient}`), { excludeTestServices: true })("e-mails", (it) => {
  it.effect("reach a mail server with both parts, under a name of their own that a repetition has again", () =>
    Effect.gen(function*() {
      const email = address("grace")
      const letter = message(email)
      for (let turn = 0; turn < 2; turn++) assert.deepInclude(yield* post(letter), { how: "sent" })
      yield* post(message(email))
      const [first, again, other] = yield* to(email)
      assert.deepStrictEqual([first!.from, first!.subject, first!.text?.trim(), first!.html?.trim()], [
        "post@acme.example", "Hello", "How do you do?", "<p>How do you do?</p>"
      ])
      assert.match(first!.messageId!, /^<[0-9a-f]{32}@acme\.example>$/)
      assert.strictEqual(again!.messageId, first!.messageId)
      assert.notStrictEqual(other!.messageId, first!.messageId)
      assert.strictEqual(first!.headers.find(({ key }) => key === "auto-submitted")?.value, "auto-generated")
    }))

  it.effect("that are refused for now, unanswered or cut off may be sent later; those refused for good may not", () =>
    Effect.gen(function*() {
      const tags = []
      for (const kind of ["later", "silent", "cut", "never"]) {
        const failed = yield* Effect.flip(post(message(address(kind))))
        tags.push([kind, failed._tag])
      }
      assert.deepStrictEqual(tags, [
        ["later", "MailDeferred"], ["silent", "MailDeferred"], ["cut", "MailDeferred"], ["never", "MailRefused"]
      ])
      assert.strictEqual((yield* Effect.flip(post(message("no address"))))._tag, "MailRefused")
    }))

  it.effect("of a run are tried again where that can help, under one name, and given up where it cannot", () =>
    Effect.gen(function*() {
      const [later, cut, never] = [address("later"), address("cut"), address("never")]
      for (const email of [later, cut, never]) assert.strictEqual((yield* signUp(email)).status, 202)
      const runs = yield* Effect.all([ending(later), ending(cut), ending(never)], { concurrency: 3 })
      assert.deepStrictEqual(runs.map(({ status }) => status), ["completed", "completed", "failed"])
      assert.match(JSON.stringify(runs[2]!.error), /nobody of that name here/)
      assert.strictEqual((yield* to(later)).length, 1)
      const both = yield* to(cut)
      assert.strictEqual(both.length, 2)
      assert.strictEqual(both[0]!.messageId, both[1]!.messageId)
      assert.strictEqual((yield* TestMailServer).offers.get(never), 1)
      for (const { token } of both) {
        const { status } = yield* send("/auth/verify-email", { method: "POST", ...json({ token }) })
        assert.strictEqual(status, token === both[0]!.token ? 200 : 401)
      }
      const held = JSON.stringify(runs) + JSON.stringify(yield* (yield* OwnerSql)`select payload from engine.cluster_messages union all select payload from engine.cluster_replies`)
      for (const { token } of [...yield* to(later), ...both]) {
        assert.strictEqual(token.length, 43)
        assert.notInclude(held, token)
      }
    }))

  it.effect("say who asked, from where, and how long the link is good, in both parts", () =>
    Effect.gen(function*() {
      const email = address("grace")
      yield* signUp(email)
      yield* ending(email)
      const [letter] = yield* to(email)
      for (const part of [letter!.text!, letter!.html!]) {
        assert.include(part, "24 hours")
        assert.match(part, /from the address (127\.0\.0\.1|::ffff:127\.0\.0\.1|::1) \(Firefox on Linux\)/)
        assert.include(part, `/dashboard/verify?token=${letter!.token}`)
        assert.include(part, "If it was not you")
      }
      assert.notInclude(letter!.source, "a ship in port")
    }))

  it.effect("invite to a company, five times an hour at most, and only the last of them is good", () =>
    Effect.gen(function*() {
      const email = address("grace")
      const invite = send("/auth/members", { key: "owner", method: "POST", ...json({ email, role: "member" }) })
      const statuses = []
      for (let n = 0; n < 6; n++) statuses.push((yield* invite).status)
      assert.deepStrictEqual(statuses, [201, 201, 201, 201, 201, 429])
      while ((yield* to(email)).length < 5) yield* Effect.sleep("30 millis")
      const emails = yield* to(email)
      assert.strictEqual(emails[0]!.subject, "Invitation to join acme")
      assert.match(emails[0]!.text!, /^owner of acme invites you to join the company as a member\./)
      const accepted = []
      for (const { token } of emails) {
        const { status } = yield* send("/auth/invitations/accept", {
          method: "POST", ...json({ token, name: "Grace", password: "a ship in port is safe" })
        })
        accepted.push(status)
      }
      assert.deepStrictEqual(accepted.toSorted(), [200, 401, 401, 401, 401])
    }))

  it.effect("tell that two-factor authentication was switched off, and how to go on", () =>
    Effect.gen(function*() {
      const caller = { ...somebody, credential: "session" as const }
      const sql = yield* OwnerSql
      const [account] = yield* sql<{ id: number }>`select id from identity.accounts where email = ${emailOf("viewer")}`
      yield* Tenancy.use((tenancy) => tenancy.transaction(sendEmail({ kind: "two_factors_off", account_id: AccountId.make(account!.id) }))).pipe(
        Effect.provideService(Caller, caller)
      )
      yield* ending(emailOf("viewer"))
      const [letter] = yield* to(emailOf("viewer"))
      assert.strictEqual(letter!.subject, "Two-factor sign-in was switched off")
      assert.include(letter!.text!, "/dashboard")
    }))

  it.effect("have no headers or links that their names would bring", () =>
    Effect.gen(function*() {
      const email = address("grace")
      yield* post(message(email, { subject: "Hello\r\nBcc: victim@other.example\r\n\r\nand a body" }))
      const draft = written(invitation({
        company: "Evil\r\nBcc: victim@other.example\n\n<script>alert(1)</script>",
        invited_by: "You have won: https://evil.example/prize \u202Eecila"
      }), asked)
      yield* post({ ...message(email), ...draft })
      const emails = yield* to(email)
      assert.strictEqual(emails.length, 2)
      for (const { headers, html, text, to } of emails) {
        assert.deepStrictEqual(to, [email])
        assert.notInclude(headers.map(({ key }) => key), "bcc")
        assert.notInclude(html!, "<script>")
        assert.notInclude(text!, "https://evil.example")
        assert.notInclude(text!, "\u202E")
      }
      assert.include(emails[1]!.html!, "&lt;script>")
      assert.include(emails[1]!.subject!, "Invitation to join Evil Bcc: victim@ other. example")
      for (const one of ["a@x.example\r\nBcc: b@x.example", "a@x.example,b@x.example", "<a@x.example>", "a b@x.example"]) {
        assert.strictEqual((yield* signUp(one)).status, 422, one)
      }
    }))

  it.effect("lead to where the service listens, whatever `Host` a stranger sends", () =>
    Effect.gen(function*() {
      const email = address("grace")
      yield* signUp(email)
      yield* ending(email)
      const [{ link } = { link: "" }] = yield* to(email)
      const listening = yield* port
      assert.strictEqual(link, `http://127.0.0.1:${listening}/dashboard/verify?token=`)
      const body = JSON.stringify({ email })
      const hosts = ["evil.example", `evil.example:${listening}`, "localhost:4444", "127.0.0.1:4444", `localhost:${listening}`]
      for (const [turn, host] of hosts.entries()) {
        const { status } = yield* Effect.promise(() => wire(listening, [
          "POST /api/v1/auth/password/reset HTTP/1.1", `Host: ${host}`, "X-Forwarded-Host: evil.example", "Forwarded: host=evil.example",
          "Origin: http://evil.example", "Content-Type: application/json", `Content-Length: ${body.length}`, "Connection: close", "", body
        ].join("\r\n")))
        assert.strictEqual(status, 202)
        while ((yield* to(email)).length < 2 + turn) yield* Effect.sleep("30 millis")
        const reset = (yield* to(email)).at(-1)!
        assert.strictEqual(reset.subject, "Choose a new password")
        assert.strictEqual(reset.link, `http://127.0.0.1:${listening}/dashboard/reset?token=`)
        assert.notMatch(reset.source, /evil\.example|4444/)
      }
    }))
})

const users = { onAuth: ({ password, username }: any, _: unknown, done: any) =>
  password === "let me in" ? done(null, { user: username }) : done(new Error("Invalid username or password")) }

layer(
  TestServerWithMail(
    (port) => `smtp://acme:let%20me%20in@127.0.0.1:${port}?tls.rejectUnauthorized=false`,
    { ...users, authOptional: false, disabledCommands: [] }
  ),
  { excludeTestServices: true }
)("a mail server with a password", (it) => {
  it.effect("takes e-mails from who has it, over STARTTLS", () =>
    Effect.gen(function*() {
      const email = address("grace")
      yield* post(message(email))
      const [letter] = yield* to(email)
      assert.deepStrictEqual([letter!.secure, letter!.user], [true, "acme"])
    }))
})

layer(TestServerWithMail((port) => `smtps://acme:let%20me%20in@127.0.0.1:${port}?tls.rejectUnauthorized=false`, {
  ...users, authOptional: false, secure: true
}), { excludeTestServices: true })("a mail server behind TLS", (it) => {
  it.effect("takes e-mails", () =>
    Effect.gen(function*() {
      const email = address("grace")
      yield* post(message(email))
      const [letter] = yield* to(email)
      assert.deepStrictEqual([letter!.secure, letter!.user], [true, "acme"])
    }))
})

layer(TestServerWithMail((port) => `smtp://acme:wrong@127.0.0.1:${port}`, { ...users, authOptional: false, allowInsecureAuth: true }), {
  excludeTestServices: true
})("a mail server with another password", (it) => {
  it.effect("is the operator's mistake, which can be mended: e-mails wait", () =>
    Effect.gen(function*() {
      const failed = yield* Effect.flip(post(message(address("grace"))))
      assert.strictEqual(failed._tag, "MailDeferred")
      assert.notInclude(failed.reason, "wrong@")
    }))
})

layer(TestServerWithMail((port) => `smtp://acme:let%20me%20in@[::ffff:127.0.0.1]:${port}`, { ...users, allowInsecureAuth: true }), {
  excludeTestServices: true
})("a mail server elsewhere that offers no STARTTLS", (it) => {
  it.effect("is not told the password", () =>
    Effect.gen(function*() {
      const failed = yield* Effect.flip(post(message(address("grace"))))
      assert.strictEqual(failed._tag, "MailDeferred")
      assert.strictEqual((yield* TestMailServer).received.length, 0)
    }))
})

const dataDir = join(tmpdir(), `emails-${crypto.randomUUID()}`)
afterAll(() => rm(dataDir, { recursive: true, force: true }))

layer(TestServerWith({ dataDir }), { excludeTestServices: true })("without a mail server", (it) => {
  it.effect("e-mails lie in a folder of the service's own, marked as not sent, one file for each", () =>
    Effect.gen(function*() {
      const letter = message(address("grace"), { idempotencyKey: "20261121T190500-../../x" })
      const posted = yield* post(letter)
      assert.deepStrictEqual(yield* post(letter), posted)
      const folder = join(dataDir, "mail")
      assert.deepStrictEqual(posted, { how: "written", file: join(folder, "20261121T190500-------x.eml") })
      const [names, source, mode, folderMode] = yield* Effect.promise(async () => {
        const names = await readdir(folder)
        const file = join(folder, names[0]!)
        return [names, await readFile(file, "utf8"), (await stat(file)).mode & 0o777, (await stat(folder)).mode & 0o777] as const
      })
      assert.deepStrictEqual([names.length, mode, folderMode], [1, 0o600, 0o700])
      const found = yield* Effect.promise(() => read(source))
      assert.deepStrictEqual([found.to[0], found.subject], [letter.to, "Hello"])
      assert.strictEqual(found.headers.find(({ key }) => key === "x-not-sent")?.value, "SMTP_URL is not set")
    }))
})
