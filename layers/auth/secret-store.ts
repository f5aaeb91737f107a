import { randomBytes } from "node:crypto"
import { Context, Effect, Layer } from "effect"
import { ServiceConfig } from "../kernel/config.ts"
import { SystemSql } from "../database/connections.ts"
import { derived, materialsOf, sealer } from "../kernel/receipts/sealing.ts"

/**
 * Seals secrets that must be read again (AES-256-GCM), so that a copy of the database without SECRET_KEY holds none. Without
 * that variable the key lies in the database, and a copy of it is as good as the service itself.
 */
export class SecretStore extends Context.Service<SecretStore>()("layers/auth/SecretStore", {
  make: Effect.gen(function*() {
    const sql = yield* SystemSql
    const { secretKey } = yield* ServiceConfig
    yield* Effect.orDie(sql`insert into identity.vault (id, key) values (1, ${randomBytes(32)}) on conflict do nothing`)
    const [own] = yield* Effect.orDie(sql<{ key: Uint8Array }>`select key from identity.vault`)
    const materials: ReadonlyArray<Uint8Array> = [...materialsOf(secretKey), own!.key]
    return {
      ...sealer(materials),
      /** Bytes for one purpose, the same on all processes of the installation and after a restart. */
      derive: (purpose: string, bytes: number) => derived(materials[0]!, `derive ${purpose}`, bytes)
    }
  })
}) {
  static readonly layer = Layer.effect(SecretStore, SecretStore.make)
}
