import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { webClient } from "../../dashboard/web-client.ts"
import { providerServer } from "../../providers/provider-server.ts"
import { OwnerSql } from "../../support/database.ts"
import { eventually } from "../../support/eventually.ts"
import { send, TWILIO_SID } from "../../support/test-server.ts"
import { hand, ownNumber, read, somePhone, TextingServerWith, Twilio } from "./texting.ts"

const OWN = "+12025550100"
const MIB = 1_048_576
const GIF = Buffer.from("GIF89a\x01\0\x01\0\0\0\0;", "latin1")
const VCARD = Buffer.from("BEGIN:VCARD\r\nFN:Grace\r\nEND:VCARD\r\n")

const address = (id: string) => `https://api.twilio.com/2010-04-01/Accounts/${TWILIO_SID}/Messages/MMone/Media/${id}`

/** A text with these files comes in; answers with it once nothing of it is on its way. */
const received = Effect.fnUntraced(function*(sid: string, files: ReadonlyArray<readonly [url: string, type: string]>) {
  const From = somePhone()
  const fields = {
    MessageSid: sid, From, To: OWN, Body: "Look at this", NumMedia: String(files.length),
    ...Object.fromEntries(files.flatMap(([url, type], n) => [[`MediaUrl${n}`, url], [`MediaContentType${n}`, type]]))
  }
  const answers = yield* Effect.all(Array.from({ length: 5 }, () => hand(fields)), { concurrency: "unbounded" })
  assert.deepStrictEqual(answers.map(({ status }) => status), [202, 202, 202, 202, 202])
  return yield* eventually(Effect.map(read(`/sms/messages?from_phone=${encodeURIComponent(From)}`), ({ items }) => items[0]), (text: any) =>
    text !== undefined && text.media.every(({ state }: any) => state !== "fetching"))
})

layer(TextingServerWith({ webhookAllowHosts: ["127.0.0.1"] }), { excludeTestServices: true })("files that come with a text", (it) => {
  it.effect("are fetched once with the account's authorization, which goes nowhere else, and are what their bytes are", () =>
    Effect.gen(function*() {
      yield* ownNumber("acme", OWN)
      const { asked, fail, media } = yield* Twilio
      const elsewhere = yield* providerServer(() => ({ status: 200, headers: { "content-type": "image/jpeg" }, body: GIF }))
      media.set("MEpicture", `${elsewhere.url}/signed/picture`)
      media.set("MEcard", VCARD)
      media.set("MEpage", Buffer.from("<html><script>alert(1)</script></html>"))
      fail("broken", 1, ({ path }) => path.endsWith("/MEcard"))
      const text = yield* received("MMone", [[address("MEpicture"), "image/jpeg"], [address("MEcard"), "text/vcard"], [address("MEpage"), "image/png"]])
      const url = (n: number) => `/api/v1/sms/messages/${text.id}/media/${n}`
      assert.deepStrictEqual(text.media, [
        { url: url(1), type: "image/gif", state: "stored", bytes: GIF.length, problem: null },
        { url: url(2), type: "application/octet-stream", state: "stored", bytes: VCARD.length, problem: null },
        { url: url(3), type: "application/octet-stream", state: "stored", bytes: 38, problem: null }
      ])
      const fetches = (id: string) => asked.filter(({ path }) => path.endsWith(`/Messages/MMone/Media/${id}`)).length
      assert.deepStrictEqual([fetches("MEpicture"), fetches("MEcard"), fetches("MEpage")], [1, 2, 1])
      assert.deepStrictEqual(elsewhere.asked.map(({ headers, path }) => [path, headers.authorization]), [["/signed/picture", undefined]])

      const { headers, status, text: bytes } = yield* send(`/sms/messages/${text.id}/media/1`, { key: "acme" })
      assert.deepStrictEqual([status, headers.get("content-type"), bytes.slice(0, 6)], [200, "image/gif", "GIF89a"])
      assert.strictEqual((yield* send(`/sms/messages/${text.id}/media/2`, { key: "acme", headers: { range: "bytes=0-4" } })).text, "BEGIN")
      assert.strictEqual((yield* send(`/sms/messages/${text.id}/media/4`, { key: "acme" })).status, 404)
      for (const key of ["bolt", "acmeTest"] as const) assert.strictEqual((yield* send(`/sms/messages/${text.id}/media/1`, { key })).status, 404)

      const browser = yield* webClient()
      yield* browser.signIn("acme")
      const page = yield* browser.get(`/dashboard/texts/${text.thread_id}`)
      const shown = `/dashboard/texts/${text.thread_id}/media/${text.id}`
      assert.include(page.text, `<img src="${shown}/1"`)
      assert.include(page.text, `<a href="${shown}/3">application/octet-stream`)
      assert.include((yield* browser.get(`${shown}/1`)).text, "GIF89a")
      const saved = yield* browser.get(`${shown}/3`)
      assert.match(saved.headers.get("content-disposition")!, /^attachment/u)
      assert.match(saved.headers.get("content-security-policy")!, /sandbox/u)
      assert.deepStrictEqual((yield* read(`/sms/threads/${text.thread_id}`)).messages[0].media, text.media)
    }))

  it.effect("that are too large, gone, or at addresses of our own network are not kept, each with its reason", () =>
    Effect.gen(function*() {
      const { media } = yield* Twilio
      media.set("MElarge", Buffer.alloc(10 * MIB + 1))
      media.set("MEinside", "http://10.0.0.7/latest/meta-data")
      media.set("MEempty", Buffer.alloc(0))
      const text = yield* received("MMtwo", [
        [address("MElarge"), "video/mp4"], [address("MEgone"), "image/jpeg"], [address("MEinside"), "image/jpeg"], [address("MEempty"), "image/jpeg"],
        ["http://169.254.169.254/x", "image/jpeg"]
      ])
      const problems = text.media.map(({ problem, state }: any) => `${state}: ${problem}`)
      assert.deepStrictEqual(problems.slice(0, 2), ["failed: It is larger than 10 MiB.", "failed: The requested resource was not found"])
      assert.strictEqual(problems[3], "failed: It is empty.")
      for (const n of [2, 4]) assert.match(problems[n], /^failed: .*(?:public|private|not allowed)/iu)
      assert.strictEqual((yield* send(`/sms/messages/${text.id}/media/1`, { key: "acme" })).status, 404)
      const sql = yield* OwnerSql
      assert.lengthOf(yield* sql`select from workflow_runs where workflow = 'messages.text_media'`, 2)
    }))
})
