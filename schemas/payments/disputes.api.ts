import { operation } from "#schemas/kernel/endpoints"
import { dispute, Dispute } from "./dispute.ts"

export const list_disputes = operation.list("list_disputes", "/gateway/disputes", Dispute, {
  ...dispute.list,
  summary: "List disputes",
  description: "Payments that customers dispute with their bank, as the payment provider tells them. Those of live and of test keys are apart."
})

export const get_dispute = operation.get("get_dispute", "/gateway/disputes/:id", Dispute, {
  summary: "Get a dispute",
  description: "One dispute with its state."
})
