import { assert, it } from "@effect/vitest"
import { Effect } from "effect"
import type { Operation } from "#schemas/kernel/catalog"
import { json, send, TestServerWith } from "../support/test-server.ts"
import { catalog, exampleOf } from "./examples.ts"
import { probeVisitors, type Visit } from "./visitor-probes.ts"

/** How a test gets what a path with a token names, by operation: a category that has such a path adds a line. */
const tokenOf: Readonly<Record<string, (visit: Visit) => Effect.Effect<string>>> = {}

/** What the path of an operation names, made by the visitor where visitors can make it. */
const paramsOf = Effect.fnUntraced(function*(entry: Operation, visit: Visit, headers: Readonly<Record<string, string>>) {
  if (!entry.path.includes("/:")) return {}
  if (visit.way === "token") return { token: yield* tokenOf[entry.name]!(visit) }
  const creator = catalog.find(({ method, path, visitors }) =>
    method === "POST" && path === entry.path.slice(0, entry.path.indexOf("/:")) && visitors.includes(visit.way))
  if (creator === undefined) return {}
  const { payload } = yield* exampleOf(creator, "acme")
  return { id: (yield* send(creator.path, { method: "POST", headers, ...json(payload) })).json.id }
})

probeVisitors({ server: TestServerWith, catalog, paramsOf })

it("says of each path with a token how a test gets one", () => {
  const withToken = catalog.filter(({ visitors }) => visitors.includes("token")).map(({ name }) => name)
  assert.sameMembers(Object.keys(tokenOf), withToken)
})
