import { Console, Effect, Layer } from "effect"
import { check, type Contents, restore } from "#layers/backup/restore"
import { ServiceConfig } from "#layers/kernel/config"
import { materialsOf } from "#layers/kernel/receipts/sealing"
import { StartFailure } from "#schemas/kernel/start-failure"
import { Quiet } from "./beside.ts"

interface Input {
  readonly file: string
  readonly check: boolean
  readonly json: boolean
}

const counted = (count: number, one: string, many: string) => `${count} ${count === 1 ? one : many}`

export const told = ({ companies, newest, receipts }: Contents) =>
  `${counted(companies, "company", "companies")}, ${counted(receipts, "receipt", "receipts")}${newest === null ? "" : `, the newest of ${newest}`}.`

/** Who only wants to look at a copy hardly thinks of it. */
const ALIVE = "Once it is started, it acts for real: it sends to the webhooks of its companies, runs their schedules and writes to their customers. To hold a copy that is only to be " +
  "looked at, start it without the settings of providers and where it reaches nothing outside; then pause its schedules and switch its webhooks off before it may."

/** What backups are sealed with: the newest SECRET_KEY first. */
export const passphrases = Effect.gen(function*() {
  const materials = materialsOf((yield* ServiceConfig).secretKey)
  if (materials.length > 0) return materials.map((material) => Buffer.from(material).toString())
  return yield* new StartFailure({
    message: "Backups are sealed with SECRET_KEY, which is not set: set it (openssl rand -base64 48), keep it apart from the backups, and give it to the service too."
  })
})

export const restoreBackup = ({ check: only, file, json }: Input) =>
  Effect.gen(function*() {
    const { dataDir } = yield* ServiceConfig
    const keys = yield* passphrases
    const contents = yield* only ? check(file, keys, dataDir) : restore(file, keys, dataDir)
    yield* Console.log(json ? JSON.stringify({ file, ...contents }) : `${only ? "Can be restored" : "Restored"}: ${told(contents)}`)
    if (!only && !json) yield* Console.log(ALIVE)
  }).pipe(Effect.provide(Layer.provideMerge(ServiceConfig.layer, Quiet)))
