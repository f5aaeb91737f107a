import { Context, Effect, Layer, Option } from "effect"
import type { Facts } from "#schemas/kernel/events"
import type { AccountId, CompanyId, KeyId, UserId } from "#schemas/kernel/ids"
import type { Role } from "#schemas/kernel/roles"
import { type Mode, scopesOf } from "#schemas/kernel/tenancy"
import { Audit } from "../auth/audit.ts"
import type { CredentialRef } from "../auth/credential-grant.ts"
import { SystemSql } from "../database/connections.ts"
import { one } from "../kernel/sql.ts"
import { hashOfGrant } from "./records.ts"

/** How long somebody who agreed may take until the client collects what it was given. */
const COLLECTED_WITHIN = "10 minutes"

/** A tool client, as a person is told of it. */
export interface ToolClient {
  readonly id: string
  readonly name: string
  /** Of the document that it is described by; nothing where it registered itself. */
  readonly host: string | undefined
}

/** What somebody agreed to. */
export interface Agreed {
  readonly account_id: AccountId
  readonly company_id: CompanyId
  readonly mode: Mode
  readonly scopes: ReadonlyArray<string>
  readonly client: ToolClient
  /** The session in which they did, in whichever of their companies. */
  readonly session: CredentialRef
}

/** Why a client was cut off other than by a person here. */
export type Ended = "oauth_code_replayed" | "oauth_refresh_reused" | "oauth_disconnected"

interface Row {
  readonly company_id: CompanyId
  readonly id: KeyId
  readonly mode: Mode
  readonly facts: Facts
}

/** Connections of tool clients, as the authorization server makes and ends them, with `SystemSql`. */
export class OAuthGrants extends Context.Service<OAuthGrants>()("layers/oauth/OAuthGrants", {
  make: Effect.gen(function*() {
    const sql = yield* SystemSql
    const audit = yield* Audit

    const memberOf = Effect.fnUntraced(function*({ account_id, company_id }: Pick<Agreed, "account_id" | "company_id">) {
      const [member] = yield* sql<{ id: UserId; role: Role }>`
        select id, role from users where company_id = ${company_id} and account_id = ${account_id} and removed_at is null`
      return member
    })

    const within = (role: Role, scopes: ReadonlyArray<string>) => {
      const own: ReadonlySet<string> = scopesOf(role)
      return scopes.filter((scope) => own.has(scope) && scope !== "consents:approve")
    }

    return {
      /** What of these scopes the person may hand on in the company: nothing where they are no member. */
      may: Effect.fnUntraced(function*(whose: Pick<Agreed, "account_id" | "company_id">, scopes: ReadonlyArray<string>) {
        const member = yield* memberOf(whose)
        return member === undefined ? [] : within(member.role, scopes)
      }, Effect.orDie),

      /** The connection's credential, with at most the scopes of the person's role; nothing where that leaves none. */
      give: ({ account_id, client, company_id, mode, scopes, session }: Agreed, grantId: string) =>
        sql.withTransaction(Effect.gen(function*() {
          const member = yield* memberOf({ account_id, company_id })
          if (member === undefined) return Option.none()
          const given = within(member.role, scopes)
          if (given.length === 0) return Option.none()
          const { id: key_id } = yield* one(sql<{ id: KeyId }>`
            insert into api_keys (company_id, kind, user_id, prefix, label, agent, mode, scopes, expires_at)
            values (${company_id}, 'grant', ${member.id}, '', ${client.name}, ${client.name}, ${mode}, ${[...given]}::text[],
              now() + ${COLLECTED_WITHIN}::interval)
            returning id`)
          yield* sql`insert into oauth_grants ${
            sql.insert({
              company_id, key_id, account_id, grant_hash: hashOfGrant(grantId), client_id: client.id, client_name: client.name,
              client_host: client.host ?? null, agreed_company_id: session.company_id, agreed_key_id: session.key_id
            })
          }`
          yield* audit.write({
            company_id,
            key_id,
            verb: "oauth_connected",
            mode,
            changes: [{
              object: "oauth_grant", id: key_id, before: null,
              after: { client_id: client.id, client_name: client.name, user_id: member.id, scopes: [...given], mode }
            }]
          })
          return Option.some(key_id)
        })).pipe(Effect.orDie),

      end: (grantId: string, why: Ended) =>
        sql.withTransaction(Effect.gen(function*() {
          const grant_hash = hashOfGrant(grantId)
          const [ended] = yield* sql<Row>`
            update api_keys k set revoked_at = now() from oauth_grants g
            where g.grant_hash = ${grant_hash} and k.company_id = g.company_id and k.id = g.key_id and k.revoked_at is null
            returning k.company_id, k.id, k.mode, jsonb_build_object('client_id', g.client_id, 'client_name', g.client_name,
              'user_id', k.user_id, 'scopes', k.scopes, 'mode', k.mode) as facts`
          yield* sql`delete from identity.oauth_records where grant_hash = ${grant_hash}`
          if (ended === undefined) return
          const { company_id, facts, id, mode } = ended
          yield* audit.write({ company_id, key_id: id, verb: why, mode, changes: [{ object: "oauth_grant", id, before: facts, after: null }] })
        })).pipe(Effect.orDie)
    }
  })
}) {
  static readonly layer = Layer.effect(OAuthGrants, OAuthGrants.make)
}
