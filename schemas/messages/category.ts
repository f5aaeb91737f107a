import { category } from "#schemas/kernel/category"

export const messages = category({
  contactTables: {
    emails: { versioned: true, example: 3 }
  },
  timelineKinds: ["customer_email"],
  timelineObjects: ["email"]
})
