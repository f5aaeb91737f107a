import { appendFileSync, existsSync, readFileSync } from "node:fs"
import { Effect, Layer } from "effect"
import type { Workflows } from "../support/engine.ts"
import { Mail, TrialReminder, TrialReminderProgram } from "./readme/trial-reminder.ts"

/** A mail server that takes its time; what it was asked for and what it sent stands in a file. */
const mailFile = (file: string) => {
  const sent = (key: string) => existsSync(file) && readFileSync(file, "utf8").includes(`sent ${key}\n`)
  return Layer.succeed(Mail, {
    send: Effect.fnUntraced(function*({ key }) {
      appendFileSync(file, `asked ${key}\n`)
      yield* Effect.sleep("300 millis")
      if (!sent(key)) appendFileSync(file, `sent ${key}\n`)
    })
  })
}

export const works = (mails: string): Workflows => [[TrialReminder, TrialReminderProgram.pipe(Layer.provide(mailFile(mails)))]]
