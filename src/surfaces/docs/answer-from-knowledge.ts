import { addressOf } from "../addresses.ts"
import { html } from "../html.ts"
import { type Guide, guide, type Step } from "./guide.ts"
import { agreed, line } from "./samples/request.ts"

const search = (body: object) => line("POST", "/kb/search", { body })

const steps: ReadonlyArray<Step> = [
  {
    title: "Begin from a template",
    text: "Its questions become entries, filled with what the company's settings say. Nothing is made up: what nobody has said is an open question of a draft, and " +
      "missing names what to ask for. The settings tell the company's number, which stands in the addresses of entries.",
    lines: [
      line("GET", "/company/settings", { keep: { as: "COMPANY" } }),
      line("POST", "/kb/templates/kb_gift_shop_v1/apply", { body: {} }),
      line("GET", "/kb/company/$COMPANY?status=draft&limit=5")
    ]
  },
  {
    title: "Write down what you know",
    text: "Markdown, for an audience: anybody, customers, or the company's own people. Headings are where searches and answers point to.",
    lines: [
      line("POST", "/kb/company/$COMPANY", {
        body: {
          title: "Engraving and monograms",
          body: "We engrave mugs and trays in our workshop.\n\n## How long it takes\n\nEngraving adds two working days. Engraved pieces cannot be exchanged.",
          tags: ["engraving"], review_at: "2030-01-01T00:00:00Z"
        },
        keep: { as: "ENTRY" }
      }),
      line("POST", "/kb/company/$COMPANY", { body: { title: "Engraving machine", body: "Call Ida before anybody opens the lid.", audience: "staff" } })
    ]
  },
  {
    title: "Search as customers type",
    text: "Words in all their forms, misspelled ones, and the company's own synonyms. The best passage comes first, with the words by which it was found; found says " +
      "whether it has enough of the question to be called an answer. What an audience may not read is not found for it.",
    lines: [
      search({ query: "how long does an engravng take", audience: "public" }),
      line("POST", "/kb/synonyms", { body: { words: ["monogram", "initials"] }, keep: { as: "SYNONYM" } }),
      search({ query: "can I have my initials on it", audience: "public" }),
      search({ query: "who may open the lid of the engraving machine", audience: "public" })
    ]
  },
  {
    title: "Change it, and go back",
    text: "Every version is kept. With If-Match nobody writes over what somebody else wrote since.",
    lines: [
      line("PUT", "/kb/company/$COMPANY/entries/$ENTRY", { body: { title: "Engraving", body: "We engrave mugs, trays and pens. It adds three working days." } }),
      line("GET", "/kb/company/$COMPANY/entries/$ENTRY/versions"),
      line("POST", "/kb/company/$COMPANY/entries/$ENTRY/versions/1/restore")
    ]
  },
  {
    title: "Let the chat answer",
    text: "Each answer points at the passages that it stands on, says that it does not know where nothing fits, and is made of nothing that its audience may not read. " +
      "With a test key, or without an account at a provider of models, it quotes the passages and says that it is simulated. A reply to a conversation is suggested, never sent.",
    lines: [
      line("POST", "/chat/message", { body: { message: "How long does an engraving take?", audience: "public" }, keep: { as: "CHAT", at: ["conversation_id"] } }),
      line("GET", "/chat/conversations/$CHAT"),
      line("POST", "/chat/message", { body: { message: "Do you repair pocket watches?", audience: "public" } }),
      line("POST", "/rpc/suggest-reply", { body: { conversation_id: "$CHAT" } })
    ]
  },
  {
    title: "Draft from what you know",
    text: "Pages, posts, texts of products, e-mails, text messages and ads are made of the company's own facts, which the answer lists, and kept as drafts. Texts are summed up, " +
      "and classified into the labels that are sent.",
    lines: [
      line("POST", "/rpc/generate-content", { body: { kind: "page", about: "Engraving of mugs and trays", length: "short" } }),
      line("POST", "/rpc/summarize", { body: { text: "The tray came on Monday. The engraving of the tray was misspelled. We engraved a new tray." } }),
      line("POST", "/rpc/classify", {
        body: { text: "The engraving of my tray was misspelled.", labels: [{ name: "complaint", meaning: "Something was misspelled, broken or late." }, { name: "praise" }] }
      })
    ]
  },
  {
    title: "See what is missing",
    text: "What was asked is kept for 90 days without who asked, and grouped by meaning. A question without an answer becomes a draft with one call.",
    lines: [
      line("GET", "/kb/analytics?days=30"),
      line("POST", "/kb/company/$COMPANY/drafts", { body: { question: "Do you engrave on wood?" } }),
      line("POST", "/kb/company/$COMPANY/entries/$ENTRY/feedback", { body: { helpful: true } })
    ]
  },
  {
    title: "Archive what no longer holds",
    text: "This waits for a person: the first line asks, the second is the person who agrees, and the third does it.",
    lines: agreed("POST", "/kb/company/$COMPANY/entries/$ENTRY/archive")
  }
]

/** From a template to what nobody finds, as lines that run one after another. */
export const answerFromKnowledge: Guide = guide({
  id: "answer-from-knowledge",
  title: "Answer from your own knowledge",
  before: html`Live and test keys share what the company knows. These lines run one after another in one shell; where a person agrees, with the
<code>access_token</code> of somebody who may approve.`,
  steps,
  after: html`What is written elsewhere need not be written twice: <code>add_kb_source</code> reads files (PDF, Word, HTML, Markdown, CSV), sites, and the company's own pages,
posts and products, and each passage tells its page, heading or address: <code>curl -F kind=file -F file=@rules.pdf</code>. What is the company's own is read
again by itself soon after it changed, a site as its <code>schedule</code> says, and any source by <code>sync_kb_source</code>. Words are stemmed by the rules of the entry's language, where PostgreSQL has some; in others, and in languages without spaces between words, they are
taken as they are. Where the installation sets <code>OPENAI_EMBEDDING_MODEL</code> and <code>OPENAI_API_KEY</code> (and <code>OPENAI_BASE_URL</code>, for a model
elsewhere), searches with live keys find by meaning too. Vectors are made in the background, of what changed, and count in the company's AI tokens, up to half of a
month's. A search compares them one by one: 30 ms at 25,000 passages of a company, 150 ms at 100,000; past that they want a database with an index of
neighbours. Where the model does not answer within 0.4 s, words alone do. <code>service kb evaluate</code> asks the questions of a file and tells how many find what they should, and which are answered that should
not be; its <code>--help</code> says what the file looks like. The chat answers visitors from what is public: at <code>/chat</code> of the company's site, and on
any page with <code>&lt;script src="https://.../chat/widget.js" data-key="pk_service_..." defer&gt;&lt;/script&gt;</code> and a publishable key for its origin; its
words are those of <code>data-lang</code>, or of the page's language (English, German, French, Spanish, Italian, Portuguese, Dutch).
More: <a href="${addressOf("list_verbs")}">all verbs</a>, and the part about the knowledge base of this documentation.`
})
