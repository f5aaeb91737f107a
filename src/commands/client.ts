#!/usr/bin/env node
import { Command } from "effect/cli"
import { apiCommand } from "./api.ts"
import { exportCommand } from "./export.ts"
import { importCommand } from "./import.ts"
import { kbCommand } from "./kb.ts"
import { listenCommand } from "./listen.ts"
import { loginCommand, logoutCommand, profilesCommand } from "./login.ts"
import { logsCommand } from "./logs.ts"
import { running } from "./running.ts"

/** What a machine needs that only asks a service which runs elsewhere. */
running(Command.make("service").pipe(
  Command.withDescription("Asks a business platform that runs elsewhere."),
  Command.withSubcommands([apiCommand, exportCommand, importCommand, kbCommand, listenCommand, logsCommand, loginCommand, logoutCommand, profilesCommand])
))
