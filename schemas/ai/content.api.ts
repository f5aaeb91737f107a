import { operation } from "#schemas/kernel/endpoints"
import { Conflict, NotFound } from "#schemas/kernel/errors"
import { ContentPiece, GenerateContent, GeneratedContent } from "./content.ts"

export const generate_content = operation.create("generate_content", "/rpc/generate-content", GenerateContent, GeneratedContent, {
  curated: true,
  events: ContentPiece,
  errors: [NotFound, Conflict],
  summary: "Write a draft from the company's facts",
  description: "Writes a page, a post, the text of a product, an e-mail, a text message or an ad from the company's settings, services, products and knowledge, and lists the " +
    "facts that it used. A page, a post, the description of a product that is a draft and a text message (as a template) are kept as drafts, as far as the caller may " +
    "write there. Nothing is published or sent. It counts against the AI tokens of the month; past those it is 429 with the date at which they come back."
})
