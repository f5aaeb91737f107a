import { HttpApiGroup, OpenApi } from "effect/http-api"
import { Authenticated, Public } from "#schemas/kernel/gates"
import { get_email, list_emails } from "./emails.api.ts"
import { receive_email_report } from "./reports.api.ts"
import {
  list_phone_numbers, provision_phone_number, release_phone_number, search_available_numbers, update_phone_number
} from "./voice/numbers.api.ts"

export class Messages extends HttpApiGroup.make("messages")
  .add(list_emails.middleware(Authenticated), get_email.middleware(Authenticated), receive_email_report.middleware(Public))
  .prefix("/messages")
  /* Phone numbers and calls. */
  .add(list_phone_numbers.middleware(Authenticated), search_available_numbers.middleware(Authenticated))
  .add(provision_phone_number.middleware(Authenticated), update_phone_number.middleware(Authenticated), release_phone_number.middleware(Authenticated))
  .annotateMerge(OpenApi.annotations({
    title: "Messages",
    description: "What the company writes to its customers and speaks with them about, and what became of it."
  }))
{}
