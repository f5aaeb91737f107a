import { type Content, html } from "../html.ts"
import type { Media } from "../openapi/json.ts"
import { prose } from "./prose.ts"

type Contents = { readonly [type: string]: Media } | undefined

export const MULTIPART = "multipart/form-data"

/** Types of bodies that have fields. */
const ofFields = ["application/json", MULTIPART]

/** What is told of a body field by field. */
export const fieldsIn = (content: Contents): Media | undefined => ofFields.map((type) => content?.[type]).find((media) => media !== undefined)

/** The media of a file that is sent or answered; nothing where it has fields. */
export const filesIn = (content: Contents): ReadonlyArray<readonly [string, Media]> => Object.entries(content ?? {}).filter(([type]) => !ofFields.includes(type))

/** In which types it comes. */
export const typesOf = (files: ReadonlyArray<readonly [string, Media]>): Content =>
  ["file: ", files.map(([type], index) => [index > 0 && " or ", html`<code>${type}</code>`])]

/** What is to be known of a file, and one of each type. */
export const filesSection = (label: string, files: ReadonlyArray<readonly [string, Media]>): Content => [
  html`<p>${prose(String(files[0]![1].schema["description"]))}</p>`,
  files.map(([type, { example }]) => html`
<p><code>${type}</code></p>
<pre tabindex="0" role="region" aria-label="${label} as ${type}"><code>${String(example)}</code></pre>`)
]
