import { cpSync, mkdtempSync, renameSync, rmSync, utimesSync } from "node:fs"
import { join } from "node:path"
import { assert, layer } from "@effect/vitest"
import { Context, Effect, Layer } from "effect"
import { SHIPPED } from "#layers/content/read-content"
import { ask, home, migratedHome, run, serve, type Service } from "../process/service.ts"
import { DENTAL, plans, put, says, ways } from "./content-ways.ts"
import { eventually } from "../support/eventually.ts"

class Running extends Context.Service<Running, { readonly service: Service; readonly own: string }>()("test/Running") {
  static readonly layer = Layer.effect(Running, Effect.gen(function*() {
    const base = yield* migratedHome
    const own = join(base, "content")
    put(own, "plans.json", plans((all) => all[0].price.monthly = 31))
    return { own, service: yield* serve({ DATA_DIR: base, CONTENT_DIR: own, PUBLIC_RATE_LIMIT: "1000000" }) }
  }))
}

const priceOf = (service: Service) =>
  Effect.map(
    ask(service, "/api/mcp", { method: "POST", body: JSON.stringify({ type: "call_tool", tool: "get_pricing", arguments: { plan: "starter" } }) }),
    ({ json }) => json.data.plans[0].price.monthly as number
  )

const told = ({ said }: Service, level: string): ReadonlyArray<string> =>
  said.out.split("\n").filter((line) => line.startsWith("{") && line.endsWith("}")).map((line) => JSON.parse(line))
    .filter((line) => line.level === level && line.msg.includes("content pack")).map(({ msg }) => msg)

/** Looks until it is so. */
const until = (what: string, isSo: () => boolean | Effect.Effect<boolean>) =>
  eventually(Effect.suspend(() => {
    const so = isSo()
    return typeof so === "boolean" ? Effect.succeed({ what, so }) : Effect.map(so, (so) => ({ what, so }))
  }), ({ so }) => so, 20_000)

layer(Running.layer, { excludeTestServices: true })("a running service", (it) => {
  it.effect("keeps the pack it has while the folder is no good, says why once, and takes up what was mended", () =>
    Effect.gen(function*() {
      const { own, service } = yield* Running
      assert.strictEqual(yield* priceOf(service), 31)

      const at = (how: string) => ways.find(([name]) => name === how)!
      const broken = ["a price is negative", "a blank is none", "a file is misnamed", "a template is no JSON file"].map(at)
      for (const [, file, content] of broken) put(own, file, content)
      yield* until("the broken files are told", () => told(service, "error").length === 1)
      for (const [, , , line] of broken) says(told(service, "error")[0]!, line)
      assert.strictEqual(yield* priceOf(service), 31)
      utimesSync(join(own, "plans.json"), 1, 1)
      yield* Effect.sleep("7 seconds")
      assert.lengthOf(told(service, "error"), 1)

      renameSync(own, `${own}-away`)
      yield* until("the missing folder is told", () => told(service, "error").length === 2)
      says(told(service, "error")[1]!, `${own}: it cannot be read: it is not there`)
      assert.strictEqual(yield* priceOf(service), 31)

      rmSync(`${own}-away`, { recursive: true })
      const next = mkdtempSync(`${own}-next`)
      put(next, "plans.json", plans((all) => all[0].price.monthly = 37))
      cpSync(join(SHIPPED, DENTAL), join(next, DENTAL))
      renameSync(next, own)
      yield* until("the mended pack is in use", () => Effect.map(priceOf(service), (price) => price === 37))
      yield* until("that is told", () => told(service, "info").length === 1)

      put(own, "plans.json", ways[0]![2])
      yield* until("the same place broken otherwise is told", () => told(service, "error").length === 3)
      put(own, "plans.json", plans((all) => all[0].price.monthly = 41))
      yield* until("it is mended again", () => Effect.map(priceOf(service), (price) => price === 41))
      assert.lengthOf(told(service, "error"), 3)
    }))

  it.effect("does not start with a pack that is no good", () =>
    Effect.gen(function*() {
      const base = yield* home
      put(join(base, "content"), "plans.json", ways[0]![2])
      const { code, err, out } = yield* run(["serve"], { DATA_DIR: join(base, "data"), CONTENT_DIR: join(base, "content") })
      assert.deepStrictEqual([code, out], [1, ""])
      assert.strictEqual(err, `The content pack with the files of ${join(base, "content")} is not usable:\n${ways[0]![3] as string}\n`)
    }))
})
