import { operation } from "#schemas/kernel/endpoints"
import { Conflict } from "#schemas/kernel/errors"
import { PhoneNumber, phoneNumber } from "./phone-number.ts"

export const list_phone_numbers = operation.list("list_phone_numbers", "/voice/numbers", PhoneNumber, {
  ...phoneNumber.list,
  summary: "List phone numbers",
  description: "The numbers that the company calls and writes from, with those that it gave back. Numbers of live and of test keys are apart.",
  access: "messages:read"
})

export const update_phone_number = operation.update("update_phone_number", "/voice/numbers/:id", phoneNumber.change, PhoneNumber, {
  errors: [Conflict],
  summary: "Change a phone number",
  description: "Changes what becomes of calls, when somebody is there, what the voicemail says, and how texts are treated. Calls under way go on as they began.",
  access: "messages:write"
})
