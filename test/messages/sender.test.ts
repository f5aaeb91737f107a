import { generateKeyPairSync, verify } from "node:crypto"
import { assert, layer } from "@effect/vitest"
import { Context, Effect, Layer, Option, Redacted } from "effect"
import { NameServers } from "#layers/network/names"
import { type MailServer, mailServer, TestMailServer } from "../auth/mail-server.ts"
import { OwnerSql } from "../support/database.ts"
import { eventually } from "../support/eventually.ts"
import { send, TestServerWith } from "../support/test-server.ts"
import { nameServer } from "../webhooks/name-server.ts"
import { emailTo, settings, settled } from "./emailing.ts"

/** What the name server says, by name; the tests write it. */
class Records extends Context.Service<Records, Map<string, ReadonlyArray<string>>>()("test/Records") {}

const Server = Layer.unwrap(Effect.gen(function*() {
  const records = new Map<string, ReadonlyArray<string>>()
  const names = yield* nameServer((name) => (records.get(name) ?? []).map((txt) => ({ txt })))
  const mail = yield* mailServer()
  return TestServerWith({ smtpUrl: Option.some(Redacted.make(`smtp://127.0.0.1:${mail.port}`)), mailFrom: "Acme <post@acme.example>" }).pipe(
    Layer.provide(Layer.succeed(NameServers, [names.address])),
    Layer.provideMerge(Layer.mergeAll(Layer.succeed(Records, records), Layer.succeed(TestMailServer, mail)))
  )
}))

const last = Effect.map(TestMailServer, ({ received }) => received.at(-1)!)

const domain = Effect.map(send("/company/settings", { key: "acme" }), ({ json }) => json.email_domain)

/** Whether the signature of an e-mail holds, by the key of a DKIM record: headers and body relaxed (RFC 6376). */
const isSigned = ({ source }: MailServer["received"][number], record: string) => {
  const key = Buffer.from(/p=([^;]+)/.exec(record)![1]!, "base64")
  const [head = "", ...rest] = source.split("\r\n\r\n")
  const fields = head.split(/\r\n(?![ \t])/).map((field) => [field.slice(0, field.indexOf(":")).toLowerCase(), field] as const)
  const relaxed = (field: string) => {
    const value = field.slice(field.indexOf(":") + 1).replace(/\r\n/g, "").replace(/[ \t]+/g, " ").trim()
    return `${field.slice(0, field.indexOf(":")).toLowerCase().trim()}:${value}`
  }
  const own = fields.find(([name]) => name === "dkim-signature")![1]
  const signed = /[ ;]h=([^;]+)/.exec(own.replace(/\s+/g, ""))?.[1] ?? /h=([^;]+)/.exec(own.replace(/\s+/g, ""))![1]!
  const text = signed.split(":").flatMap((name) => {
    const found = fields.findLast(([one]) => one === name.toLowerCase())
    return found === undefined ? [] : [relaxed(found[1])]
  })
  const signature = Buffer.from(/;b=([^;]+)/.exec(own.replace(/\s+/g, ""))![1]!, "base64")
  const unsigned = relaxed(own).replace(/(; ?b=)[^;]*/, "$1")
  void rest
  return verify("rsa-sha256", Buffer.from([...text, unsigned].join("\r\n")), { key, format: "der", type: "spki" }, signature)
}

layer(Server, { excludeTestServices: true })("the sender of e-mails to customers", (it) => {
  it.effect("is ours with the company's name, until its own domain says otherwise; then the company's, signed", () =>
    Effect.gen(function*() {
      const records = yield* Records
      const sql = yield* OwnerSql
      assert.strictEqual((yield* settings({ name: "Juniper", contact_email: "hello@juniper.test", email_from: "Post@Juniper.test" })).status, 200)
      const asked = yield* eventually(domain, (found) => found?.checked_at !== null && found !== null)
      assert.deepStrictEqual([asked.domain, asked.verified, asked.records.map(({ found }: any) => found)], ["juniper.test", false, [false, false]])
      const [spf, dkim] = asked.records
      assert.deepStrictEqual([spf.name, spf.value], ["juniper.test", "v=spf1 include:acme.example ~all"])
      assert.match(dkim.name, /^s1-[a-z0-9]{6}\._domainkey\.juniper\.test$/)

      yield* settled((yield* emailTo("a@navy.example")).id)
      const before = yield* last
      assert.deepStrictEqual([before.from, before.headers.find(({ key }) => key === "reply-to")?.value], ["post@acme.example", "hello@juniper.test"])
      assert.notInclude(before.headers.map(({ key }) => key), "dkim-signature")

      const { publicKey } = generateKeyPairSync("rsa", { modulusLength: 1024 })
      const foreign = publicKey.export({ type: "spki", format: "der" }).toString("base64")
      const wrong: ReadonlyArray<readonly [ReadonlyArray<string>, string]> = [
        [["v=spf1 include:other.example -all"], dkim.value], [["v=spf1 include:acme.example -all", "v=spf1 -all"], dkim.value],
        [["spf include:acme.example"], dkim.value], [["v=spf1 include:acme.example.evil.example ~all"], dkim.value],
        [[spf.value], `v=DKIM1; k=rsa; p=${foreign}`], [[spf.value], "v=DKIM1; p="]
      ]
      for (const [texts, key] of wrong) {
        records.set("juniper.test", texts).set(dkim.name, [key])
        const since = (yield* domain).checked_at
        yield* settings({ email_from: "post@juniper.test" })
        assert.isFalse((yield* eventually(domain, (found) => found.checked_at !== null && found.checked_at !== since)).verified, JSON.stringify(texts))
      }

      records.set("juniper.test", ["google-site-verification=x", "v=spf1 include:_spf.other.example include:acme.example ~all"]).set(dkim.name, ["something else", dkim.value.replace("p=", "p= ")])
      yield* settings({ email_from: "post@juniper.test" })
      yield* eventually(domain, (found) => found.verified)
      const sent = yield* settled((yield* emailTo("b@navy.example")).id)
      assert.deepStrictEqual([sent.sender, sent.reply_to], ["post@juniper.test", "hello@juniper.test"])
      const after = yield* last
      assert.deepStrictEqual([after.from, after.envelope.from], ["post@juniper.test", "post@acme.example"])
      assert.match(after.headers.find(({ key }) => key === "dkim-signature")!.value, /d=juniper\.test;/)
      assert.isTrue(isSigned(after, dkim.value))
      const kept = yield* sql<{ private_key: string }>`select private_key from email_keys`
      assert.match(kept[0]!.private_key, /^v1\./)

      /* A day later the record is gone: nothing is sent that nobody would believe. */
      records.delete(dkim.name)
      yield* sql`update companies set email_domain = jsonb_set(email_domain, '{checked_at}', '"2020-01-01T00:00:00.000Z"') where id = 1`
      assert.strictEqual((yield* settled((yield* emailTo("c@navy.example")).id)).sender, "post@acme.example")

      yield* settings({ email_from: null })
      assert.isNull(yield* domain)
    }))
})
