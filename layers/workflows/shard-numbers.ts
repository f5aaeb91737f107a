import { Effect, Layer } from "effect"
import { MachineId, RunnerStorage, ShardId, ShardingConfig, SqlRunnerStorage } from "effect/cluster"
import { SqlClient } from "effect/sql"
import { Reads } from "./reads.ts"

/** As long as the greatest number for which Effect has room among the keys of locks. */
const DIGITS = 4

const digits = (number: number) => String(number).padStart(DIGITS, "0")

/** The numbers of groups, the same for every process on this database, for ever. */
const numbersOf = Effect.fnUntraced(function*(groups: ReadonlyArray<string>) {
  const sql = yield* SqlClient.SqlClient
  const rows = yield* sql.withTransaction(Effect.andThen(
    sql`select pg_advisory_xact_lock(7305, 2)`,
    sql<{ name: string; number: number }>`
      with added as (
        insert into shard_groups (name, number)
        select g.name, (select coalesce(max(number), -1) from shard_groups) + row_number() over (order by g.name)
        from unnest(${groups}::text[]) as g (name)
        where not exists (select from shard_groups s where s.name = g.name)
        returning name, number)
      select name, number from shard_groups union all select name, number from added`
  ))
  return new Map(rows.map(({ name, number }) => [name, number]))
})

/**
 * Effect's locks of shards, under numbers that do not depend on what else a process knows. Effect numbers a group by its
 * place among those of its process, sorted: an old and a new version of the program, side by side, would hold the same shard
 * under two numbers and two shards under the same, so that runs were doubled or waited until the old one ended.
 *
 * Also, each registration has a number of its own for its ids. Effect gives one to each address, and two processes that
 * work alone have the same.
 */
export const ShardLocks = Layer.unwrap(Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient
  const reads = yield* Reads
  const config = yield* ShardingConfig.ShardingConfig
  const numbers = yield* numbersOf(config.availableShardGroups)
  const groups = new Map([...numbers].map(([group, number]) => [digits(number), group]))
  const greatest = Math.max(...numbers.values())

  const stable = (shard: ShardId.ShardId) => ShardId.make(digits(numbers.get(shard.group)!), shard.id)
  const known = (shard: ShardId.ShardId) => ShardId.make(groups.get(shard.group)!, shard.id)
  const all = (shards: Iterable<ShardId.ShardId>) => Array.from(shards, stable)
  const back = Effect.map((shards: Array<ShardId.ShardId>) => shards.map(known))

  const machineId = Effect.map(
    Effect.orDie(sql<{ id: number | bigint }>`select nextval('machine_ids') as id`),
    ([row]) => MachineId.make(Number(row!.id))
  )

  return Layer.effect(RunnerStorage.RunnerStorage, Effect.map(RunnerStorage.RunnerStorage, (storage) =>
    RunnerStorage.RunnerStorage.of({
      ...storage,
      register: (runner, healthy) => Effect.andThen(storage.register(runner, healthy), machineId),
      acquire: (address, shards) => back(storage.acquire(address, all(shards))),
      refresh: (address, shards) => back(storage.refresh(address, all(shards))),
      release: (address, shard) => Effect.andThen(reads.over, storage.release(address, stable(shard))),
      releaseAll: (address) => Effect.andThen(reads.over, storage.releaseAll(address))
    }))).pipe(
    Layer.provide(SqlRunnerStorage.layerStorage({})),
    Layer.provide(Layer.succeed(ShardingConfig.ShardingConfig, {
      ...config,
      availableShardGroups: Array.from({ length: greatest + 1 }, (_, number) => digits(number))
    }))
  )
}))
