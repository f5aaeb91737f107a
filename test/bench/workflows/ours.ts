import * as NodeRuntime from "@effect/platform-node/NodeRuntime"
import { Context, Effect, Layer, References, Schema } from "effect"
import { ServiceConfig } from "#layers/kernel/config"
import { DatabaseUrl } from "#layers/database/url"
import { Log, Logging } from "#layers/kernel/log"
import { Tenancy } from "#layers/kernel/tenancy"
import { CompanyId, KeyId } from "#schemas/kernel/ids"
import { Caller } from "#schemas/kernel/tenancy"
import { applicationOf } from "#src/application"
import { Listener } from "#src/http/listener"
import { durable, sleepUntil, step } from "#workflows/durable"
import { all, durableWork } from "#workflows/durable-workflows"
import { finished, serve } from "./contender.ts"

const Nothing = durable({ name: "bench.nothing", version: 1, payload: { id: Schema.String } })
const Asleep = durable({ name: "bench.asleep", version: 1, payload: { until: Schema.String } })

const work = durableWork([
  ...all,
  [Nothing.definition, Nothing.program(({ id }) => Effect.andThen(step("nothing", {}, Effect.void), Effect.sync(() => finished(id))))],
  [Asleep.definition, Asleep.program(({ until }) => sleepUntil("until", until))]
])

const caller = Caller.of({
  company_id: CompanyId.make(1), key_id: KeyId.make(1), credential: "key", mode: "live", tier: "enterprise", scopes: new Set(), standing: new Map(), agent: undefined
})

/** Starts runs as a request's program would: in a transaction of the company. */
const Bench = Layer.effectDiscard(Effect.gen(function*() {
  const { address } = yield* Listener
  const context = Context.add(yield* Effect.context<never>(), Caller, caller)
  const begin = <A, R>(start: Effect.Effect<A, never, R>): Promise<A> =>
    Effect.runPromiseWith(context as Context.Context<any>)(Tenancy.use((tenancy) => tenancy.transaction(start)))
  serve({
    start: async (id) => void await begin(Nothing.start({ id })),
    sleep: (at) => begin(Asleep.start({ until: new Date(at).toISOString() })),
    address: `http://127.0.0.1:${(address as unknown as { readonly port: number }).port}`
  })
}))

const Logs = Layer.unwrap(ServiceConfig.use(({ logLevel }) => Effect.succeed(Logging.pipe(Layer.provideMerge(Log.layerOf(logLevel))))))

/** The whole service, with two workflows more. */
const Main = Bench.pipe(
  Layer.provide(applicationOf(work)),
  Layer.provide(DatabaseUrl.layer),
  Layer.provide(Listener.layer),
  Layer.provide(Logs),
  Layer.provide(ServiceConfig.layer)
)

Layer.launch(Main).pipe(Effect.provideService(References.TracerEnabled, false), NodeRuntime.runMain)
