import { ConsentStep } from "#schemas/kernel/consent"
import { operation } from "#schemas/kernel/endpoints"
import { Conflict, Forbidden } from "#schemas/kernel/errors"
import { KeyId } from "#schemas/kernel/ids"
import { Consent, ConsentApproval, ConsentDetail, ConsentId, ConsentPreview, Rejection } from "./consent.ts"
import { name } from "./name.ts"

const params = { id: ConsentId }

export const list_consents = operation.list("list_consents", "/agent/consents", Consent, {
  filters: {
    state: ConsentStep,
    verb: name.annotate({ description: "The operation that was asked for.", examples: ["delete_contact"] }),
    session: name.annotate({ description: "`X-Service-Session` of the call.", examples: ["run-2026-11-21-7"] }),
    key_id: KeyId.annotate({ description: "The API key, session or connection that asked." })
  },
  sort: ["id"],
  by: "-id",
  summary: "List consents",
  description: "Calls that wait, or waited, for a person to agree, newest first. A test key sees those of test keys, a live key those " +
    "of live keys, and a person who is signed in live both.",
  access: "agents:read",
  curated: true
})

export const get_consent = operation.get("get_consent", "/agent/consents/:id", ConsentDetail, {
  params,
  summary: "Get a consent",
  description: "What was asked for, about which records, and the steps taken since, with who and when. Once it is approved, whoever asked finds the " +
    "`confirmation` here, once and as long as it is good.",
  access: "agents:read"
})

export const preview_consent = operation.get("preview_consent", "/agent/consents/:id/preview", ConsentPreview, {
  params,
  errors: [Conflict],
  summary: "Preview a consent",
  description: "Runs the call as the key that asked, takes everything back, and answers with the difference: each record with the " +
    "fields that would change, the money that would move and what would be set going outside. Nothing leaves the service.",
  access: "agents:read",
  curated: true
})

export const approve_consent = operation.act("approve_consent", "/agent/consents/:id/approve", ConsentApproval, {
  params,
  errors: [Conflict, Forbidden],
  summary: "Approve a consent",
  description: "A person of the company agrees. The answer is a confirmation for the very same call by whatever asked, good once and for " +
    "15 minutes, unless whoever approved may not do so any more by then. To approve again before that gives the same confirmation to the same person, and is a conflict for another. It takes " +
    "an owner or admin who may do themselves what is asked for, or a key with the scope `consents:approve` where that takes no signed-in " +
    "person; on their own account and connections everybody decides themselves. People approve what they asked for, and what a tool " +
    "client asked for them; a key that asked cannot approve its own call, and an agent approves nothing.",
  access: "session",
  delegatedScope: "consents:approve"
})

export const reject_consent = operation.act("reject_consent", "/agent/consents/:id/reject", Consent, {
  params,
  payload: Rejection,
  errors: [Conflict, Forbidden],
  summary: "Reject a consent",
  description: "A person of the company refuses, also after an approval that was not used yet. Asking again makes a new consent.",
  access: "session",
  delegatedScope: "consents:approve"
})
