import { category } from "#schemas/kernel/category"

export const calendar = category({
  personal: {
    staff_member: { holds: "Names and e-mail addresses of the company's staff, and when they work.", purpose: "So that customers can book them." },
    time_off: { holds: "When staff are away, and why, if the company wrote that down.", purpose: "So that nobody books them then." }
  }
})
