import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { HttpServer } from "effect/http"
import { TestMailServer, TestServerWithMail } from "../auth/mail-server.ts"
import { OwnerSql } from "../support/database.ts"
import { port, wire } from "../support/wire.ts"
import { emailTo, settled } from "./emailing.ts"

const ask = (url: string, init: RequestInit = {}) =>
  Effect.promise(async () => {
    const response = await fetch(url, { ...init, redirect: "manual" })
    return { status: response.status, text: await response.text() }
  })

const oneClick = { method: "POST", headers: { "content-type": "application/x-www-form-urlencoded" }, body: "List-Unsubscribe=One-Click" }

/** The link of the last e-mail to an address, as its headers tell it. */
const linkTo = (email: string) =>
  Effect.map(TestMailServer, ({ received }) => {
    const { headers, html, text } = received.findLast(({ envelope }) => envelope.to.includes(email))!
    const of = (name: string) => headers.find(({ key }) => key === name)?.value
    const link = /^<(.*)>$/.exec(of("list-unsubscribe") ?? "")![1]!
    assert.strictEqual(of("list-unsubscribe-post"), "List-Unsubscribe=One-Click")
    assert.include(text!, link)
    assert.include(html!, link)
    return link
  })

layer(TestServerWithMail((port) => `smtp://127.0.0.1:${port}`), { excludeTestServices: true })("an opt-out", (it) => {
  it.effect("is one click of a mail program, ends what is not transactional in one company, and leaves a receipt", () =>
    Effect.gen(function*() {
      const sql = yield* OwnerSql
      const address = "reader@navy.example"
      yield* settled((yield* emailTo(address, { news: true })).id)
      const link = yield* linkTo(address)
      const shown = yield* ask(link)
      assert.strictEqual(shown.status, 200)
      assert.include(shown.text, address)
      assert.strictEqual((yield* settled((yield* emailTo(address, { news: true })).id)).state, "sent", "a look opts nobody out")

      for (let turn = 0; turn < 2; turn++) assert.strictEqual((yield* ask(link, oneClick)).status, 200)
      assert.deepStrictEqual(yield* sql`select reason from email_suppressions where address = address_digest(1, ${address})`, [{ reason: "unsubscribed" }])
      assert.strictEqual((yield* emailTo(address, { news: true })).state, "suppressed")
      assert.strictEqual((yield* settled((yield* emailTo(address)).id)).state, "sent")
      assert.strictEqual((yield* settled((yield* emailTo(address, { news: true, company: "bolt" })).id, "bolt")).state, "sent")
      const receipts = yield* sql<{ n: number }>`select count(*)::int as n from receipts where verb = 'unsubscribe' and company_id = 1`
      assert.strictEqual(receipts[0]!.n, 1)
    }))

  it.effect("takes a link of ours: of another company, with another name, or cut off it is none", () =>
    Effect.gen(function*() {
      const address = "other@navy.example"
      yield* settled((yield* emailTo(address, { news: true })).id)
      const link = yield* linkTo(address)
      const base = yield* HttpServer.addressFormattedWith(Effect.succeed)
      const [company, reference, signature] = link.slice(link.lastIndexOf("/") + 1).split(".")
      const other = (text: string) => (text.startsWith("A") ? "B" : "A") + text.slice(1)
      for (const token of [
        `2.${reference}.${signature}`, `${company}.${other(reference!)}.${signature}`, `${company}.${reference}.${other(signature!)}`, `${company}.${reference}`,
        `${company}.${reference}.`, "x", `${company}.${reference}.${signature}x`, encodeURIComponent("1.'; drop table emails; --.x"), "%00"
      ]) {
        for (const init of [{}, oneClick]) {
          const { status } = yield* ask(`${base}/unsubscribe/${token}`, init)
          assert.include([400, 404], status, token)
        }
      }
      // As it is: clients make another address of it.
      for (const method of ["GET", "POST"]) {
        const bytes = `${method} /unsubscribe/.. HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`
        const listening = yield* port
        assert.include([400, 404], (yield* Effect.promise(() => wire(listening, bytes))).status, method)
      }
      assert.strictEqual((yield* ask(link)).status, 200)
      assert.strictEqual((yield* emailTo(address, { news: true })).state, "queued")
    }))
})
