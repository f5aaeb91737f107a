import { category } from "../kernel/category.ts"
import { sealedColumns } from "./sealed-columns.ts"

const member = { table: "users", noun: "user", deleted: "removed_at", locked: false } as const

/** For how many days a network that somebody signed in from is theirs. */
export const KNOWN_DAYS = 90

/** For how many days a client that nobody connects is remembered. */
const CLIENT_DAYS = 30

export const twoFactorSecrets = sealedColumns({
  table: "identity.accounts",
  key: { id: "bigint" },
  columns: ["totp_secret"],
  about: ({ id }) => `totp ${id}`
})

export const signingKeys = sealedColumns({
  table: "identity.signing_keys",
  key: { kid: "text" },
  columns: ["private_jwk"],
  about: ({ kid }) => `signing key ${kid}`
})

export const auth = category({
  sealed: [twoFactorSecrets, signingKeys],
  references: { owner_id: member, assignee_id: member, seller_id: member, user_id: member },
  /* What nobody can sign in with any more, or is counted for no longer. What a token opened is in receipts. */
  expiring: [
    { table: "dashboard_sessions", when: "expires_at < now()", every: "1 hour" },
    { table: "identity.throttles", column: "since", days: 1 },
    { table: "identity.known_networks", column: "last_at", days: KNOWN_DAYS },
    { table: "identity.mail_tokens", column: "expires_at", days: 1 },
    { table: "identity.signing_keys", column: "retired_at", days: 1 },
    { table: "identity.oauth_records", when: "expires_at < now()" },
    {
      table: "identity.oauth_clients",
      when: `used_at < now() - interval '${CLIENT_DAYS} days' and not exists (
        select from oauth_grants g join api_keys k on k.company_id = g.company_id and k.id = g.key_id
        where g.client_id = oauth_clients.client_id and k.revoked_at is null and k.expires_at > now())`
    },
    { table: "install_tokens", column: "expires_at", days: 30 },
    {
      table: "sessions",
      when: `exists (select from api_keys k where k.company_id = sessions.company_id and k.id = sessions.key_id
        and least(k.revoked_at, k.expires_at) < now() - interval '30 days')`
    }
  ]
})
