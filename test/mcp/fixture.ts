import { Effect, PubSub, Stream } from "effect"
import { type Changed, type McpPrompt, type McpResource, type McpResourceTemplate, type McpTool, type Profile } from "#src/mcp/profile"
import { asking, askingPrompt } from "./fixture-asking.ts"
import { answering, nothing, png, text } from "./fixture-contents.ts"

const resources: ReadonlyArray<McpResource> = [
  {
    uri: "test://static-text",
    name: "static-text",
    description: "A text.",
    mimeType: "text/plain",
    read: Effect.succeed([
      { uri: "test://static-text", mimeType: "text/plain", text: "This is the content of the static text resource." }
    ])
  },
  {
    uri: "test://static-binary",
    name: "static-binary",
    description: "An image.",
    mimeType: "image/png",
    read: Effect.succeed([{ uri: "test://static-binary", mimeType: "image/png", blob: png }])
  },
  {
    uri: "test://watched-resource",
    name: "watched-resource",
    description: "A text that somebody watches.",
    mimeType: "text/plain",
    read: Effect.succeed([{ uri: "test://watched-resource", mimeType: "text/plain", text: "Watched." }])
  }
]

const resourceTemplates: ReadonlyArray<McpResourceTemplate> = [{
  uriTemplate: "test://template/{id}/data",
  name: "template",
  description: "The data of an id.",
  mimeType: "application/json",
  complete: { id: (value) => Effect.succeed(["123", "124", "200"].filter((id) => id.startsWith(value))) },
  read: ({ id }, uri) =>
    Effect.succeed(id === "none" ? undefined : [{
      uri, mimeType: "application/json", text: JSON.stringify({ id, templateTest: true, data: `Data for ID: ${id}` })
    }])
}]

const user = (content: ReturnType<typeof text>) => ({ role: "user" as const, content })

const prompts: ReadonlyArray<McpPrompt> = [
  {
    name: "test_simple_prompt",
    description: "A prompt.",
    get: () => Effect.succeed({ messages: [user(text("This is a simple prompt for testing."))] })
  },
  {
    name: "test_prompt_with_arguments",
    description: "A prompt with arguments.",
    arguments: [
      {
        name: "arg1",
        description: "First test argument",
        required: true,
        complete: (value) => Effect.succeed(["paris", "park", "party"].filter((one) => one.startsWith(value)))
      },
      { name: "arg2", description: "Second test argument", required: true }
    ],
    get: ({ arg1, arg2 }) => Effect.succeed({ messages: [user(text(`Prompt with arguments: arg1='${arg1}', arg2='${arg2}'`))] })
  },
  {
    name: "test_prompt_with_embedded_resource",
    description: "A prompt with a resource in it.",
    arguments: [{ name: "resourceUri", description: "URI of the resource to embed", required: true }],
    get: ({ resourceUri }) =>
      Effect.succeed({
        messages: [
          user({
            type: "resource",
            resource: { uri: resourceUri!, mimeType: "text/plain", text: "Embedded resource content for testing." }
          }),
          user(text("Please process the embedded resource above."))
        ]
      })
  },
  {
    name: "test_prompt_with_image",
    description: "A prompt with an image in it.",
    get: () =>
      Effect.succeed({
        messages: [user({ type: "image", data: png, mimeType: "image/png" }), user(text("Please analyze the image above."))]
      })
  },
  askingPrompt
]

/** What the conformance suite of the protocol expects of a server under test. */
export const fixture = Effect.gen(function*() {
  const changes = yield* PubSub.sliding<Changed>(16)
  const triggers = (name: string, changed: Changed): McpTool => ({
    name,
    description: "Tells those who listen of a change.",
    inputSchema: nothing,
    call: () => Effect.as(PubSub.publish(changes, changed), { content: [text("Told.")] })
  })
  const profile: Profile = {
    name: "fixture",
    title: "Fixture",
    version: "1.0.0",
    instructions: "For the conformance suite.",
    tools: [
      ...answering,
      ...asking,
      triggers("test_trigger_tool_change", "tools"),
      triggers("test_trigger_prompt_change", "prompts"),
      triggers("test_trigger_resource_change", { resource: "test://watched-resource" })
    ],
    resources,
    resourceTemplates,
    prompts,
    lists: { ttl: 60_000, scope: "public" },
    reads: { ttl: 0, scope: "private" },
    changes: Stream.fromPubSub(changes),
    logs: true,
    sessions: true
  }
  return profile
})
