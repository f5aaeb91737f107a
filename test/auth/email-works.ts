import { Layer, Option, Redacted } from "effect"
import { ServiceConfig } from "#layers/kernel/config"
import { Mail } from "#layers/providers/mail"
import { EmailProgram, EmailRun } from "#workflows/auth/emails"
import type { Workflows } from "../support/engine.ts"

/** E-mails that go to the mail server at `address`. */
export const works = (address: string): Workflows => [[
  EmailRun,
  EmailProgram.pipe(
    Layer.provide(Layer.fresh(Mail.layer).pipe(Layer.provide(ServiceConfig.layerOf({ smtpUrl: Option.some(Redacted.make(address)) }))))
  )
]]
