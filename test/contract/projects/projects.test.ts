import * as NodeHttpServer from "@effect/platform-node/NodeHttpServer"
import { assert, layer } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { FetchHttpClient, HttpRouter } from "effect/http"
import { HttpApi, HttpApiGroup } from "effect/http-api"
import { readdirSync, readFileSync } from "node:fs"
import { createServer } from "node:http"
import { join } from "node:path"
import { ServiceConfig } from "#layers/kernel/config"
import { Log, Logging } from "#layers/kernel/log"
import { Services } from "#layers/services"
import { Authenticated, Validated } from "#schemas/kernel/gates"
import { serveOptions } from "#src/api"
import { implement } from "#src/http/binder"
import { withPipeline } from "#src/http/pipeline"
import { FreshDatabase, OwnerSql } from "../../support/database.ts"
import { json, seed, send } from "../../support/test-server.ts"
import { Projects } from "./layer.ts"
import migration from "./migration.ts"
import * as programs from "./programs.ts"
import * as endpoints from "./projects.api.ts"

const { create_project, delete_project, get_project, list_projects, update_project } = endpoints

class Api extends HttpApi.make("projects")
  .add(HttpApiGroup.make("projects").add(list_projects, get_project, create_project, update_project, delete_project).middleware(Authenticated))
  .prefix("/api/v1")
  .middleware(Validated)
{}

const Server = HttpRouter.serve(withPipeline(implement(Api, "projects", programs)), serveOptions).pipe(
  Layer.provideMerge(Projects.layer),
  Layer.provideMerge(Services),
  Layer.provideMerge(FreshDatabase(Effect.andThen(seed, migration))),
  Layer.provideMerge(NodeHttpServer.layer(() => createServer(), { port: 0, host: "127.0.0.1" })),
  Layer.provideMerge(FetchHttpClient.layer),
  Layer.provide(Logging),
  Layer.provideMerge(Log.layerOf("silent")),
  Layer.provide(ServiceConfig.layerOf({ port: 0 }))
)

const MOST_LINES = 110

layer(Server as Layer.Layer<Layer.Success<typeof Server>, Layer.Error<typeof Server>>, { excludeTestServices: true })("a resource with five operations, a filter, a unique constraint and an event", (it) => {
  it(`is declared in at most ${MOST_LINES} lines`, () => {
    const files = readdirSync(import.meta.dirname).filter((name) => name.endsWith(".ts") && !name.endsWith(".test.ts"))
    const lines = files.flatMap((name) => readFileSync(join(import.meta.dirname, name), "utf8").trimEnd().split("\n"))
    assert.isAtMost(lines.length, MOST_LINES)
    assert.isAtMost(Math.max(...lines.map(({ length }) => length)), 140)
  })

  it.effect("works", () =>
    Effect.gen(function*() {
      const create = (code: string, more: object = {}) => send("/projects", { key: "acme", method: "POST", ...json({ code, name: "New website", ...more }) })
      const made = yield* create("NAVY-1", { notes: "By spring." })
      assert.deepStrictEqual([made.status, made.json.notes, made.json.owner_id, made.headers.get("etag")], [201, "By spring.", null, "\"1\""])
      const taken = yield* create("NAVY-1")
      assert.deepStrictEqual([taken.status, taken.json.message], [409, "Another project has this code."])

      const path = `/projects/${made.json.id}`
      assert.strictEqual((yield* send(path, { key: "bolt" })).status, 404)
      const change = (version: string) =>
        send(path, { key: "acme", method: "PATCH", headers: { "if-match": version }, ...json({ name: "Website" }) })
      assert.strictEqual((yield* change("\"7\"")).status, 412)
      assert.deepStrictEqual((yield* change("\"1\"")).json, { ...made.json, name: "Website", version: 2, updated_at: (yield* send(path, { key: "acme" })).json.updated_at })

      yield* create("NAVY-2")
      const listed = yield* send("/projects?sort=-id&limit=1", { key: "acme" })
      assert.deepStrictEqual([listed.json.total, listed.json.items[0].code, listed.json.has_more], [2, "NAVY-2", true])
      assert.strictEqual((yield* send("/projects?owner_id=1", { key: "acme" })).json.total, 0)

      assert.strictEqual((yield* send(path, { key: "acme", method: "DELETE" })).status, 200)
      assert.strictEqual((yield* send(path, { key: "acme" })).status, 404)
      assert.strictEqual((yield* create("NAVY-1")).status, 201)

      const sql = yield* OwnerSql
      const receipts = yield* sql<{ verb: string }>`select verb from receipts order by id`
      assert.deepStrictEqual(receipts.map(({ verb }) => verb), ["create_project", "update_project", "create_project", "delete_project", "create_project"])
      const events = yield* sql`select kind from events`
      assert.strictEqual(events.length, 3)
    }))
})
