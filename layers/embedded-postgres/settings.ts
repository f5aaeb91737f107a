import { totalmem } from "node:os"

const MIB = 1024 ** 2

/** A sixteenth of the machine's memory, which is taken as it is used: tables that are read all the time should have room in it. */
const sharedBuffers = Math.max(128, Math.min(Math.floor(totalmem() / MIB / 16), 512))

/** For a small server with two cores that also runs Node. Durability is PostgreSQL's own, on. */
export const defaults: ReadonlyArray<string> = [
  "listen_addresses=",
  "port=5432",
  "unix_socket_permissions=0700",
  "cluster_name=business-platform",
  "max_connections=60",
  `shared_buffers=${sharedBuffers}MB`,
  "random_page_cost=1.1",
  // A query that spreads over both cores starves the requests beside it, and containers have little /dev/shm for it.
  "max_parallel_workers_per_gather=0",
  "jit=off",
  // For backups that are taken while it works: one, and one more whose connection was lost.
  "wal_level=replica",
  "max_wal_senders=2",
  "max_replication_slots=2",
  // What is needed no more is removed: renamed for later use it would keep what was erased.
  "wal_recycle=off",
  // ERROR, LOG, FATAL and PANIC, in English, without details and statements, which hold people's data.
  "log_min_messages=error",
  "log_error_verbosity=terse",
  "log_min_error_statement=panic",
  "log_line_prefix=",
  "log_checkpoints=off",
  "logging_collector=off",
  "log_destination=stderr",
  "lc_messages=C"
]

/** Speed over durability, for clusters nobody will miss. */
export const disposable: ReadonlyArray<string> = [
  "fsync=off",
  "synchronous_commit=off",
  "full_page_writes=off",
  "autovacuum=off"
]
