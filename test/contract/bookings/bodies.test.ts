import { layer } from "@effect/vitest"
import { Effect } from "effect"
import { bodyProbes } from "../body-probes.ts"
import { exampleOf } from "../examples.ts"
import { declare } from "../shape.ts"
import { Api, catalog, Server } from "./server.ts"
import { publishable } from "./visiting.ts"

declare(Api)

const probes = bodyProbes(catalog, (entry) =>
  Effect.gen(function*() {
    return { call: yield* exampleOf(entry, "acme"), headers: (yield* publishable("acme", "live")).headers }
  }))

layer(Server(), { excludeTestServices: true })("bodies of a category that is open to visitors", (it) => {
  for (const { entry, run, what } of probes) it.effect(`${entry.name} ${what}`, () => run, 120_000)
})
