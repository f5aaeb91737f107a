import type { Receipt } from "#schemas/agents/receipt"
import type { Node } from "../html.ts"
import type { ReceiptNames } from "../record-names.ts"
import { tell } from "../records/changes.ts"
import { type Action, folded } from "./diff.ts"
import { spoken } from "../words/spoken.ts"

const w = spoken("receiptChange")

type Change = Receipt["changes"][number]

/** What is written of somebody who tried something is no record that was made; nor is what is written of an account that was there before. */
const attempted = (verb: string, { before, object }: Change): Action | undefined => {
  if (verb.endsWith("_failed")) return [w.failed, "bad"]
  if (verb.endsWith("_throttled")) return [w.refused, "bad"]
  return object === "account" && before === null && verb !== "sign_up" ? [w.changed, "busy"] : undefined
}

/** What a receipt says of one record, with names for ids. */
export const receiptChange = (zone: string, verb: string, { nameOf, records }: ReceiptNames) => (change: Change): Node =>
  folded({ zone, change: { ...change, name: nameOf(change) ?? null }, names: records, tell }, attempted(verb, change))
