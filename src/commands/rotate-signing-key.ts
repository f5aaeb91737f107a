import { Console, Effect, Layer } from "effect"
import { database } from "#layers/database/connections"
import { refusedBy } from "#layers/database/problem"
import { SigningKeys } from "#layers/auth/signing-keys"
import { SecretStore } from "#layers/auth/secret-store"
import { migrated } from "#layers/database/migrated"
import { besideService } from "./beside.ts"

export const rotateSigningKey = ({ json }: { readonly json: boolean }) =>
  besideService(Effect.fnUntraced(function*({ url }) {
    yield* migrated(url)
    const kid = yield* SigningKeys.use(({ rotate }) => rotate).pipe(
      Effect.provide(SigningKeys.layer.pipe(Layer.provide(SecretStore.layer), Layer.provide(database(url, { connections: 2 })))),
      Effect.catchTags({ SqlError: (error) => refusedBy(url, "make a key to sign with")(error) })
    )
    yield* Console.log(json ? JSON.stringify({ kid }) : kid)
  }))
