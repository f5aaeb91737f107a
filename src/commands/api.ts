import { Effect } from "effect"
import { Argument, Command, Flag } from "effect/cli"
import { target } from "./flags.ts"

const flags = {
  verb: Argument.String("verb").pipe(Argument.withDescription("An operation by its name, like list_products: GET /api/v1/agent/verbs lists them")),
  fields: Argument.String("name=value").pipe(
    Argument.withDescription("What it takes: a text as it is, anything else as JSON, null too where a field may be that"),
    Argument.filter((text) => text.indexOf("=") > 0, (text) => `${JSON.stringify(text)} is not name=value`),
    Argument.variadic()
  ),
  ...target,
  file: Flag.String("file").pipe(
    Flag.withDescription("The file to send, where the operation takes one; the ending of its name tells what it is"), Flag.optional
  ),
  confirmation: Flag.String("confirmation").pipe(
    Flag.withDescription("The confirmation of a person who agreed, where the operation needs a consent"), Flag.optional
  )
}

const split = (text: string): readonly [name: string, value: string] => {
  const at = text.indexOf("=")
  return [text.slice(0, at), text.slice(at + 1)]
}

export const apiCommand = Command.make("api", flags, ({ fields, ...input }) =>
  Effect.flatMap(Effect.promise(() => import("./api-call.ts")), ({ apiCall }) => apiCall({ ...input, fields: fields.map(split) }))).pipe(
    Command.withDescription(
      "Call any operation of a running service with the API key in API_KEY or of service login, as its OpenAPI document describes it, and print the answer. The " +
        "exit code is 1 if it was refused."
    ),
    Command.withExamples([
      { command: "API_KEY=sk_service_test_... service api list_products search=mug limit=5", description: "Products by name" },
      {
        command: "API_KEY=sk_service_test_... service api create_cart email=grace@navy.example 'items=[{\"variant_id\":1,\"quantity\":2}]'",
        description: "A cart with two of a variant"
      },
      {
        command: "API_KEY=sk_service_test_... service api upload_media --file mug.jpg 'alt=A red mug'",
        description: "A picture for the website"
      }
    ])
  )
