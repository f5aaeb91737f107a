import { type Content, type Html, html } from "../html.ts"
import { GUIDES } from "./paths.ts"
import { beginningOf } from "./samples/beginning.ts"
import { curlOfRequest, isRequest, type Line, pythonOfRequest, typescriptOfRequest } from "./samples/request.ts"
import { type Language, languageNames, languages } from "./samples/values.ts"

export interface Step {
  readonly title: string
  readonly text: Content
  readonly lines: ReadonlyArray<Line>
}

interface Told {
  readonly id: string
  readonly title: string
  readonly before: Content
  readonly steps: ReadonlyArray<Step>
  readonly after: Content
  /** Chapters of their own at the end. */
  readonly chapters?: Content
}

/** A page of the documentation that leads through something from its beginning to its end. */
export interface Guide {
  readonly id: string
  readonly title: string
  readonly content: (language: Language) => Html
}

/** Its pages, one for each language: the first is that of the shell. */
export const guidePath = (id: string, language: Language): string => `${GUIDES}/${id}${language === "curl" ? "" : `/${language}`}`

/** Another in each run, also in the same shell. */
const STAMP = "STAMP=$(date +%s)\n"

/** The blocks of all steps as a shell takes them. */
const inShell = (blocks: ReadonlyArray<ReadonlyArray<string>>) => {
  const stamped = blocks.flat().some((text) => text.includes("$$"))
  return blocks.map((texts, step) => texts.map((text, n) => `${stamped && step === 0 && n === 0 ? STAMP : ""}${text.replaceAll("$$", () => "$STAMP")}`))
}

/** The lines in one language; names that are given a value twice are declared once. */
const writer = (language: Language, all: ReadonlyArray<Line>) => {
  const kept = all.flatMap((line) => isRequest(line) && line.keep !== undefined ? [line.keep.as] : [])
  const declared = new Set<string>()
  return (line: Line): string => {
    if (!isRequest(line)) return line[language]
    if (language === "curl") return curlOfRequest(line)
    if (language === "python") return pythonOfRequest(line)
    const name = line.keep?.as
    const declares = name === undefined || declared.has(name) ? "" : kept.filter((one) => one === name).length > 1 ? "let" : "const"
    if (name !== undefined) declared.add(name)
    return typescriptOfRequest(line, declares)
  }
}

const code = (label: string, text: string) => html`<pre tabindex="0" role="region" aria-label="${label}"><code>${text}</code></pre>
`

const chosen = (id: string, language: Language): Content => html`
<ul class="languages" aria-label="Languages">
${languages.map((one) => html`<li>${one === language ? html`<strong>${languageNames[one]}</strong>` : html`<a href="${guidePath(id, one)}">${languageNames[one]}</a>`}</li>
`)}</ul>`

/** Lines that run one after another in one shell, or as one program. */
export const guide = ({ after, before, chapters, id, steps, title }: Told): Guide => ({
  id,
  title,
  content: (language) => {
    const all = steps.flatMap(({ lines }) => lines)
    const written = writer(language, all)
    const texts = steps.map(({ lines }) => lines.map(written))
    const blocks = language === "curl" ? inShell(texts) : texts
    const beginning = beginningOf(language, all)
    return html`
<section id="${id}">
${chosen(id, language)}
<p>${before}</p>
${language !== "curl" && html`
<h2>The beginning of the program</h2>
<p>${beginning !== undefined && "It takes its keys from the environment. "}All that follows is one file: put the parts together as they stand, and run it with
${language === "python" ? html`<code>python3 guide.py</code> (Python 3.9 or newer)` : html`<code>node guide.mts</code> (Node 22.18 or newer, which reads TypeScript)`}, without installing anything.${beginning !== undefined && ` A refusal ends it with what was answered, except
where the lines show one or go on from it.`}</p>`}${beginning !== undefined && code("The beginning of the program", beginning)}
${steps.map(({ text, title }, step) => html`
<h2>${title}</h2>
<p>${text}</p>
${blocks[step]!.map((line, n) => code(`${title}${n > 0 ? `, line ${n + 1}` : ""}`, line))}`)}
<p>${after}</p>
</section>
${chapters !== undefined && html`<section>${chapters}</section>`}`
  }
})
