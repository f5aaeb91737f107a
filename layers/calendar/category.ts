import { category } from "../kernel/category.ts"

export const calendar = category({
  /* They are about the company's own people, who are no contacts; only what was written freely may name a contact. */
  personal: [
    { object: "staff_member", table: "staff", about: "never" },
    { object: "time_off", table: "time_off", about: "never", texts: ["reason"] }
  ]
})
