import { HttpApi, OpenApi } from "effect/http-api"
import { Agents } from "./agents/api.ts"
import { Ai } from "./ai/api.ts"
import { Analytics } from "./analytics/api.ts"
import { Auth } from "./auth/api.ts"
import { Calendar } from "./calendar/api.ts"
import { Company } from "./company/api.ts"
import { Crm } from "./crm/api.ts"
import { Integrations } from "./integrations/api.ts"
import { Validated } from "./kernel/gates.ts"
import { Knowledge } from "./kb/api.ts"
import { Messages } from "./messages/api.ts"
import { Payments } from "./payments/api.ts"
import { Shop } from "./shop/api.ts"
import { Webhooks } from "./webhooks/api.ts"
import { Website } from "./website/api.ts"
import { Workflows } from "./workflows/api.ts"

/** Of the contract, within `/api/v1`. */
export const API_VERSION = "1.0.0"

/** The whole contract of the REST API. */
export class Api extends HttpApi.make("business-platform")
  .add(Crm)
  .add(Agents)
  .add(Auth)
  .add(Workflows)
  .add(Webhooks)
  .add(Company)
  .add(Messages)
  .add(Payments)
  .add(Shop)
  .add(Calendar)
  .add(Website)
  .add(Knowledge)
  .add(Ai)
  .add(Analytics)
  .add(Integrations)
  .prefix("/api/v1")
  .middleware(Validated)
  .annotate(OpenApi.Title, "Business Platform API")
  .annotate(OpenApi.Version, API_VERSION)
{}
