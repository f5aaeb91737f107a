import { Layer, Option, Redacted } from "effect"
import { ServiceConfig } from "#layers/kernel/config"
import { Mail } from "#layers/providers/mail"
import { ReminderTimer } from "#workflows/calendar/reminder-timers"
import { ReminderTimerProgram } from "#workflows/calendar/reminders"
import { EmailDelivery, EmailDeliveryProgram } from "#workflows/messages/send"
import type { Workflows } from "../support/engine.ts"

/** Reminders, and letters that go to the mail server at `address`. */
export const works = (address: string): Workflows => {
  const mail = Layer.fresh(Mail.layer).pipe(Layer.provide(ServiceConfig.layerOf({ smtpUrl: Option.some(Redacted.make(address)) })))
  return [[ReminderTimer, ReminderTimerProgram], [EmailDelivery, EmailDeliveryProgram.pipe(Layer.provide(mail))]]
}
