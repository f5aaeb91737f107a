import { Layer } from "effect"
import { Api } from "#schemas/api"
import * as Agents from "#workflows/agents/index"
import * as Crm from "#workflows/crm/index"
import * as Runs from "#workflows/runs/index"
import { Edge } from "./edge.ts"
import { Door } from "./door.ts"
import { Finish } from "./finish.ts"
import { implement } from "./implement.ts"
import { OperationRoutes } from "./operation.ts"
import { Surfaces } from "./surfaces/surfaces.ts"
import { Unmatched } from "./unmatched.ts"

/** The whole HTTP application, short of what it can do. */
export const HttpApp = Layer.mergeAll(
  implement(Api, "crm", Crm),
  implement(Api, "agents", Agents),
  implement(Api, "workflows", Runs),
  OperationRoutes,
  Surfaces,
  Unmatched,
  Edge.pipe(Layer.provide(Door.layer), Layer.provide(Finish.layer))
)
