import type { Replacement } from "./kernel/errors.ts"

/** An address that lived once. It answers 410 and names what replaced it, for as long as v1 lives. */
export interface Retired {
  /** Below `/api/v1`, with `:name` for parameters. */
  readonly path: string
  readonly did_you_mean: ReadonlyArray<typeof Replacement.Type>
}

/** Names of earlier drafts of this API, under which some clients still call. */
export const retired: ReadonlyArray<Retired> = [
  { path: "/contacts", did_you_mean: [{ method: "GET", path: "/api/v1/crm/contacts" }, { method: "POST", path: "/api/v1/crm/contacts" }] },
  { path: "/contacts/:id", did_you_mean: [{ method: "GET", path: "/api/v1/crm/contacts/{id}" }] },
  { path: "/deals", did_you_mean: [{ method: "GET", path: "/api/v1/crm/deals" }, { method: "POST", path: "/api/v1/crm/deals" }] },
  { path: "/crm/pipeline", did_you_mean: [{ method: "GET", path: "/api/v1/crm/pipelines" }] }
]
