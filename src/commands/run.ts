import { Command } from "effect/cli"
import { apiCommand } from "./api.ts"
import { backupCommand, restoreCommand } from "./backup.ts"
import { benchmarksCommand } from "./benchmarks.ts"
import { bootstrapCommand } from "./bootstrap.ts"
import { configCommand } from "./config.ts"
import { contentCommand } from "./content.ts"
import { doctorCommand } from "./doctor.ts"
import { exportCommand } from "./export.ts"
import { importCommand } from "./import.ts"
import { kbCommand } from "./kb.ts"
import { keyCommand } from "./key.ts"
import { leadsCommand } from "./leads.ts"
import { ledgerCommand } from "./ledger.ts"
import { listenCommand } from "./listen.ts"
import { loginCommand, logoutCommand, profilesCommand } from "./login.ts"
import { logsCommand } from "./logs.ts"
import { migrateCommand } from "./migrate.ts"
import { passwordCommand } from "./password.ts"
import { proveCommand } from "./prove.ts"
import { receiptsCommand } from "./receipts.ts"
import { running } from "./running.ts"
import { runsCommand } from "./runs.ts"
import { serveCommand } from "./serve.ts"
import { signingKeyCommand } from "./signing-key.ts"
import { tierCommand } from "./tier.ts"

const service = Command.make("service").pipe(
  Command.withDescription("The business platform API: runs it, and looks after it."),
  Command.withSubcommands([
    serveCommand, migrateCommand, bootstrapCommand, passwordCommand, keyCommand, tierCommand, runsCommand, leadsCommand,
    ledgerCommand, receiptsCommand, signingKeyCommand, exportCommand, importCommand, benchmarksCommand, contentCommand, configCommand,
    doctorCommand, backupCommand, restoreCommand, proveCommand, kbCommand, apiCommand, listenCommand, logsCommand, loginCommand,
    logoutCommand, profilesCommand
  ])
)

running(service)
