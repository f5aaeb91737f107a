import { Context, Effect, Redacted } from "effect"
import { installationSecret } from "./secrets.ts"
import { derived } from "../receipts/sealing.ts"

/** What all processes of one installation have in common, and no others. */
export class Installation extends Context.Service<Installation, {
  /** Tells it from others that use the same server of another kind. It is no secret. */
  readonly id: string
  /** 256 bits, by which processes that reach each other know that they belong together. */
  readonly clusterKey: Redacted.Redacted<Uint8Array>
}>()("layers/Installation") {
  /** As the database's owner. */
  static readonly read = Effect.map(installationSecret("cluster"), (secret) => {
    const material = Buffer.from(Redacted.value(secret))
    return Installation.of({
      id: Buffer.from(derived(material, "id", 9)).toString("base64url"),
      clusterKey: Redacted.make(derived(material, "cluster"))
    })
  })
}
