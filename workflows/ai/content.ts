import { Effect, Stream } from "effect"
import { ModelCalls, type ModelPart } from "#layers/ai/model-calls"
import { AiSettings } from "#layers/ai/settings"
import { CompanySettings } from "#layers/company/settings"
import type { ContentKind, ContentPiece, Fact } from "#schemas/ai/content"
import type * as api from "#schemas/ai/content.api"
import type { Input } from "#schemas/kernel/catalog"
import { streamed } from "#schemas/kernel/streams"
import { CitationFilter } from "./citations.ts"
import { clean, composed, parted, unsupportedIn } from "./composing.ts"
import { keepDraft } from "./drafts.ts"
import { factsFor } from "./facts.ts"
import { contentV1 } from "./prompts/content.v1.ts"
import { authorOf, resumed, wholeOf } from "./writing.ts"

type Asked = Input<typeof api.generate_content>

/** Words that it has about, by kind and length. */
const words: Readonly<Record<ContentKind, Readonly<Record<Asked["length"], number>>>> = {
  page: { short: 150, medium: 350, long: 700 },
  blog_post: { short: 200, medium: 500, long: 900 },
  product_text: { short: 40, medium: 100, long: 200 },
  email: { short: 80, medium: 160, long: 300 },
  sms: { short: 20, medium: 40, long: 60 },
  ad: { short: 12, medium: 20, long: 35 }
}
const TOKENS_EACH = 3
const MOST_OF_NOTE = 500

/** A model's text, with the pointers at facts looked at. */
const checked = (facts: ReadonlyArray<Fact>) => {
  const anew = () => new CitationFilter(facts.map(({ n }) => n))
  let filter = anew()
  const told = (text: string): ReadonlyArray<ContentPiece> => text === "" ? [] : [{ type: "text", text }]
  return (part: ModelPart): ReadonlyArray<ContentPiece> => {
    if (part.type === "call") return []
    if (part.type === "text") return told(filter.push(part.text))
    if (part.type === "restart") {
      filter = anew()
      return [part]
    }
    const rest = told(filter.end())
    return [...rest, { type: "end", cited: [...filter.cited].toSorted((a, b) => a - b), dropped: filter.dropped, ...authorOf(part) }]
  }
}

const made = (asked: Asked) => Stream.unwrap(Effect.gen(function*() {
  const { about, kind, length } = asked
  const [company, settings, models] = [yield* CompanySettings.use(({ own }) => own), yield* AiSettings.use(({ get }) => get), yield* ModelCalls]
  const facts = yield* factsFor(asked, company)
  const most = words[kind][length]
  const parts = models.stream({
    agent: "content",
    instructions: contentV1.instructions({
      kind, company: company.name, language: asked.language ?? company.locale, tone: asked.tone ?? settings.tone, size: `in about ${most} words`,
      facts: facts.map(({ n, text, title }) => ({ n, title, heading: [], text }))
    }),
    turns: [{ role: "user", text: contentV1.message(about) }],
    most: most * TOKENS_EACH + 200,
    temperature: 0.6,
    simulated: (notice) => composed({ about, kind, length, notice }, facts)
  })
  const told: ContentPiece = { type: "facts", facts }
  return Stream.concat(Stream.succeed(told), parts.pipe(Stream.map(checked(facts)), Stream.flattenIterable))
}))

type Made = ReturnType<typeof made>

export const generate_content = streamed(
  (asked: Asked, sent: ReadonlyArray<ContentPiece>): Stream.Stream<ContentPiece, Stream.Error<Made>, Stream.Services<Made>> => resumed(sent, made(asked)),
  Effect.fnUntraced(function*(asked: Asked, all: ReadonlyArray<ContentPiece>) {
    const { end: { cited, dropped, type: _type, ...author }, text } = wholeOf(all)
    const { about, kind, product_id, save } = asked
    const { rest, title } = parted(kind, text, about)
    const given = all.flatMap((one) => one.type === "facts" ? [one.facts] : []).at(-1) ?? []
    const facts = given.filter(({ n }) => cited.includes(n))
    const body = clean(rest)
    const language = asked.language ?? (yield* CompanySettings.use(({ own }) => own)).locale
    const note = `Written by ${author.simulated ? "nobody: it is simulated" : author.model} from ${facts.length} facts: ${facts.map(({ title }) => title).join("; ")}`.slice(0, MOST_OF_NOTE)
    const kept = save
      ? yield* keepDraft({ kind, title: title === null ? null : clean(title), body, language, about, note, ...product_id !== undefined && { product_id } })
      : { draft: null, not_saved: "`save` was false." }
    return {
      kind, title: title === null ? null : clean(title), body, text: rest, facts, dropped_facts: dropped,
      unsupported: [...unsupportedIn(`${title ?? ""}\n${body}`, [about, ...given.flatMap(({ text, title }) => [title, text])])], ...kept, ...author
    }
  })
)
