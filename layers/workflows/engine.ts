import { Duration, Effect, Layer, Option } from "effect"
import { ClusterWorkflowEngine, RunnerAddress, RunnerHealth, Runners, Sharding, ShardingConfig } from "effect/cluster"
import { ServiceConfig } from "../kernel/config.ts"
import { clusterSocket } from "./cluster-socket.ts"
import { Definitions, groupOf } from "./definitions.ts"
import { refreshedInBatches } from "./shard-locks.ts"
import { Storage } from "./storage.ts"

/** Each was chosen by measurement, on two cores that PostgreSQL shares. */
const settings = {
  /** The precision of a timer, and how late work left by a crash is found. Half of it doubles the reads of an idle process. */
  entityMessagePollInterval: Duration.seconds(1),
  /** How often a process looks who else is there: with the expiry below, a lost node's runs go on within 15 s. */
  refreshAssignmentsInterval: Duration.seconds(1),
  /** A process that stops answering keeps its shards this long; shorter, and a long pause of the machine costs it its runs. */
  shardLockExpiration: Duration.seconds(9),
  /** A third of the expiry: two refreshes may fail before it. */
  shardLockRefreshInterval: Duration.seconds(3),
  /** A node that does not answer its pings is reported, so that the others need not wait for its locks. */
  runnerHealthCheckInterval: Duration.seconds(5),
  /** Shards of one definition: enough to spread over many nodes; each is a lock to hold and a name in each poll. */
  shardsPerGroup: 16,
  /** Runs in memory at once. Ten thousand timers due together wait in the database for their turn, not in memory. */
  maxResidentEntities: 4_000,
  /** Messages read at once, and handed out without a pause for requests in between. */
  unprocessedMessageBatchSize: 64,
  /** A run has few messages under way: its steps, its timers, its signals. */
  entityMailboxCapacity: 4_096,
  /** Payloads are encoded for the database anyway. */
  simulateRemoteSerialization: false,
  /** Work in progress may finish this long after SIGTERM; what does not, goes on elsewhere. */
  entityTerminationTimeout: Duration.seconds(5)
}

/**
 * A run that ended or waits leaves memory after this long, at the next look of the reaper, which looks each 5 s. The engine
 * would keep it for 10 s, and a thousand of them would then keep those to come waiting.
 */
const IDLE = Duration.seconds(1)

const withShortIdleTime = Layer.updateService(Sharding.Sharding, (sharding) => ({
  ...sharding,
  registerEntity: (entity, handlers, options) => sharding.registerEntity(entity, handlers, { ...options, maxIdleTime: IDLE })
}))

/** One process works alone; a second beside it waits for its locks and takes over. */
const alone = Sharding.layer.pipe(
  refreshedInBatches,
  Layer.provideMerge(Runners.layerNoop),
  Layer.provideMerge(Storage),
  Layer.provide(RunnerHealth.layerNoop)
)

/** Several processes share the runs; they find each other in the database. */
const shared = clusterSocket.pipe(refreshedInBatches, Layer.provideMerge(Storage))

/** A process that works alone has no address; the engine wants one to tell its locks by. */
const NO_PORT = 1

/** The engine of durable workflows: Effect's, on PostgreSQL. */
export const Engine = Layer.unwrap(Effect.gen(function*() {
  const { clusterHost, clusterPort } = yield* ServiceConfig
  const groups = ["default", ...(yield* Definitions).map(groupOf)]
  const config = {
    ...settings,
    availableShardGroups: groups,
    assignedShardGroups: groups,
    runnerAddress: Option.some(RunnerAddress.make(clusterHost, clusterPort === 0 ? NO_PORT : clusterPort)),
    runnerListenAddress: Option.none()
  }
  const sharding = clusterPort === 0 ? alone : shared
  return ClusterWorkflowEngine.layer.pipe(withShortIdleTime, Layer.provideMerge(sharding), Layer.provideMerge(ShardingConfig.layer(config)))
}))
