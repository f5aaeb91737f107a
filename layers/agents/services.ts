import { Layer } from "effect"
import { Consents } from "./consents.ts"
import { DryRun } from "./dry-run.ts"
import { Journal } from "../kernel/receipts/change-log.ts"
import { Receipted } from "./receipted.ts"
import { Receipts } from "./receipts.ts"
import { Tenancy } from "../kernel/tenancy.ts"

/** Everything that keeps agents within bounds. */
export const Agents = Layer.mergeAll(
  Consents.layer,
  Receipts.layer,
  Receipted.layer.pipe(Layer.provide([Journal.layer, Tenancy.layer])),
  DryRun.layer.pipe(Layer.provide(Tenancy.layer))
)
