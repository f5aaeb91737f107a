import { category } from "#schemas/kernel/category"

export const messages = category({
  contactTables: {
    emails: { versioned: true, example: 3 },
    sms_consents: { versioned: true, example: 1 }
  },
  timelineKinds: ["customer_email"],
  timelineObjects: ["email"],
  personal: {
    email: { holds: "E-mails to customers: address, subject, text, and what became of them.", purpose: "To write to customers, and to prove what was written.", retained: true },
    phone_number: { holds: "The company's numbers, and the phones of its people that calls ring.", purpose: "So that customers reach somebody." },
    sms_consent: { holds: "Who agreed to be texted, for which number, the words, where and when.", purpose: "To text only who agreed, and to prove it.", retained: true }
  }
})
