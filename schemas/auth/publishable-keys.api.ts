import { HttpApiSchema } from "effect/http-api"
import { operation } from "#schemas/kernel/endpoints"
import { StepUpRequired } from "#schemas/kernel/errors"
import { KeyId } from "#schemas/kernel/ids"
import { publishableKey, PublishableKey, PublishableKeyWithKey } from "./publishable-key.ts"
import { Mode } from "./session.ts"

export const list_publishable_keys = operation.list("list_publishable_keys", "/publishable-keys", PublishableKey, {
  filters: { mode: Mode },
  sort: ["id"],
  by: "-id",
  summary: "List publishable keys",
  description: "The company's publishable keys, newest first, also those that were revoked: how each begins and which web pages may use it.",
  access: "session",
  role: "admin"
})

export const create_publishable_key = operation.act(
  "create_publishable_key", "/publishable-keys", PublishableKeyWithKey.pipe(HttpApiSchema.status(201)), {
    payload: publishableKey.create,
    errors: [StepUpRequired],
    summary: "Make a publishable key",
    description: "Answers with a key for web pages and apps of the company, which anybody may read. It has no scopes: it opens only operations " +
      "that are open to visitors, and of those only what is the visitor's own. The answer is kept nowhere, so the call takes no `Idempotency-Key`.",
    access: "session",
    role: "admin"
  }
)

export const revoke_publishable_key = operation.remove("revoke_publishable_key", "/publishable-keys/:id", PublishableKey, {
  params: { id: KeyId },
  summary: "Revoke a publishable key",
  description: "Visitors who come by this key are not let in any more, within a second everywhere. It does not come back, and stays in the list.",
  access: "session",
  role: "admin",
  requiresConsent: true,
  undo: "nothing"
})
