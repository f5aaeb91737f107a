import { NotFound } from "#schemas/kernel/errors"
import { operation } from "#schemas/kernel/endpoints"
import { Explained, Explanation } from "./explanation.ts"

export const explain_amount = operation.get("explain_amount", "/gateway/explain", Explanation, {
  query: Explained,
  errors: [NotFound],
  summary: "Explain an amount",
  description: "Tells why a commission, a line of an invoice or a period of a subscription with its prorations is what it is: each step with its numbers, " +
    "from the same rules that worked it out."
})
