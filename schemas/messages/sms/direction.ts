import { Schema } from "effect"

export const Direction = Schema.Literals(["outbound", "inbound"]).annotate({
  description: "`outbound`: the company wrote it. `inbound`: somebody wrote to the company.", examples: ["outbound"]
})
