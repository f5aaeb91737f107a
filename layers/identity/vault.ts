import { hkdfSync, randomBytes } from "node:crypto"
import { Context, Effect, Layer, Option, Redacted } from "effect"
import { ServiceConfig } from "../config.ts"
import { SystemSql } from "../database.ts"
import { opened, sealed } from "../sealing.ts"

const VERSION = "v1"

/** 256 bits from key material, for one purpose only (RFC 5869). */
const derived = (material: Uint8Array, purpose: string, bytes = 32) =>
  new Uint8Array(hkdfSync("sha256", material, "business-platform", purpose, bytes))

const seal = (key: Uint8Array, text: string, about: string) => `${VERSION}.${Buffer.from(sealed(key, text, about)).toString("base64url")}`

const open = (key: Uint8Array, text: string, about: string) =>
  opened(key, Buffer.from(text.slice(VERSION.length + 1), "base64url"), about)

/**
 * Seals secrets that must be read again (AES-256-GCM), so that a copy of the database without SECRET_KEY holds none. Without
 * that variable the key lies in the database, and a copy of it is as good as the service itself.
 */
export class Vault extends Context.Service<Vault, {
  /** `about` says whose secret it is: it opens for nothing else. */
  readonly seal: (text: string, about: string) => string
  /** Nothing when it was sealed with another key, for something else, or was tampered with. */
  readonly open: (sealed: string, about: string) => Option.Option<string>
  /** Bytes for one purpose, the same on all processes of the installation and after a restart. */
  readonly derive: (purpose: string, bytes: number) => Uint8Array
}>()("layers/identity/Vault") {
  static readonly layer = Layer.effect(Vault, Effect.gen(function*() {
    const sql = yield* SystemSql
    const { secretKey } = yield* ServiceConfig
    yield* Effect.orDie(sql`insert into identity.vault (id, key) values (1, ${randomBytes(32)}) on conflict do nothing`)
    const [own] = yield* Effect.orDie(sql<{ key: Uint8Array }>`select key from identity.vault`)
    const set = Option.match(secretKey, {
      onNone: () => [],
      onSome: (text) => Redacted.value(text).split(",").map((one) => Buffer.from(one.trim()))
    })
    const materials: ReadonlyArray<Uint8Array> = [...set, own!.key]
    const sealing = materials.map((material) => derived(material, "seal"))
    return Vault.of({
      seal: (text, about) => seal(sealing[0]!, text, about),
      open: (sealed, about) =>
        sealing.reduce((found, key) => Option.isSome(found) ? found : open(key, sealed, about), Option.none<string>()),
      derive: (purpose, bytes) => derived(materials[0]!, `derive ${purpose}`, bytes)
    })
  }))
}
