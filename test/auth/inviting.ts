import { Effect } from "effect"
import { randomBytes } from "node:crypto"
import { hashOf } from "#layers/auth/api-keys"
import { OwnerSql } from "../support/database.ts"
import { companyIds, type Key, keys } from "../support/test-server.ts"

let turn = 0

/** An invitation of the company, as if its letter had been read: the token stands in it. */
export const invited = Effect.fnUntraced(function*(key: Key, { email = `invited${turn++}@x.example`, role = "member" } = {}) {
  const sql = yield* OwnerSql
  const token = randomBytes(32).toString("base64url")
  const company_id = companyIds[keys[key].company]
  const [row] = yield* sql<{ id: number }>`
    insert into invitations (company_id, email, role, token_hash, invited_by, expires_at)
    select ${company_id}::bigint, ${email}, ${role}, ${hashOf(token)}, min(id), now() + interval '7 days'
    from users where company_id = ${company_id} and role = 'owner' returning id`
  return { id: row!.id, email, token }
}, Effect.orDie)
