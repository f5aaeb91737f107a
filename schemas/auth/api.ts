import { HttpApiGroup, OpenApi } from "effect/http-api"
import { Admitted, Open } from "#schemas/kernel/gates"
import { create_api_key, list_api_keys, revoke_api_key, rotate_api_key, set_standing_consents } from "./api-keys.api.ts"
import { login } from "./signing-in.api.ts"

/** Who somebody is, and what they signed in with. */
export class Auth extends HttpApiGroup.make("auth")
  .add(login.middleware(Open))
  .add(
    list_api_keys.middleware(Admitted), create_api_key.middleware(Admitted), rotate_api_key.middleware(Admitted),
    revoke_api_key.middleware(Admitted), set_standing_consents.middleware(Admitted)
  )
  .prefix("/auth")
  .annotateMerge(OpenApi.annotations({
    title: "Auth and security",
    description: "Accounts, sessions and two factors of people; members of a company; its API keys, install tokens and connected tool " +
      "clients; and the audit of all of it."
  }))
{}
