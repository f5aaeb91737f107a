import { Schema } from "effect"
import { line, prose } from "#schemas/kernel/text"

/** A model of a party. */
export const ModelChoice = Schema.Struct({
  provider: Schema.Literals(["openai", "anthropic"]).annotate({ description: "`openai` is also any API like OpenAI's.", examples: ["openai"] }),
  model: Schema.String.check(Schema.isPattern(/^[\w./:@-]{1,100}$/u, { expected: "the name of a model" })).annotate({
    description: "As the party names it.", examples: ["gpt-4.1-mini"]
  })
}).annotate({ identifier: "AiModelChoice" })
export type ModelChoice = typeof ModelChoice.Type

const whole = (minimum: number, maximum: number) => Schema.Int.check(Schema.isBetween({ minimum, maximum }))

const models = {
  description: "The models that answer, in the order in which one stands in for another. Empty: those of this installation. Without an account at a " +
    "party, and with a test key, answers are simulated, and say so.",
  examples: [[{ provider: "openai", model: "gpt-4.1-mini" }]]
} as const
const tone = { description: "How the company speaks, for every answer.", examples: ["Friendly and short. We say \"you\"."] } as const
const greeting = { description: "What the chat of the company's site says first.", examples: ["Hello! What would you like to know?"] } as const
const unknown = { description: "What is answered where the company's knowledge has nothing that fits.", examples: ["I do not know that."] } as const
const conversation_tokens = { description: "AI tokens that one conversation may take a day.", examples: [20_000] } as const
const visitor_tokens = { description: "AI tokens that visitors from one network address may take a day.", examples: [10_000] } as const
const visitors = { description: "Whether visitors of the company's site may ask.", examples: [true] } as const

/** How a company's chat answers. Live and test keys share it. */
export const ChatSettings = Schema.Struct({
  models: Schema.Array(ModelChoice).annotate(models as never),
  tone: Schema.String.annotate(tone),
  greeting: Schema.String.annotate(greeting),
  unknown: Schema.String.annotate(unknown),
  visitors: Schema.Boolean.annotate(visitors),
  conversation_tokens: Schema.Int.annotate(conversation_tokens),
  visitor_tokens: Schema.Int.annotate(visitor_tokens)
}).annotate({ identifier: "ChatSettings" })
export type ChatSettings = typeof ChatSettings.Type

export const ChatSettingsChanges = Schema.Struct({
  models: Schema.optionalKey(Schema.Array(ModelChoice).check(Schema.isMaxLength(5)).annotate(models as never)),
  tone: Schema.optionalKey(prose(1_000).annotate(tone)),
  greeting: Schema.optionalKey(prose(500).annotate(greeting)),
  unknown: Schema.optionalKey(line(500).annotate(unknown)),
  visitors: Schema.optionalKey(Schema.Boolean.annotate(visitors)),
  conversation_tokens: Schema.optionalKey(whole(1_000, 1_000_000).annotate(conversation_tokens)),
  visitor_tokens: Schema.optionalKey(whole(1_000, 1_000_000).annotate(visitor_tokens))
}).annotate({
  identifier: "ChatSettingsChanges", description: "Only the fields that change.", examples: [{ tone: "Friendly and short.", visitors: true }]
})
