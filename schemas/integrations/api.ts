import { HttpApiGroup, OpenApi } from "effect/http-api"
import { EventRecords } from "#schemas/kernel/events"
import { Authenticated, Public } from "#schemas/kernel/gates"
import { export_accounting } from "./accounting.api.ts"
import { finish_integration_authorization } from "./authorization.api.ts"
import { receive_integration_data } from "./inbound.api.ts"
import { Integration } from "./integration.ts"
import { check_integration, connect_integration, disconnect_integration, get_integration, list_integrations } from "./integrations.api.ts"
import { list_integration_objects, list_integration_runs, sync_integration, undo_integration_run } from "./runs.api.ts"

export class Integrations extends HttpApiGroup.make("integrations")
  .add(list_integrations, get_integration, connect_integration, check_integration, disconnect_integration)
  .add(sync_integration, list_integration_runs, list_integration_objects, undo_integration_run)
  .add(export_accounting)
  .middleware(Authenticated)
  .add(receive_integration_data.middleware(Public), finish_integration_authorization.middleware(Public))
  .prefix("/integrations")
  .annotate(EventRecords, { integration: Integration })
  .annotateMerge(OpenApi.annotations({
    title: "Integrations",
    description: "Other systems that the company works with: what is brought over, what is told, and the books for an accounting program."
  }))
{}
