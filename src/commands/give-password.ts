import { Console, Effect, Layer, Option } from "effect"
import { database } from "#layers/database/connections"
import { Accounts } from "#layers/auth/accounts"
import { Audit } from "#layers/auth/audit"
import { givePassword as give } from "#layers/auth/given-password"
import { Passwords } from "#layers/auth/passwords"
import { ChangeLog } from "#layers/kernel/receipts/change-log"
import { migrated } from "#layers/database/migrated"
import { StartFailure } from "#schemas/kernel/start-failure"
import { besideService } from "./beside.ts"
import { newPassword } from "./new-password.ts"

const told = (email: string, password: string, sessions: number) =>
  [
    "This is shown once; nobody can read it again.",
    "",
    `Person    ${email}`,
    `Password  ${password}`,
    `Sessions  ${sessions} ended`
  ].join("\n")

export const givePassword = ({ email, json }: { readonly email: string; readonly json: boolean }) =>
  besideService(Effect.fnUntraced(function*({ url }) {
    yield* migrated(url)
    const password = newPassword()
    const given = yield* Effect.flatMap(
      Effect.orDie(Passwords.use((passwords) => passwords.hash(password))),
      (hash) => give(email, hash)
    ).pipe(
      Effect.provide(Layer.mergeAll(Accounts.layer, Audit.layer, Passwords.layer).pipe(
        Layer.provide(ChangeLog.layer), Layer.provideMerge(database(url, { connections: 2 }))
      ))
    )
    if (Option.isNone(given)) return yield* new StartFailure({ message: `There is no account of ${email}.` })
    const { sessions_ended } = given.value
    yield* Console.log(json ? JSON.stringify({ email, password, sessions_ended }) : told(email, password, sessions_ended))
  }))
