import { HttpApiGroup, OpenApi } from "effect/http-api"
import { Authenticated } from "#schemas/kernel/gates"
import { get_email, list_emails } from "./emails.api.ts"

export class Messages extends HttpApiGroup.make("messages")
  .add(list_emails, get_email)
  .prefix("/messages")
  .middleware(Authenticated)
  .annotateMerge(OpenApi.annotations({
    title: "Messages",
    description: "What the company writes to its customers, and what became of it."
  }))
{}
