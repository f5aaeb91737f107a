import { chmodSync, mkdtempSync, rmSync } from "node:fs"
import { join } from "node:path"
import { Effect, Exit, Redacted, Scope } from "effect"
import { SqlClient } from "effect/sql"
import type { TestProject } from "vitest/node"
import { owner } from "#layers/database/connections"
import { disposable } from "#layers/embedded-postgres/settings"
import { start } from "#layers/embedded-postgres/start"
import { migrate } from "#layers/database/migrations"
import { copyData, temporary } from "./temporary.ts"

declare module "vitest" {
  interface ProvidedContext {
    /** The address of a database called DATABASE, a name to replace. */
    readonly cluster: string
    /** A migrated data folder that no server uses, for services that start on a copy of it. */
    readonly migrated: string
  }
}

/** One PostgreSQL for the whole run; its migrated template is what every test file starts from. */
export default async ({ provide }: TestProject) => {
  const scope = Scope.makeUnsafe()
  const home = mkdtempSync(join(temporary, "cluster-"))
  // PostgreSQL may run as somebody else, who has to get in.
  chmodSync(home, 0o755)
  const data = join(home, "data")
  const migrated = join(home, "migrated")
  const stop = async () => {
    await Effect.runPromise(Scope.close(scope, Exit.void))
    rmSync(home, { recursive: true, force: true })
  }
  // Several test files at once, each with pools of its own.
  const started = start({ data, settings: [...disposable, "max_connections=200"] })

  await Effect.gen(function*() {
    yield* Effect.scoped(Effect.gen(function*() {
      const { url } = yield* started
      yield* Effect.gen(function*() {
        yield* migrate
        const sql = yield* SqlClient.SqlClient
        yield* sql`drop database postgres`
        yield* sql`create database postgres template template1 strategy file_copy`
      }).pipe(Effect.provide(owner(Redacted.make(url("template1")))))
    }))
    copyData(data, migrated)
    const { url } = yield* Scope.provide(started, scope)
    provide("cluster", url("DATABASE"))
    provide("migrated", migrated)
  }).pipe(Effect.runPromise).catch(async (error) => {
    await stop()
    throw error
  })
  return stop
}
