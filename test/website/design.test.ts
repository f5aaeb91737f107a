import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { defaultDesign } from "#schemas/website/design"
import { TestServer } from "../support/test-server.ts"
import { call, done, faults } from "./calling.ts"

const withLight = (colors: object) => ({ ...defaultDesign, colors: { ...defaultDesign.colors, light: { ...defaultDesign.colors.light, ...colors } } })

layer(TestServer, { excludeTestServices: true })("the design of a site", (it) => {
  it.effect("is one that can be read before anybody chose, and then the company's", () =>
    Effect.gen(function*() {
      assert.deepStrictEqual(yield* done("GET", "/design"), defaultDesign as any)
      const own = { ...withLight({ accent: "#1a4f8a" }), font: "humanist", radius: "large" }
      assert.deepStrictEqual(yield* done("PUT", "/design", own), own)
      assert.deepStrictEqual(yield* done("GET", "/design", undefined, "acmeTest"), own)
      assert.deepStrictEqual(yield* done("GET", "/design", undefined, "bolt"), defaultDesign as any)
      yield* done("PATCH", "/settings", { tagline: "Kept beside it" })
      assert.deepStrictEqual(yield* done("GET", "/design"), own)
    }))

  it.effect("is refused where some people could not read it, with the pair and its contrast", () =>
    Effect.gen(function*() {
      const before = yield* done("GET", "/design")
      const found = yield* faults("PUT", "/design", withLight({ muted: "#a8a8a8" }))
      assert.deepStrictEqual(found.map(([field]) => field), ["colors.light.muted", "colors.light.muted"])
      assert.match(found[0]![1], /^muted #a8a8a8 on background #fdfcfa has a contrast of 2\.\d+ to 1: it needs at least 4\.5 to 1/u)
      assert.isNotEmpty(yield* faults("PUT", "/design", { ...defaultDesign, font: "url(//evil.test)" }))
      assert.isNotEmpty(yield* faults("PUT", "/design", withLight({ text: "red;}body{display:none" })))
      assert.deepStrictEqual(yield* done("GET", "/design"), before)
    }))

  it.effect("is set from the tier builder on", () =>
    Effect.gen(function*() {
      assert.strictEqual((yield* call("PUT", "/design", defaultDesign, "starter")).status, 403)
      assert.strictEqual((yield* call("GET", "/design", undefined, "starter")).status, 200)
    }))
})
