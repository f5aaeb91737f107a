import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { Tenancy } from "#layers/kernel/tenancy"
import { MediaFiles } from "#layers/website/media"
import { MediaUses } from "#layers/website/media-uses"
import { CompanyId, KeyId } from "#schemas/kernel/ids"
import { Caller } from "#schemas/kernel/tenancy"
import { MediaId } from "#schemas/website/ids"
import { mediaQuotas } from "#schemas/website/media"
import { OwnerSql } from "../../support/database.ts"
import { companyIds, json, send, TestServer } from "../../support/test-server.ts"
import { upload, uploaded } from "./files.ts"

const caller = Caller.of({
  company_id: CompanyId.make(companyIds.acme), key_id: KeyId.make(1), credential: "key", scopes: new Set(), tier: "enterprise", mode: "live",
  standing: new Map()
})

const written = <A, E, R>(work: Effect.Effect<A, E, R>) =>
  Tenancy.use(({ transaction }) => Effect.provideService(transaction(work), Caller, caller))

const svg = (side: number) => `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${side} ${side}"><rect width="${side}" height="${side}"/></svg>`

layer(TestServer, { excludeTestServices: true })("media that are used", (it) => {
  it.effect("cannot be deleted, and say where they are used", () =>
    Effect.gen(function*() {
      const uses = yield* MediaUses
      const one = (yield* uploaded({ content: svg(8), name: "one.svg" })).id as MediaId
      const two = (yield* uploaded({ content: svg(9), name: "two.svg", fields: { decorative: "true" } })).id as MediaId
      const foreign = (yield* uploaded({ key: "bolt", content: svg(8), name: "three.svg" })).id as MediaId
      yield* written(uses.set("page", 42, "draft", [two, one, one]))
      yield* written(uses.set("page", 42, "published", [one]))
      yield* written(uses.set("site", 0, "published", [one]))
      const shown = yield* send(`/cms/media/${one}`, { key: "acme" })
      assert.deepStrictEqual(shown.json.uses, [
        { kind: "page", document_id: 42, place: "draft" }, { kind: "page", document_id: 42, place: "published" }, { kind: "site", document_id: 0, place: "published" }
      ])
      const refused = yield* send(`/cms/media/${one}`, { key: "acme", method: "DELETE" })
      assert.strictEqual(refused.status, 409)
      assert.strictEqual(refused.json.message,
        `The media file ${one} is used: by the draft of page 42, by the page 42, by the site's settings (published). Take it out there first.`)
      assert.deepStrictEqual(refused.json.details[1].received, { kind: "page", document_id: 42, place: "published" })
      const { json: found } = yield* send("/cms/media?used=true&sort=id", { key: "acme" })
      assert.deepStrictEqual(found.items.map(({ id }: any) => id), [one, two])
      const files = yield* MediaFiles
      assert.deepStrictEqual((yield* written(files.undescribed([one, two]))).map(({ id }) => id), [one])
      yield* send(`/cms/media/${one}`, { key: "acme", method: "PATCH", ...json({ alt: "A square" }) })
      assert.deepStrictEqual(yield* written(files.undescribed([one, two])), [])

      const missing = yield* Effect.flip(written(uses.set("page", 42, "draft", [foreign, one])))
      assert.strictEqual(missing.details![0]!.received, foreign)
      yield* written(uses.set("page", 42, "draft", []))
      yield* written(uses.set("page", 42, "published", []))
      assert.strictEqual((yield* send(`/cms/media/${one}`, { key: "acme", method: "DELETE" })).status, 409)
      yield* written(uses.set("site", 0, "published", [two]))
      assert.strictEqual((yield* send(`/cms/media/${one}`, { key: "acme", method: "DELETE" })).status, 200)
      assert.strictEqual((yield* send(`/cms/media/${two}`, { key: "acme", method: "DELETE" })).status, 409)
    }))

  it.effect("a company keeps as much as its tier has", () =>
    Effect.gen(function*() {
      const sql = yield* OwnerSql
      const first = yield* uploaded({ key: "starter", content: svg(10), name: "first.svg" })
      yield* sql`update media set bytes = ${mediaQuotas.starter - 1_000} where company_id = ${companyIds.cheap}`
      const pdf = `%PDF-1.7\n${"1 0 obj\n".repeat(200)}`
      const refused = yield* upload({ key: "starter", content: pdf, name: "menu.pdf" })
      assert.deepStrictEqual([refused.status, refused.json.details], [409, [{ field: "file", error: "1000 bytes are left", received: pdf.length }]])
      assert.match(refused.json.message, /Of the 1 GiB of media that the tier starter has/u)
      assert.strictEqual((yield* upload({ key: "starter", content: svg(11), name: "second.svg" })).status, 201)
      assert.strictEqual((yield* upload({ key: "starter", content: svg(10), name: "first.svg" })).json.id, first.id)
      assert.deepStrictEqual(yield* sql`select 1 from uploads where company_id = ${companyIds.cheap} and not claimed`, [])
    }))
})
