import { Schema } from "effect"
import { HttpApiSchema } from "effect/http-api"
import { operation } from "#schemas/kernel/endpoints"
import { Unauthorized } from "#schemas/kernel/errors"
import { CompanyId } from "#schemas/kernel/ids"
import { line, prose } from "#schemas/kernel/text"
import { Timestamp } from "#schemas/kernel/time"
import { Tokens } from "./session.ts"

/** Signs another installation in, once. */
export const InstallToken = Schema.Struct({
  token: Schema.String.annotate({ description: "Shown this once; only its hash is kept.", examples: ["ist_4Zk0mC1bW3Wq7o2rY8uQ5tN6xH9vJ1sLdFgAeRcTbKU"] }),
  expires_at: Timestamp,
  company_id: CompanyId.annotate({ description: "The only company that it opens." })
}).annotate({ identifier: "InstallToken" })
export type InstallToken = typeof InstallToken.Type

export const mint_install_token = operation.act("mint_install_token", "/install-token", InstallToken.pipe(HttpApiSchema.status(201)), {
  summary: "Mint an install token",
  description: "A token that signs the same person in elsewhere, in the same company and mode, without a password: good once and for 5 " +
    "minutes, as long as this session is.",
  access: "session"
})

export const exchange_install_token = operation.act("exchange_install_token", "/install-token/exchange", Tokens, {
  payload: Schema.Struct({
    token: prose(200).annotate({
      description: "From `POST /auth/install-token`.",
      examples: ["ist_4Zk0mC1bW3Wq7o2rY8uQ5tN6xH9vJ1sLdFgAeRcTbKU"]
    }),
    label: line(100).annotate({ description: "What the new session is called in lists.", examples: ["Till at the counter"] })
  }),
  errors: [Unauthorized],
  summary: "Exchange an install token",
  description: "Begins a session of whoever minted the token. A token that was used, has expired, or whose session was ended gives 401, " +
    "and the company's audit tells. A session that began so has to step up before dangerous operations.",
  access: "public"
})
