import { Layer, Option, Redacted } from "effect"
import { ServiceConfig } from "#layers/config"
import { Mail } from "#layers/providers/mail"
import { LetterProgram, LetterRun } from "#workflows/auth/letters"
import type { Workflows } from "../support/engine.ts"

/** Letters that go to the mail server at `address`. */
export const works = (address: string): Workflows => [[
  LetterRun,
  LetterProgram.pipe(
    Layer.provide(Layer.fresh(Mail.layer).pipe(Layer.provide(ServiceConfig.layerOf({ smtpUrl: Option.some(Redacted.make(address)) }))))
  )
]]
