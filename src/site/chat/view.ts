import type { ChatMessage, Citation } from "#schemas/ai/conversation"
import type { VisitorChat, VisitorConversation } from "#schemas/ai/visitor-chat"
import { failure } from "../../dashboard/components/elements.ts"
import { hiddenField } from "../../dashboard/components/form.ts"
import { html, type Node } from "../../dashboard/html.ts"
import { type ChatWords, filled } from "./words.ts"

/** The path of the page below a company's site. */
export const CHAT = "/chat"

const sourceName = ({ heading, title }: Citation) => [title, ...heading].join(" › ")

const isPage = (url: string | null): url is string => url !== null && /^https?:\/\//iu.test(url)

const source = (one: Citation): Node => html`
  <li value=${one.n}>
    ${isPage(one.url) ? html`<a href=${one.url} rel="noopener">${sourceName(one)}</a>` : html`<strong>${sourceName(one)}</strong>`}
    <q dir="auto">${one.quote}</q>
  </li>`

/** An answer's text with its pointers as links, where they point at pages. */
export const withPointers = (text: string, citations: ReadonlyArray<Citation>, words: ChatWords): Node => text.split(/(\[\d{1,4}\])/u).map((part) => {
  const found = citations.find(({ n }) => `[${n}]` === part)
  return found !== undefined && isPage(found.url)
    ? html`<a href=${found.url} rel="noopener" aria-label=${filled(words.source, { n: found.n, name: sourceName(found) })}>${part}</a>`
    : part
})

export const sources = (citations: ReadonlyArray<Citation>, { sourcesTitle }: ChatWords): Node => citations.length > 0 && html`
  <p class="about">${sourcesTitle}</p>
  <ol>${citations.map(source)}</ol>`

const rating = (at: string, { chosen, helpfulAsked, no, yes }: ChatWords, { conversation_id, helpful, id }: ChatMessage): Node => html`
  <form class="rating" method="post" action=${`${at}/feedback`}>
    ${hiddenField("conversation", String(conversation_id))}
    ${hiddenField("message", String(id))}
    <span class="faint">${helpfulAsked}</span>
    ${([["yes", yes, true], ["no", no, false]] as const).map(([value, text, is]) => html`
      <button type="submit" name="helpful" value=${value} class=${helpful === is ? "main" : undefined}>${text}${
        helpful === is && html`<span class="unseen"> (${chosen})</span>`}</button>`)}
  </form>`

const whose = { user: "you", assistant: "answer", person: "aPerson" } as const

const message = (at: string, words: ChatWords) => (one: ChatMessage): Node => html`
  <li class=${one.role}>
    <p class="about">${words[whose[one.role]]}</p>
    <p class="words" dir="auto">${withPointers(one.text, one.citations, words)}</p>
    ${one.simulated && html`<p class="about">${words.simulated}</p>`}
    ${sources(one.citations, words)}
    ${one.role === "assistant" && one.outcome !== "handed_over" && rating(at, words, one)}
  </li>`

/** What the page shows, and what was typed where it was not taken. */
export interface Shown {
  /** Where the page is. */
  readonly at: string
  readonly chat: VisitorChat
  readonly conversation: VisitorConversation | undefined
  /** Tells this showing of the form from others. */
  readonly once: string
  readonly typed: string
  readonly problem: string | undefined
  readonly words: ChatWords
}

/** The whole of the chat, without a script. */
export const chatForm = ({ at, chat, conversation, once, problem, typed, words }: Shown): Node => html`
  <div id="without-script">
    <p dir="auto">${chat.greeting}</p>
    ${conversation !== undefined && html`<ol class="talked">${conversation.latest.map(message(at, words))}</ol>`}
    ${problem !== undefined && failure(words.notSent, problem)}
    <form class="asking" id="latest" method="post" action=${at}>
      ${hiddenField("once", once)}
      ${conversation !== undefined && hiddenField("conversation", String(conversation.id))}
      <div class="field">
        <label for="message">${words.question}</label>
        <textarea id="message" name="message" rows="3" maxlength="4000" required>${typed}</textarea>
      </div>
      <p class="help">${words.byPerson}</p>
      <div class="sends">
        <button type="submit" class="main">${words.send}</button>
        <button type="submit" name="person" value="yes">${words.sendToPerson}</button>
      </div>
    </form>
    ${conversation !== undefined && html`<p><a href=${at}>${words.begin}</a></p>`}
  </div>`
