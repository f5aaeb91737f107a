import { Context, Layer } from "effect"
import { Conflict } from "#schemas/kernel/errors"
import { smsTemplate } from "#schemas/messages/sms/template"
import { repository } from "../../kernel/repository.ts"

/** Texts with variables of the caller's company; both modes share them. */
export class SmsTemplates extends Context.Service<SmsTemplates>()("layers/messages/SmsTemplates", {
  make: repository(smsTemplate, {
    noun: "template",
    sort: { name: { column: "name", type: "text" } },
    unique: { sms_templates_name: { column: "name", error: (name: string) => new Conflict({ message: `Another template is called "${name}".` }) } }
  })
}) {
  static readonly layer = Layer.effect(SmsTemplates, SmsTemplates.make)
}
