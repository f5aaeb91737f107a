import { Redacted } from "effect"
import type { Login } from "./logins.ts"
import { STANDSTILL } from "../workflows/engine-sql.ts"
import { types } from "./postgres-types.ts"

/**
 * Plans are made once a statement: the company is never a constant to the planner, so planning again for each page size
 * costs three times the read and learns nothing. A plan made while a table was still empty would read it whole and be kept
 * while it grows, so indexes are preferred: each begins with the company.
 */
export const ofRequests = { plan_cache_mode: "force_generic_plan", enable_seqscan: "off", ...STANDSTILL }

/** Jobs take their work by the batch, whose size is worth planning for. Requests need the processors more than they do. */
export const ofJobs = { statement_timeout: "60000", max_parallel_workers_per_gather: "0", ...STANDSTILL }

export const ofSystem = { statement_timeout: "10000", ...STANDSTILL }

/** How a connection of the service is made. */
export const session = ({ password, url, username }: Login, applicationName: string, settings: Readonly<Record<string, string>>) =>
  ({ url, username, password, types, applicationName, startupParameters: settings, connectTimeout: "5 seconds" }) as const

/** Who connects to the primary connects to its standby: accounts and passwords are copied with all else. */
export const onStandby = (login: Login, url: Redacted.Redacted): Login => {
  if (login.username !== undefined) return { ...login, url }
  const { password, username } = new URL(Redacted.value(login.url))
  const there = new URL(Redacted.value(url))
  if (there.username === "") {
    there.username = username
    there.password = password
  }
  return { ...login, url: Redacted.make(there.href) }
}
