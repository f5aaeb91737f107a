import { chmodSync, mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { Effect, Exit, Redacted, Scope } from "effect"
import type { TestProject } from "vitest/node"
import { owner } from "#layers/database/connections"
import { disposable } from "#layers/embedded-postgres/settings"
import { start } from "#layers/embedded-postgres/start"
import { migrate } from "#layers/database/migrations"

declare module "vitest" {
  interface ProvidedContext {
    /** The address of a database called DATABASE, a name to replace. */
    readonly cluster: string
  }
}

/** One PostgreSQL for the whole run; its migrated template is what every test file starts from. */
export default async ({ provide }: TestProject) => {
  const scope = Scope.makeUnsafe()
  const home = mkdtempSync(join(tmpdir(), "cluster-"))
  // PostgreSQL may run as somebody else, who has to get in.
  chmodSync(home, 0o755)
  const stop = async () => {
    await Effect.runPromise(Scope.close(scope, Exit.void))
    rmSync(home, { recursive: true, force: true })
  }

  await Effect.gen(function*() {
    // Several test files at once, each with pools of its own.
    const cluster = yield* start({ data: join(home, "data"), settings: [...disposable, "max_connections=200"] })
    yield* Effect.provide(migrate, owner(Redacted.make(cluster.url("template1"))))
    provide("cluster", cluster.url("DATABASE"))
  }).pipe(Scope.provide(scope), Effect.runPromise).catch(async (error) => {
    await stop()
    throw error
  })
  return stop
}
