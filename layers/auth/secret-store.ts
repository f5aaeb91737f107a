import { randomBytes } from "node:crypto"
import { Context, Effect, Layer } from "effect"
import { ServiceConfig } from "../kernel/config.ts"
import { SystemSql } from "../database/connections.ts"
import { execute, one } from "../kernel/sql.ts"
import { derived, materialsOf, sealer } from "../kernel/receipts/sealing.ts"

/**
 * Seals secrets that must be read again (AES-256-GCM), so that a copy of the database without SECRET_KEY holds none. Without
 * that variable the key lies in the database, and a copy of it is as good as the service itself.
 */
export class SecretStore extends Context.Service<SecretStore>()("layers/auth/SecretStore", {
  make: Effect.gen(function*() {
    const sql = yield* SystemSql
    const { secretKey } = yield* ServiceConfig
    yield* execute(sql`insert into identity.vault (id, key) values (1, ${randomBytes(32)}) on conflict do nothing`)
    const { key } = yield* one(sql<{ key: Uint8Array }>`select key from identity.vault`)
    const materials = [...materialsOf(secretKey), key]
    const [newest = key] = materials
    return {
      ...sealer(materials),
      /** Bytes for one purpose, the same on all processes of the installation and after a restart. */
      derive: (purpose: string, bytes: number) => derived(newest, `derive ${purpose}`, bytes),
      /** The same, and after it those that were derived before SECRET_KEY was changed. */
      derivations: (purpose: string, bytes: number) => materials.map((material) => derived(material, `derive ${purpose}`, bytes))
    }
  })
}) {
  static readonly layer = Layer.effect(SecretStore, SecretStore.make)
}
