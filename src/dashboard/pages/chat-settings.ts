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
import { spoken } from "../words/spoken.ts"

const w = spoken("chatSettings")

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
  to: paths.chatSettings, button: w.save, tone: "main",
  fields: [
    checkbox("visitors", "yes", w.visitors, said("visitors") !== ""),
    textarea({ name: "greeting", label: w.greeting, value: said("greeting"), errors, attributes: { rows: "2", maxlength: "500" } }),
    field({
      name: "unknown", label: w.unknown, errors,
      help: w.unknownHelp, attributes: { value: said("unknown"), maxlength: "500" }
    }),
    textarea({
      name: "tone", label: w.tone, value: said("tone"), errors, help: w.toneHelp,
      attributes: { rows: "2", maxlength: "1000" }
    }),
    textarea({
      name: "models", label: w.models, value: said("models"), errors,
      help: w.modelsHelp,
      attributes: { rows: "3", spellcheck: "false", autocapitalize: "none" }
    }),
    field({
      name: "conversation_tokens", label: w.conversationTokens, errors,
      attributes: { value: said("conversation_tokens"), inputmode: "numeric", required: true }
    }),
    field({
      name: "visitor_tokens", label: w.visitorTokens, errors,
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
      [w.used, [count(used), held > 0 && w.setAside(count(held))]],
      [w.ofPlan, limit === null ? w.noLimit : count(limit)],
      [w.left, left === null ? w.noLimit : count(left)],
      [w.back, time(time_zone, resets_at)]
    ])
  })
})

/** How the chat gets onto a page. */
const embedding = Effect.map(Effect.flatMap(Site, ({ origin }) => origin), (origin) => html`
  <section>
    <h2>${w.onSite}</h2>
    ${w.putLine(origin)}
    <pre class="words"><code>${`<script src="${origin}/chat/widget.js" data-key="pk_service_live_..." defer></script>`}</code></pre>
    ${w.siteHas()}
  </section>`)

const shown = Effect.fnUntraced(function*(errors: FieldErrors, typed?: Said) {
  const { api: { ai }, query } = yield* SessionRequest
  const settings = yield* ai.get_chat_settings()
  return {
    title: w.title,
    section: paths.chatSettings,
    content: html`
      <div>
        ${doneNotice(query, { saved: w.saved })}
        ${problem(errors)}
        <section class="narrow">${yield* permitted("update_chat_settings", () => settingsForm(typed ?? saidBy(settings), errors))}</section>
        <section><h2>${w.aiTokens}</h2>${yield* usage}</section>
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
