import { Layer } from "effect"
import { ApiKeys } from "./api-keys.ts"
import { Companies } from "./companies.ts"
import { Activities } from "./crm/activities.ts"
import { Contacts } from "./crm/contacts.ts"
import { Deals } from "./crm/deals.ts"
import { Organizations } from "./crm/organizations.ts"
import { Pipelines } from "./crm/pipelines.ts"
import { References } from "./crm/references.ts"
import { Tasks } from "./crm/tasks.ts"
import { Timeline } from "./crm/timeline.ts"
import { Health } from "./health.ts"
import { Idempotency } from "./idempotency.ts"
import { Journal } from "./journal.ts"
import { Metrics } from "./metrics.ts"
import { RateLimits } from "./rate-limits.ts"
import { Site } from "./site.ts"
import { Tenancy } from "./tenancy.ts"

const kernel = Layer.mergeAll(
  ApiKeys.layer, Companies.layer, Health.layer, Idempotency.layer, Journal.layer, Metrics.layer, RateLimits.layer, Site.layer, Tenancy.layer
)

const crm = Layer.mergeAll(
  Activities.layer, Contacts.layer, Deals.layer, Organizations.layer, Pipelines.layer, References.layer, Tasks.layer, Timeline.layer
)

/** Everything the programs can do, given a database. */
export const Services = Layer.mergeAll(kernel, crm)
