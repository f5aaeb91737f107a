import { appendFileSync, existsSync, readFileSync } from "node:fs"
import { Effect, Layer, Redacted } from "effect"
import { engineOn } from "../support/engine.ts"
import { Mail, TrialReminder, TrialReminderProgram } from "./readme/trial-reminder.ts"

/** A mail server that takes its time; what it was asked for and what it sent stands in a file. */
const MailFile = (file: string) => {
  const sent = (key: string) => existsSync(file) && readFileSync(file, "utf8").includes(`sent ${key}\n`)
  return Layer.succeed(Mail, {
    send: Effect.fnUntraced(function*({ key }) {
      appendFileSync(file, `asked ${key}\n`)
      yield* Effect.sleep("300 millis")
      if (!sent(key)) appendFileSync(file, `sent ${key}\n`)
    })
  })
}

/** Works on trial reminders, in the database of the first argument, until it is killed. The second is the file of the mails. */
const [url, mails] = process.argv.slice(2) as [string, string]
await engineOn(Redacted.make(url), [[TrialReminder, TrialReminderProgram.pipe(Layer.provide(MailFile(mails)))]], "warn").pipe(
  Layer.tap(() => Effect.sync(() => process.stdout.write("working\n"))),
  Layer.launch,
  Effect.runPromise
)
