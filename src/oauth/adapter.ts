import { Effect, Option } from "effect"
import type { Adapter, AdapterFactory, AdapterPayload } from "oidc-provider"
import type { OAuthClients } from "#layers/oauth/clients"
import type { Ended, OAuthGrants } from "#layers/oauth/grants"
import type { OAuthRecords } from "#layers/oauth/records"
import { runForLibrary as run } from "./library-context.ts"

interface Kept {
  readonly clients: OAuthClients["Service"]
  readonly grants: OAuthGrants["Service"]
  readonly records: OAuthRecords["Service"]
  /** What the request being served asks of the authorization server: why it ends a grant. */
  readonly why: () => Ended
  /** What is said to the second of two who use the same thing at the same time. */
  readonly usedBefore: (kind: string) => Error
}

const seconds = (ttl: number | undefined) => Math.max(1, Math.min(ttl ?? 0, 366 * 86_400))

/** Keeps nothing. Who signed in is known by the pages' own session, so the authorization server's is forgotten with each request. */
const ofSessions: Adapter = {
  upsert: async () => {},
  find: async () => undefined,
  consume: async () => {},
  destroy: async () => {},
  revokeByGrantId: async () => {},
  findByUid: async () => undefined,
  findByUserCode: async () => undefined
}

/** Registered clients, which are found by their id and never change. */
const ofClients = ({ clients }: Kept): Adapter => ({
  ...ofSessions,
  upsert: (id, payload) => run(clients.add(id, payload)),
  find: (id) => run(Effect.map(clients.find(id), Option.getOrUndefined)) as Promise<AdapterPayload | undefined>
})

const ofRecords = (kind: string, { grants, records, usedBefore, why }: Kept): Adapter => {
  const found = (id: string) => run(Effect.map(records.find(kind, id), Option.getOrUndefined))
  return {
    ...ofSessions,
    upsert: (id, payload, ttl) => {
      const { aud, grantId } = payload as { readonly aud?: string; readonly grantId?: string }
      return run(records.save({ kind, id, payload, seconds: seconds(ttl), grantId, resource: aud }))
    },
    find: async (id) => {
      const record = await found(id)
      return record === undefined ? undefined : { ...record.payload, ...record.consumed && { consumed: true } } as AdapterPayload
    },
    /* Two that come at once both found it unused; one of them is a thief. */
    consume: async (id) => {
      if (await run(records.consume(kind, id))) return
      const { grantId } = (await found(id))?.payload as AdapterPayload | undefined ?? {}
      if (grantId !== undefined) await run(grants.end(grantId, why()))
      throw usedBefore(kind)
    },
    destroy: (id) => run(kind === "Grant" ? grants.end(id, why()) : records.remove(kind, id)),
    revokeByGrantId: (grantId) => run(records.revoke(kind, grantId))
  }
}

/** What the authorization server keeps its things with: PostgreSQL, for all processes. */
export const adapterOver = (kept: Kept): AdapterFactory => (kind) =>
  kind === "Client" ? ofClients(kept) : kind === "Session" ? ofSessions : ofRecords(kind, kept)
