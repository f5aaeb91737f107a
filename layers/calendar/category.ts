import { category } from "../kernel/category.ts"
import { connectionSecrets, feedTokens } from "./sealed.ts"

export const calendar = category({
  sealed: [connectionSecrets, feedTokens],
  /* They are about the company's own people, who are no contacts; only what was written freely may name a contact. */
  personal: [
    { object: "staff_member", table: "staff", about: "never" },
    { object: "time_off", table: "time_off", about: "never", texts: ["reason"] },
    { object: "calendar_connection", table: "calendar_connections", about: "never" }
  ]
})
