import { assert, describe, it } from "@effect/vitest"
import { Context, Effect, Exit, Layer, Scope } from "effect"
import { HttpServer } from "effect/http"
import { goal } from "../support/goals.ts"
import { at } from "../support/test-server.ts"
import { begin, modernRequest } from "./asking.ts"
import { FIXTURE, FixtureServerWith } from "./fixture-server.ts"

const GRACE_MS = 20_000

describe("a server that is left", () => {
  it.live("does not wait for those who only listen", () =>
    Effect.gen(function*() {
      const scope = yield* Scope.make()
      const server = yield* Layer.buildWithScope(FixtureServerWith({ shutdownGrace: GRACE_MS }), scope)
      const base = yield* at(server as Context.Context<any>, HttpServer.addressFormattedWith(Effect.succeed))
      const { body, headers } = modernRequest("subscriptions/listen", { notifications: { toolsListChanged: true } })
      const session = yield* at(server as Context.Context<any>, begin(FIXTURE))
      const streams = yield* Effect.promise(() => Promise.all([
        fetch(base + FIXTURE, { method: "POST", body: JSON.stringify(body), headers: { ...headers, "content-type": "application/json" } }),
        fetch(base + FIXTURE, { headers: { ...session.headers, accept: "text/event-stream" } })
      ]))
      for (const { headers } of streams) assert.strictEqual(headers.get("content-type"), "text/event-stream")
      const texts = streams.map((stream) => stream.text())
      const began = performance.now()
      yield* Scope.close(scope, Exit.void)
      assert.isBelow(performance.now() - began, goal(GRACE_MS / 10))
      const [listened] = yield* Effect.promise(() => Promise.all(texts))
      assert.include(listened, "notifications/subscriptions/acknowledged")
      assert.include(listened, "\"resultType\":\"complete\"")
    }))
})
