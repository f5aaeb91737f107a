import { Context, Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { resource } from "#schemas/calendar/resource"
import { repository } from "../kernel/repository.ts"
import { missingOf } from "./missing.ts"

/** Rooms and equipment of the caller's company; both modes share them. */
export class Resources extends Context.Service<Resources>()("layers/calendar/Resources", {
  make: Effect.gen(function*() {
    return { ...yield* repository(resource), missing: missingOf(yield* SqlClient.SqlClient, "resources") }
  })
}) {
  static readonly layer = Layer.effect(Resources, Resources.make)
}
