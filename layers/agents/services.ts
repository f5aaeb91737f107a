import { Layer } from "effect"
import { Consents } from "./consents.ts"
import { DryRun } from "./dry-run.ts"
import { ChangeLog } from "../kernel/receipts/change-log.ts"
import { Receipted } from "./receipted.ts"
import { Receipts } from "./receipts.ts"
import { Tenancy } from "../kernel/tenancy.ts"
import { UntoldConsents } from "./untold-consents.ts"

/** Everything that keeps agents within bounds. */
export const Agents = Layer.mergeAll(
  Consents.layer,
  UntoldConsents.layer,
  Receipts.layer,
  Receipted.layer.pipe(Layer.provide([ChangeLog.layer, Tenancy.layer])),
  DryRun.layer.pipe(Layer.provide(Tenancy.layer))
)
