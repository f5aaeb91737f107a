import * as NodeHttpServer from "@effect/platform-node/NodeHttpServer"
import { assert, layer } from "@effect/vitest"
import { Effect, Layer, Schedule } from "effect"
import { FetchHttpClient, HttpRouter } from "effect/http"
import { HttpApi, HttpApiGroup } from "effect/http-api"
import { createServer } from "node:http"
import { BackgroundJobs } from "#layers/kernel/jobs/jobs"
import { ServiceConfig } from "#layers/kernel/config"
import { Log, Logging } from "#layers/kernel/log"
import { Services } from "#layers/services"
import { Api } from "#schemas/api"
import { Authenticated, Validated } from "#schemas/kernel/gates"
import { serveOptions } from "#src/api"
import { implement } from "#src/http/binder"
import { BodyLimit } from "#src/http/protocol"
import { withPipeline } from "#src/http/pipeline"
import { all, durableWork } from "#workflows/durable-workflows"
import * as Crm from "#workflows/crm/index"
import { FreshDatabase, OwnerSql } from "../../support/database.ts"
import { seed, send } from "../../support/test-server.ts"
import { Projects } from "../projects/layer.ts"
import migration from "../projects/migration.ts"
import { list_projects } from "../projects/programs.ts"
import * as endpoints from "../projects/projects.api.ts"
import { importProjects, import_projects, ProjectCodes, projectImportRun } from "./project-import.ts"

class ProjectsApi extends HttpApi.make("projects")
  .add(HttpApiGroup.make("projects").add(endpoints.list_projects, importProjects).middleware(Authenticated))
  .prefix("/api/v1")
  .middleware(Validated)
{}

const Routes = Layer.merge(implement(ProjectsApi, "projects", { list_projects, import_projects }), implement(Api, "crm", Crm))

const ProjectServices = Layer.provideMerge(ProjectCodes.layer, Projects.layer)

const Server = Layer.mergeAll(
  HttpRouter.serve(withPipeline(Routes), serveOptions),
  BackgroundJobs,
  durableWork([...all, [projectImportRun.definition, projectImportRun.program.pipe(Layer.provide(ProjectServices)) as never]])
).pipe(
  Layer.provideMerge(ProjectServices),
  Layer.provideMerge(Services),
  Layer.provideMerge(FreshDatabase(Effect.andThen(seed, migration))),
  Layer.provideMerge(NodeHttpServer.layer(() => createServer(), { port: 0, host: "127.0.0.1" })),
  Layer.provideMerge(FetchHttpClient.layer),
  Layer.provide(BodyLimit),
  Layer.provide(Logging),
  Layer.provideMerge(Log.layerOf("silent")),
  Layer.provide(ServiceConfig.layerOf({ port: 0 }))
)

const imported = Effect.fnUntraced(function*(body: string, query = "") {
  const sent = yield* send(`/projects/import${query}`, csv(body))
  assert.strictEqual(sent.status, 202, sent.text)
  return yield* send(`/crm/imports/${sent.json.id}`, { key: "acme" }).pipe(
    Effect.map(({ json }) => json),
    Effect.repeat({ until: (found) => found.finished_at !== null || found.state === "failed", schedule: Schedule.spaced("30 millis") }),
    Effect.timeout("90 seconds")
  )
})

const csv = (body: string) => ({ key: "acme", method: "POST", body, headers: { "content-type": "text/csv" } }) as const

const taken = ({ created, rejected, unchanged, updated }: any) => [created, updated, unchanged, rejected]

const projects = Effect.map(send("/projects", { key: "acme" }), ({ json }) =>
  json.items.map(({ code, name, notes }: any) => [code, name, notes]))

type Here = Layer.Layer<Layer.Success<typeof Server>, Layer.Error<typeof Server>>

layer(Server as Here, { excludeTestServices: true })("a second resource that is imported", (it) => {
  it.effect("is matched by its key, tried out, rejected with reasons and told of as contacts are", () =>
    Effect.gen(function*() {
      const file = [
        "Project Code;Title;Notes;What", "A-1;First;by spring;x", "A-2;Second;;x", "A-1;First;by autumn;x", ";Nameless;;x", "A-3;;;x",
        "A-2;Second;;x"
      ].join("\n")
      const tried = yield* imported(file, "?dry_run=true")
      assert.deepStrictEqual([tried.state, ...taken(tried)], ["completed", 2, 1, 1, 2], JSON.stringify(tried))
      assert.deepStrictEqual(yield* projects, [])

      const done = yield* imported(file)
      assert.deepStrictEqual(taken(done), taken(tried))
      assert.deepStrictEqual(done.columns.map(({ field }: any) => field), ["code", "name", "notes", null])
      assert.deepStrictEqual(done.rejected_rows, [
        { line: 5, reason: "code: a project has one" }, { line: 6, reason: "name: a new project needs one" }
      ])
      assert.deepStrictEqual(yield* projects, [["A-1", "First", "by autumn"], ["A-2", "Second", null]])
      assert.deepStrictEqual(taken(yield* imported("code,notes\nA-1,by autumn\nA-2,late\n")), [0, 1, 1, 0])

      const wrong = yield* send("/projects/import?mapping=%7B%22a%22%3A%22email%22%7D", csv("a\n1\n"))
      assert.deepStrictEqual([wrong.status, wrong.json.details[0].error], [422, "\"email\" is no field of projects"])

      const sql = yield* OwnerSql
      const receipts = yield* sql<{ verb: string; n: number }>`select verb, count(*) as n from receipts, jsonb_array_elements(changes) c
        where c->>'object' = 'project' group by verb`
      assert.deepStrictEqual(receipts.map(({ n, verb }) => [verb, n]), [["import_projects", 3]])
    }))

  it.effect("is told of to those only who may read such records", () =>
    Effect.gen(function*() {
      const { id } = yield* imported("code,name\nB-1,Private\nB-2,\n")
      yield* send("/crm/contacts/import", csv("email\na@x.example\n"))
      const sql = yield* OwnerSql
      yield* sql`update api_keys set scopes = '{crm:read}' where label = 'cautious'`
      const { json } = yield* send("/crm/imports", { key: "cautious" })
      assert.strictEqual(json.total, 1)
      for (const path of [`/crm/imports/${id}`, `/crm/imports/${id}/rejects`]) {
        assert.strictEqual((yield* send(path, { key: "cautious" })).status, 404)
        assert.strictEqual((yield* send(path, { key: "acme" })).status, 200)
      }
    }))
})
