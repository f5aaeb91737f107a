import { HttpApiSchema } from "effect/http-api"
import { operation } from "#schemas/kernel/endpoints"
import { Conflict, Forbidden, StepUpRequired } from "#schemas/kernel/errors"
import { KeyId } from "#schemas/kernel/ids"
import { apiKey, ApiKey, ApiKeyWithKey, Rotation, StandingConsents } from "./api-key.ts"
import { Mode } from "./session.ts"

const params = { id: KeyId }

export const list_api_keys = operation.list("list_api_keys", "/api-keys", ApiKey, {
  filters: { mode: Mode },
  sort: ["id"],
  by: "-id",
  summary: "List API keys",
  description: "The company's API keys, newest first, also those that were revoked or have expired: how each begins, what it may do, " +
    "when it was used last. Never the key itself. Sessions of people and connected tool clients are not among them.",
  access: "session",
  role: "admin"
})

export const create_api_key = operation.act("create_api_key", "/api-keys", ApiKeyWithKey.pipe(HttpApiSchema.status(201)), {
  payload: apiKey.create,
  errors: [Forbidden, StepUpRequired],
  summary: "Make an API key",
  description: "Answers with a new key, shown this once; only a hash of it is kept. It may do no more than whoever makes it, and a key " +
    "for an agent cannot approve consents. The answer is kept nowhere, so the call takes no `Idempotency-Key`.",
  access: "session",
  role: "admin"
})

export const rotate_api_key = operation.act("rotate_api_key", "/api-keys/:id/rotate", ApiKeyWithKey, {
  params,
  payload: Rotation,
  errors: [Conflict, StepUpRequired],
  summary: "Replace an API key",
  description: "Answers with a new key for the same id, shown this once. The key before it stays good for `overlap_minutes`; a key that " +
    "was still good from the replacement before that ends at once. With the key end pages that were signed in to with it, and approvals that " +
    "it gave and nobody has used. Everything else stays, standing consents too; only an owner replaces a key that holds any. Nobody " +
    "replaces a key with a scope that they lack.",
  access: "session",
  role: "admin",
  requiresConsent: true,
  undo: "nothing"
})

export const revoke_api_key = operation.remove("revoke_api_key", "/api-keys/:id", ApiKey, {
  params,
  summary: "Revoke an API key",
  description: "The key opens nothing any more, within a second everywhere; so does the one before its last replacement. What it opened ends " +
    "with it: pages, downloads, approvals that nobody has used. It does not come back, and stays in the list.",
  access: "session",
  role: "admin",
  requiresConsent: true,
  undo: "nothing"
})

export const set_standing_consents = operation.replace("set_standing_consents", "/api-keys/:id/standing-consents", StandingConsents, ApiKey, {
  params,
  errors: [Conflict, StepUpRequired],
  summary: "Set an API key's standing consents",
  description: "An owner decides which operations the key may run without a person agreeing each time: the whole list, with an optional " +
    "limit of money and an optional end for each. It holds within a second everywhere, and every receipt that relied on it says so.",
  access: "session",
  role: "owner"
})
