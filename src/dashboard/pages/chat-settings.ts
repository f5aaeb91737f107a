import { Effect } from "effect"
import { Site } from "#layers/kernel/installation/site"
import type { ChatSettings, ModelChoice } from "#schemas/ai/settings"
import { unavailable } from "../api-errors.ts"
import { doneNotice } from "../components/elements.ts"
import { checkbox, field, type FieldErrors, NO_ERRORS, postForm, textarea } from "../components/form.ts"
import { count } from "../components/locale.ts"
import { facts } from "../components/table.ts"
import { time } from "../components/time.ts"
import { permitted, problem, textOf } from "../forms.ts"
import { type Page, SessionRequest } from "../handler.ts"
import { html, type Node } from "../html.ts"
import { paths } from "../paths.ts"
import { submit } from "../submit.ts"

const FIELDS = ["greeting", "tone", "unknown", "visitors", "models", "conversation_tokens", "visitor_tokens"] as const

const modelText = ({ model, provider }: ModelChoice) => `${provider}/${model}`

/** A model a line, as `provider/model`; what is none is told by the contract. */
const modelsIn = (text: string) => text.split("\n").map((one) => one.trim()).filter((one) => one !== "").map((one) => {
  const [provider = "", ...model] = one.split("/")
  return { provider, model: model.join("/") } as ModelChoice
})

type Said = (name: typeof FIELDS[number]) => string

const saidBy = (settings: ChatSettings): Said => (name) => {
  const value = settings[name]
  return typeof value === "boolean" ? value ? "yes" : "" : typeof value === "object" ? value.map(modelText).join("\n") : String(value)
}

const settingsForm = (said: Said, errors: FieldErrors): Node => postForm({
  to: paths.chatSettings, button: "Save", tone: "main",
  fields: [
    checkbox("visitors", "yes", "Visitors of the company's site may ask", said("visitors") !== ""),
    textarea({ name: "greeting", label: "What it says first", value: said("greeting"), errors, attributes: { rows: "2", maxlength: "500" } }),
    field({
      name: "unknown", label: "What it says where nothing fits", errors,
      help: "It makes nothing up: where the knowledge base has no answer, this is what it says.", attributes: { value: said("unknown"), maxlength: "500" }
    }),
    textarea({
      name: "tone", label: "How the company speaks", value: said("tone"), errors, help: "“Friendly and short.” It goes with every question to a model.",
      attributes: { rows: "2", maxlength: "1000" }
    }),
    textarea({
      name: "models", label: "Models", value: said("models"), errors,
      help: "One a line, like openai/gpt-4.1-mini: where one fails, the next one answers. Empty: those of this installation.",
      attributes: { rows: "3", spellcheck: "false", autocapitalize: "none" }
    }),
    field({
      name: "conversation_tokens", label: "AI tokens of one conversation a day", errors,
      attributes: { value: said("conversation_tokens"), inputmode: "numeric", required: true }
    }),
    field({
      name: "visitor_tokens", label: "AI tokens of the visitors of one network address a day", errors,
      attributes: { value: said("visitor_tokens"), inputmode: "numeric", required: true }
    })
  ]
})

/** What AI took this month, beside what the plan has. */
const usage = Effect.gen(function*() {
  const { api: { ai }, session: { company: { time_zone } } } = yield* SessionRequest
  return yield* Effect.match(ai.get_ai_usage(), {
    onFailure: unavailable,
    onSuccess: ({ held, left, limit, resets_at, used }) => facts([
      ["Used this month", [count(used), held > 0 && [", ", count(held), " more set aside"]]],
      ["Of the plan", limit === null ? "without limit" : count(limit)],
      ["Left", left === null ? "without limit" : count(left)],
      ["They come back", time(time_zone, resets_at)]
    ])
  })
})

/** How the chat gets onto a page. */
const embedding = Effect.map(Effect.flatMap(Site, ({ origin }) => origin), (origin) => html`
  <section>
    <h2>On your site</h2>
    <p>
      Put this line into any page, with a publishable key that names the page's origin. The script comes from here and asks nobody else; a content security
      policy has to allow <code>${origin}</code> in <code>script-src</code> and <code>connect-src</code>.
    </p>
    <pre class="words"><code>${`<script src="${origin}/chat/widget.js" data-key="pk_service_live_..." defer></script>`}</code></pre>
    <p>Your site here has it at <code>/chat</code>, also without a script.</p>
  </section>`)

const shown = Effect.fnUntraced(function*(errors: FieldErrors, typed?: Said) {
  const { api: { ai }, query } = yield* SessionRequest
  const settings = yield* ai.get_chat_settings()
  return {
    title: "How the chat answers",
    section: paths.chatSettings,
    content: html`
      <div>
        ${doneNotice(query, { saved: "Saved." })}
        ${problem(errors)}
        <section class="narrow">${yield* permitted("update_chat_settings", () => settingsForm(typed ?? saidBy(settings), errors))}</section>
        <section><h2>AI tokens</h2>${yield* usage}</section>
        ${yield* embedding}
      </div>`
  } satisfies Page
})

export const chatSettingsPage = Effect.suspend(() => shown(NO_ERRORS))

/** A number as it was typed; what is none is told by the contract. */
const numberIn = (text: string): number => text === "" ? Number.NaN : Number(text)

export const saveChatSettings = Effect.gen(function*() {
  const { api: { ai }, form } = yield* SessionRequest
  const said: Said = (name) => textOf(form, name)
  const payload = {
    greeting: said("greeting"), tone: said("tone"), unknown: said("unknown"), visitors: form.has("visitors"), models: modelsIn(said("models")),
    conversation_tokens: numberIn(said("conversation_tokens")), visitor_tokens: numberIn(said("visitor_tokens"))
  }
  return yield* submit("update_chat_settings", {
    payload, again: (errors) => shown(errors, said),
    call: Effect.as(ai.update_chat_settings({ payload }), { to: `${paths.chatSettings}?done=saved` })
  })
})
