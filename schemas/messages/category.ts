import { Schema } from "effect"
import { counting } from "#schemas/crm/counting"
import { category } from "#schemas/kernel/category"
import { Direction } from "./sms/direction.ts"
import { CallResult } from "./voice/result.ts"
import { measures } from "./measures.ts"

export const messages = category({
  measures,
  contactTables: {
    emails: { versioned: true, example: 3 },
    sms_threads: { versioned: true, example: 1 },
    sms_messages: { versioned: true, example: 4 },
    calls: { versioned: true, example: 2 },
    sms_consents: { versioned: true, example: 1 },
    campaign_recipients: { versioned: false, example: 2 }
  },
  conditions: {
    messages: counting("messages", {
      direction: Schema.optionalKey(Direction.annotate({ description: "`inbound`: the contact wrote them; both if left out.", examples: ["inbound"] }))
    }, "written").annotate({ description: "How many text messages the contact wrote or got. Those of test keys do not count." }),
    calls: counting("calls", {
      direction: Schema.optionalKey(Direction.annotate({ description: "`inbound`: the contact called; both if left out.", examples: ["inbound"] })),
      result: Schema.optionalKey(CallResult)
    }, "begun").annotate({ description: "How often the contact called or was called. Calls of test keys do not count." })
  },
  timelineKinds: ["customer_email", "text_message", "phone_call"],
  timelineObjects: ["email", "message", "call"],
  personal: {
    email: { holds: "E-mails to customers: address, subject, text, and what became of them.", purpose: "To write to customers, and to prove what was written.", retained: true },
    phone_number: { holds: "The company's numbers, and the phones of its people that calls ring.", purpose: "So that customers reach somebody." },
    message: {
      holds: "Text messages with a contact: numbers, words, pictures, and what became of them.", purpose: "To write with customers, and to prove what was written.",
      retained: true
    },
    call: {
      holds: "Calls with a contact: numbers, when, how long, what happened, what was said by machine.", purpose: "To speak with customers, and to call back whom nobody answered.",
      retained: true
    },
    call_recording: {
      holds: "Messages that callers left, conversations that were recorded, and what was said in them.", purpose: "To hear what was asked for.", retained: true
    },
    thread: { holds: "With which number a contact writes, the beginning of the latest text, and who answers.", purpose: "To answer them." },
    received_text: { holds: "Texts that came in and are in no conversation yet.", purpose: "To put them into their conversations." },
    opt_out: { holds: "Which numbers do not want texts, and what they wrote to say so.", purpose: "To write to nobody who does not want it." },
    sms_opt_out_link: { holds: "By which link a number ends texts.", purpose: "So that a link in an old text works." },
    sms_template: { holds: "Texts of the company's own, which may name somebody.", purpose: "To write the same to many." },
    sms_consent: { holds: "Who agreed to be texted, for which number, the words, where and when.", purpose: "To text only who agreed, and to prove it.", retained: true },
    campaign: { holds: "Texts to many, which may name somebody.", purpose: "To write the same to many." },
    campaign_recipient: { holds: "Whom a campaign texted, at which number, or why not.", purpose: "To text everybody once, and to know what came of it." }
  },
  events: {
    call: {
      received: "A call came in.",
      completed: "A call ended.",
      missed: "A call came in and reached nobody."
    },
    message: {
      received: "A message came in.",
      sent: "A message went out.",
      delivered: "A message arrived.",
      failed: "A message could not be delivered.",
      opted_out: "A number does not want messages any more.",
      spending_high: "Four fifths of what texts of a day may cost are spent."
    }
  },
  firstStep: {
    title: "Keep a text for customers",
    why: "A text that is ready is sent with two clicks, the name of each customer in it.",
    by: "create_sms_template",
    done: { list: "list_sms_templates" }
  }
})
