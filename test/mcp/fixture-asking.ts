import { Effect } from "effect"
import { type InputRequest, InputRequired, type JsonObject, McpCall, type McpPrompt, type McpTool } from "#src/mcp/profile"
import { nothing, text } from "./fixture-contents.ts"

const form = (message: string, properties: JsonObject, required: ReadonlyArray<string> = Object.keys(properties)): InputRequest => ({
  method: "elicitation/create",
  params: { mode: "form", message, requestedSchema: { type: "object", properties, required } }
})

const sample = (prompt: string, maxTokens = 100): InputRequest => ({
  method: "sampling/createMessage",
  params: { messages: [{ role: "user", content: { type: "text", text: prompt } }], maxTokens }
})

const roots: InputRequest = { method: "roots/list", params: {} }

const name = form("What is your name?", { name: { type: "string" } })
const confirm = form("Please confirm", { ok: { type: "boolean" } })

type Answers = Readonly<Record<string, JsonObject>>

/** Asks until everything is answered, then says what it heard. */
const asks = (
  name: string,
  requests: (args: JsonObject) => Readonly<Record<string, InputRequest>>,
  hear: (answers: Answers) => string,
  state?: string
): McpTool => ({
  name,
  description: "Asks before it answers.",
  inputSchema: { type: "object", properties: { message: { type: "string" }, prompt: { type: "string" } } },
  call: Effect.fnUntraced(function*(args) {
    const { responses, state: kept } = yield* McpCall
    const wanted = requests(args)
    return Object.keys(wanted).every((key) => responses[key] !== undefined) && kept === state
      ? { content: [text(hear(responses))] }
      : new InputRequired(wanted, state)
  })
})

const said = (prefix: string) => (answers: Answers) => {
  const [answer = {}] = Object.values(answers)
  return `${prefix}: action=${String(answer["action"])}, content=${JSON.stringify(answer["content"] ?? {})}`
}

const multiRound: McpTool = {
  name: "test_input_required_result_multi_round",
  description: "Asks twice before it answers.",
  inputSchema: nothing,
  call: Effect.fnUntraced(function*() {
    const { responses, state } = yield* McpCall
    if (state === "second" && responses["step2"] !== undefined) return { content: [text("Both steps are done.")] }
    return state === "first" && responses["step1"] !== undefined
      ? new InputRequired({ step2: form("Step 2: What is your favorite color?", { color: { type: "string" } }) }, "second")
      : new InputRequired({ step1: form("Step 1: What is your name?", { name: { type: "string" } }) }, "first")
  })
}

const byCapability: McpTool = {
  name: "test_input_required_result_capabilities",
  description: "Asks what the client can answer.",
  inputSchema: nothing,
  call: Effect.fnUntraced(function*() {
    const { capabilities, responses } = yield* McpCall
    return Object.keys(responses).length > 0 ? { content: [text("Answered.")] } : new InputRequired({
      ...capabilities["elicitation"] !== undefined && { name },
      ...capabilities["sampling"] !== undefined && { greeting: sample("Say hello") }
    })
  })
}

const titled = (titles: ReadonlyArray<string>) => titles.map((title, index) => ({ const: `value${index + 1}`, title }))

/** Tools that ask before they answer. */
export const asking: ReadonlyArray<McpTool> = [
  asks("test_input_required_result_elicitation", () => ({ user_name: name }), said("Hello")),
  asks("test_input_required_result_sampling", () => ({ capital_question: sample("What is the capital of France?") }),
    (answers) => JSON.stringify(answers["capital_question"]!["content"])),
  asks("test_input_required_result_list_roots", () => ({ client_roots: roots }), (answers) => JSON.stringify(answers["client_roots"])),
  asks("test_input_required_result_request_state", () => ({ confirm }), () => "state-ok", "kept"),
  asks("test_input_required_result_tampered_state", () => ({ confirm }), () => "state-ok", "kept"),
  asks("test_input_required_result_multiple_inputs", () => ({
    user_name: name, greeting: sample("Generate a greeting", 50), client_roots: roots
  }), () => "All three are there.", "kept"),
  multiRound,
  byCapability,
  asks("test_streaming_elicitation", () => ({ user_name: name }), said("Hello")),
  {
    name: "test_missing_capability",
    description: "Works only where the client's model can be asked.",
    inputSchema: nothing,
    needs: ["sampling"],
    call: () => Effect.succeed({ content: [text("The client can be asked.")] })
  },
  asks("test_sampling", ({ prompt }) => ({ answer: sample(String(prompt)) }),
    (answers) => `LLM response: ${JSON.stringify(answers["answer"]!["content"])}`),
  asks("test_elicitation", ({ message }) => ({
    answer: form(String(message), {
      username: { type: "string", description: "User's response" },
      email: { type: "string", description: "User's email address" }
    })
  }), said("User response")),
  asks("test_elicitation_sep1034_defaults", () => ({
    answer: form("Please review the defaults", {
      name: { type: "string", default: "John Doe" },
      age: { type: "integer", default: 30 },
      score: { type: "number", default: 95.5 },
      status: { type: "string", enum: ["active", "inactive", "pending"], default: "active" },
      verified: { type: "boolean", default: true }
    }, [])
  }), said("Elicitation completed")),
  asks("test_elicitation_sep1330_enums", () => ({
    answer: form("Please choose", {
      untitledSingle: { type: "string", enum: ["option1", "option2", "option3"] },
      titledSingle: { type: "string", oneOf: titled(["First Option", "Second Option", "Third Option"]) },
      legacyEnum: { type: "string", enum: ["opt1", "opt2", "opt3"], enumNames: ["Option One", "Option Two", "Option Three"] },
      untitledMulti: { type: "array", items: { type: "string", enum: ["option1", "option2", "option3"] } },
      titledMulti: { type: "array", items: { anyOf: titled(["First Choice", "Second Choice", "Third Choice"]) } }
    }, [])
  }), said("Elicitation completed"))
]

/** A prompt that asks before it is written. */
export const askingPrompt: McpPrompt = {
  name: "test_input_required_result_prompt",
  description: "Asks for its context.",
  get: Effect.fnUntraced(function*() {
    const { responses } = yield* McpCall
    return responses["user_context"] === undefined
      ? new InputRequired({ user_context: form("What context should the prompt use?", { context: { type: "string" } }) })
      : { messages: [{ role: "user" as const, content: text(`In this context: ${JSON.stringify(responses["user_context"]["content"])}`) }] }
  })
}
