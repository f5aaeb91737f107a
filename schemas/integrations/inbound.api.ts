import { Schema } from "effect"
import { HttpApiSchema } from "effect/http-api"
import { raw } from "#schemas/kernel/bodies"
import { operation } from "#schemas/kernel/endpoints"
import { BadRequest, NotFound } from "#schemas/kernel/errors"

const Taken = Schema.Struct({
  accepted: Schema.Literal(true)
}).annotate({ identifier: "InboundDataTaken" }).pipe(HttpApiSchema.status(202))

export const receive_integration_data = operation.act("receive_integration_data", "/inbound/data/:token", Taken, {
  params: {
    token: Schema.String.check(Schema.isMaxLength(80)).annotate({
      description: "What the address of the connected `inbound_webhook` ends with.", examples: ["q3f8Z0wXkq0Zy2d6E5r1b7n4m9s8a2c1v0u3t6y5x7w"]
    })
  },
  payload: raw({
    description: "One person, as JSON or as a form.",
    examples: {
      "application/json": JSON.stringify({ form: { email: "grace@navy.example", name: "Grace" } }),
      "application/x-www-form-urlencoded": "email=grace%40navy.example&name=Grace"
    }
  }),
  errors: [BadRequest, NotFound],
  summary: "Receive data of another system",
  description: "For other systems, which know the address that `connect_integration` gave for `inbound_webhook`. The person becomes a contact; where one has the " +
    "e-mail address already, only its empty fields are filled.",
  access: "public",
  idempotent: true
})
