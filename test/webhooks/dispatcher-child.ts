import { Effect, Layer, Redacted } from "effect"
import { Commits } from "#layers/kernel/commit-listeners"
import { ServiceConfig } from "#layers/kernel/config"
import { database } from "#layers/database/connections"
import { Webhooks } from "#layers/webhooks/services"
import { Dispatcher } from "#workflows/webhooks/dispatcher"
import { here } from "./receiver.ts"

/** All that delivers, in a process that can be killed. The database is the first argument. */
const Works = Dispatcher.pipe(
  Layer.provide(Webhooks),
  Layer.provide(Commits.layer),
  Layer.provide(database(Redacted.make(process.argv[2]!), { connections: 4 })),
  Layer.provide(ServiceConfig.layerOf(here))
)

await Effect.gen(function*() {
  yield* Layer.build(Works)
  process.stdout.write("ready\n")
  yield* Effect.callback<void>((resume) => void process.once("SIGTERM", () => resume(Effect.void)))
}).pipe(Effect.scoped, Effect.runPromise)
process.exit(0)
