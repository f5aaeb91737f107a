import { category } from "#schemas/kernel/category"

export const messages = category({
  contactTables: {
    emails: { versioned: true, example: 3 }
  },
  timelineKinds: ["customer_email"],
  timelineObjects: ["email"],
  personal: {
    email: { holds: "E-mails to customers: address, subject, text, and what became of them.", purpose: "To write to customers, and to prove what was written.", retained: true },
    phone_number: { holds: "The company's numbers, and the phones of its people that calls ring.", purpose: "So that customers reach somebody." }
  }
})
