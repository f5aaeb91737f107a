import { Effect } from "effect"
import { type Content, McpCall, McpError, type McpTool, type ObjectSchema } from "#src/mcp/profile"

export const nothing: ObjectSchema = { type: "object", properties: {} }

/** One red pixel. */
export const png =
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8DwHwAFBQIAX8jx0gAAAABJRU5ErkJggg=="
/** Silence. */
const wav = "UklGRiYAAABXQVZFZm10IBAAAAABAAEAQB8AAAB9AAACABAAZGF0YQIAAAA="

export const text = (text: string): Content => ({ type: "text", text })

const says = (name: string, description: string, ...content: ReadonlyArray<Content>): McpTool => ({
  name, description, inputSchema: nothing, call: () => Effect.succeed({ content })
})

const image: Content = { type: "image", data: png, mimeType: "image/png" }

const moment = Effect.sleep("50 millis")

/** Told in three steps, as the suite wants its logs and its progress. */
const inThree = (tell: (step: number) => Effect.Effect<void>) =>
  Effect.all([tell(0), moment, tell(1), moment, tell(2)], { discard: true })

const steps = ["Tool execution started", "Tool processing data", "Tool execution completed"]

const logging = (name: string): McpTool => ({
  name,
  description: "Logs while it works.",
  inputSchema: nothing,
  call: Effect.fnUntraced(function*() {
    const { log } = yield* McpCall
    yield* inThree((step) => log("info", steps[step]!))
    return { content: [text("Logged three times.")] }
  })
})

const progress: McpTool = {
  name: "test_tool_with_progress",
  description: "Tells how far it is while it works.",
  inputSchema: nothing,
  call: Effect.fnUntraced(function*() {
    const { progress } = yield* McpCall
    yield* inThree((step) => progress(step * 50, 100, `${step * 50} of 100`))
    return { content: [text("Done.")] }
  })
}

const reconnection: McpTool = {
  name: "test_reconnection",
  description: "Breaks the stream of its answer, which is there when the client comes back.",
  inputSchema: nothing,
  call: Effect.fnUntraced(function*() {
    const { pause } = yield* McpCall
    yield* pause
    yield* moment
    return { content: [text("Reconnected.")] }
  })
}

/** Every keyword of it is looked for in the list. */
const newest: McpTool = {
  name: "json_schema_2020_12_tool",
  description: "Takes what JSON Schema 2020-12 can say.",
  inputSchema: {
    $schema: "https://json-schema.org/draft/2020-12/schema",
    type: "object",
    $defs: {
      address: { $anchor: "addressDef", type: "object", properties: { street: { type: "string" }, city: { type: "string" } } }
    },
    properties: {
      name: { type: "string" },
      address: { $ref: "#/$defs/address" },
      contactMethod: { type: "string", enum: ["phone", "email"] },
      phone: { type: "string" },
      email: { type: "string" }
    },
    allOf: [{ anyOf: [{ required: ["phone"] }, { required: ["email"] }] }],
    if: { properties: { contactMethod: { const: "phone" } }, required: ["contactMethod"] },
    // oxlint-disable-next-line unicorn/no-thenable -- a keyword of JSON Schema
    then: { required: ["phone"] },
    else: { required: ["email"] },
    additionalProperties: false
  },
  call: (args) => Effect.succeed({ structured: args })
}

const structured: McpTool = {
  name: "test_structured",
  description: "Answers what it was given, as data.",
  inputSchema: { type: "object", properties: { value: { type: "string" } }, required: ["value"] },
  outputSchema: { type: "object", properties: { value: { type: "string" } }, required: ["value"] },
  annotations: { readOnlyHint: true, openWorldHint: false },
  call: (args) => Effect.succeed({ structured: args })
}

/** One of its arguments goes along in a header, for whoever routes requests without reading them. */
const routed: McpTool = {
  name: "test_routed",
  description: "Takes a region that travels in a header too.",
  inputSchema: {
    type: "object",
    properties: { region: { type: "string", "x-mcp-header": "Region" } },
    required: ["region"]
  },
  call: (args) => Effect.succeed({ structured: args })
}

/** How many calls that never answer are under way. */
export const waiting = { calls: 0 }

const never: McpTool = {
  name: "test_never",
  description: "Never answers.",
  inputSchema: nothing,
  call: () =>
    Effect.acquireUseRelease(
      Effect.sync(() => void waiting.calls++),
      () => Effect.never,
      () => Effect.sync(() => void waiting.calls--)
    )
}

const refused: McpTool = {
  name: "test_refused",
  description: "Says no as the protocol does.",
  inputSchema: nothing,
  call: () => Effect.fail(new McpError(-32602, "This is refused.", { because: "of the test" }))
}

/** Tools that answer by themselves. */
export const answering: ReadonlyArray<McpTool> = [
  says("test_simple_text", "Answers with a text.", text("This is a simple text response for testing.")),
  says("test_image_content", "Answers with an image.", image),
  says("test_audio_content", "Answers with a sound.", { type: "audio", data: wav, mimeType: "audio/wav" }),
  says("test_embedded_resource", "Answers with a resource.", {
    type: "resource",
    resource: { uri: "test://embedded-resource", mimeType: "text/plain", text: "This is an embedded resource content." }
  }),
  says("test_multiple_content_types", "Answers with a text, an image and a resource.", text("Multiple content types test:"), image, {
    type: "resource",
    resource: { uri: "test://mixed-content-resource", mimeType: "application/json", text: JSON.stringify({ test: "data", value: 123 }) }
  }),
  {
    name: "test_error_handling",
    description: "Never does what it is for.",
    inputSchema: nothing,
    call: () => Effect.succeed({ isError: true, content: [text("This tool intentionally returns an error for testing.")] })
  },
  {
    name: "test_defect",
    description: "Breaks.",
    inputSchema: nothing,
    call: () => Effect.die(new Error("a secret of ours"))
  },
  never,
  logging("test_tool_with_logging"),
  logging("test_logging_tool"),
  progress,
  reconnection,
  newest,
  structured,
  routed,
  refused
]
