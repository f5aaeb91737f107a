import { Effect } from "effect"
import type { StartFailure } from "#schemas/kernel/start-failure"

/** A PostgreSQL reachable through a unix socket only. */
export interface Cluster {
  /** The address of one of its databases, as its owner. It holds no password: the socket's folder is private. */
  readonly url: (database: string) => string
  readonly pid: number
  /** The folder of the socket. */
  readonly socket: string
  /** The data folder in use, which for root may be another than the one asked for. */
  readonly data: string
  /** Starts it again when it ends without having been asked to, and fails when that does not help. Only who started it knows. */
  readonly lost: Effect.Effect<never, StartFailure>
}

export const clusterOf = (parts: Pick<Cluster, "pid" | "socket" | "data"> & Partial<Pick<Cluster, "lost">>): Cluster => {
  const host = encodeURIComponent(parts.socket).replaceAll("%2F", "/")
  return { lost: Effect.never, ...parts, url: (database) => `postgres://postgres@localhost/${encodeURIComponent(database)}?host=${host}` }
}
