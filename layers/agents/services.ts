import { Layer } from "effect"
import { Consents } from "./consents.ts"
import { Journal } from "../journal.ts"
import { Receipted } from "./receipted.ts"
import { Receipts } from "./receipts.ts"
import { Rehearsal } from "./rehearsal.ts"
import { Tenancy } from "../tenancy.ts"

/** Everything that keeps agents within bounds. */
export const Agents = Layer.mergeAll(
  Consents.layer,
  Receipts.layer,
  Receipted.layer.pipe(Layer.provide([Journal.layer, Tenancy.layer])),
  Rehearsal.layer.pipe(Layer.provide(Tenancy.layer))
)
