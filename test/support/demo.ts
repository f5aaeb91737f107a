import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { Effect } from "effect"
import { demoAccess } from "#layers/demo/demo"
import { ServiceConfig } from "#layers/kernel/config"
import { FreshDatabase } from "./database.ts"

/** A fresh database with the demo company, whose pictures are not kept. */
export const DemoDatabase = FreshDatabase(Effect.gen(function*() {
  const folder = mkdtempSync(join(tmpdir(), "demo-"))
  yield* Effect.provide(demoAccess(folder), ServiceConfig.layerOf())
  rmSync(folder, { recursive: true })
}))
