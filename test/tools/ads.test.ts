import { assert, describe, layer } from "@effect/vitest"
import { Effect } from "effect"
import { currentContent } from "#layers/content/content-store"
import { filledLength } from "#schemas/content/ads"
import { inconsistencies } from "#schemas/content/consistency"
import { benchmarkIndustries } from "#schemas/content/industry"
import type { Content } from "#schemas/content/content"
import { TestServer } from "../support/test-server.ts"
import { resultOf } from "./asking.ts"

const textsOf = (data: any): ReadonlyArray<{ channel: string; goal: string; field: string; text: string; most: number }> =>
  data.channels.flatMap(({ channel, fields, templates }: any) =>
    templates.flatMap(({ goal, texts }: any) =>
      texts.map(({ field, text }: any) => ({
        channel, goal, field, text, most: fields.find((one: any) => one.field === field).most_characters
      }))))

layer(TestServer, { excludeTestServices: true })("ad templates", (it) => {
  it.effect("of each industry with benchmarks have a hook of its own and fit the channels with their blanks filled in", () =>
    Effect.gen(function*() {
      const hooks = new Set<string>()
      for (const industry of benchmarkIndustries) {
        const { data } = yield* resultOf("get_ad_templates", { industry })
        hooks.add(data.hook)
        const texts = textsOf(data)
        assert.strictEqual(new Set(texts.map(({ channel, goal }) => `${channel} ${goal}`)).size, 24)
        for (const { channel, field, most, text } of texts) {
          assert.isAtMost(filledLength(text), most, `${industry} ${channel} ${field}: ${text}`)
          assert.notMatch(text, /[\d%$€£]/u)
        }
        assert.sameMembers(data.blanks, [...new Set(texts.flatMap(({ text }) => [...text.matchAll(/\{\{(\w+)\}\}/gu)].map(([, name]) => name)))])
        assert.isTrue(texts.some(({ channel, text }) => channel === "google_ads" && text === data.hook))
      }
      assert.strictEqual(hooks.size, benchmarkIndustries.length)
    }))

  it.effect("are those of the channel and the goal that were asked for", () =>
    Effect.gen(function*() {
      const { data } = yield* resultOf("get_ad_templates", { industry: "dentist", channel: "sms", goal: "retention" })
      assert.deepStrictEqual(textsOf(data).map(({ channel, goal }) => [channel, goal]), [["sms", "retention"]])
      assert.include(textsOf(data)[0]!.text, "Reply STOP")
      const mail = (yield* resultOf("get_ad_templates", { industry: "dentist", channel: "email", goal: "leads" })).data
      assert.include(textsOf(mail).find(({ field }) => field === "body")!.text, "{{unsubscribe_link}}")
      const video = (yield* resultOf("get_ad_templates", { industry: "dentist", channel: "tiktok", goal: "leads" })).data
      assert.isString(video.channels[0].templates[0].scene)
    }))

  it.effect("of an industry without benchmarks are those of businesses that sell as it does", () =>
    Effect.gen(function*() {
      const { data } = yield* resultOf("get_ad_templates", { industry: "orthodontist", channel: "google_ads", goal: "leads" })
      assert.notProperty(data, "hook")
      assert.isTrue(textsOf(data).some(({ text }) => text === "Book your first visit"))
      assert.strictEqual((yield* resultOf("get_ad_templates", { industry: "pizzeria", channel: "bing" })).status, 422)
      assert.strictEqual((yield* resultOf("get_ad_templates", { industry: "zzzz" })).status, 422)
    }))
})

layer(TestServer, { excludeTestServices: true })("ad benchmarks", (it) => {
  it.effect("are there for every industry and channel, each figure better than the one before", () =>
    Effect.gen(function*() {
      for (const industry of benchmarkIndustries) {
        const { data } = yield* resultOf("get_ad_benchmarks", { industry })
        assert.deepStrictEqual(data.channels.map(({ channel }: any) => channel), ["google_ads", "facebook", "instagram", "email"])
        for (const { metrics, provenance } of data.channels) {
          assert.deepInclude(provenance, { source: "illustrative" })
          for (const { average, better, top_10, top_25 } of metrics) {
            assert.isTrue(better === "higher" ? average < top_25 && top_25 < top_10 : average > top_25 && top_25 > top_10)
          }
        }
      }
      const { data } = yield* resultOf("get_ad_benchmarks", { industry: "vet", channel: "email" })
      assert.deepStrictEqual(data.channels.flatMap(({ metrics }: any) => metrics.map(({ metric }: any) => metric)), ["open_rate", "click_rate"])
    }))

  it.effect("are not made up for other industries: the closest that has them is named", () =>
    Effect.gen(function*() {
      const { error, status } = yield* resultOf("get_ad_benchmarks", { industry: "pizzeria", channel: "email" })
      assert.strictEqual(status, 422)
      assert.include(error.hint, "\"restaurant\"")
      assert.include(error.hint, "\"email\"")
    }))
})

describe("content whose ads do not fit together", () => {
  layer(TestServer, { excludeTestServices: true })((it) => {
    it.effect("is refused with the place and the reason", () =>
      Effect.gen(function*() {
        const content = yield* currentContent
        const with_ = (change: (ads: any) => void) => {
          const ads = structuredClone(content.ads)
          change(ads)
          return inconsistencies({ ...content, ads } as Content).map(({ file, path, reason }) => `${file} ${path} ${reason}`)
        }
        assert.deepStrictEqual(with_(() => {}), [])
        assert.match(with_((ads) => void (ads.hooks.dental.headline = "A headline that is too long for any of them"))[0]!, /^ads\.json hooks\.dental a headline for google_ads has 43 characters/u)
        assert.match(with_((ads) => void (ads.groups[2].goals.sales.sms = "Comme ça"))[0]!, /groups\[2\]\.goals\.sales\.sms .*alphabet/u)
        assert.match(with_((ads) => void (ads.otherwise = "nobody"))[0]!, /otherwise there is no group "nobody"/u)
        assert.match(with_((ads) => void ads.groups[1].sectors.push("retail"))[0]!, /sector "retail" already stands at/u)
      }))
  })
})
