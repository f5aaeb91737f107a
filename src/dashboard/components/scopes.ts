import { areas, type Scope, scopes } from "#schemas/kernel/tenancy"
import { areaWords, grantable } from "../../oauth/scopes.ts"
import { html, type Node } from "../html.ts"
import { checkbox, type FieldErrors } from "./form.ts"

const APPROVE: Scope = "consents:approve"

const part = (scope: string): readonly [area: string, how: string] => scope.split(":") as [string, string]

const wordsOf = (area: string): string => Object.hasOwn(areaWords, area) ? areaWords[area as keyof typeof areaWords] : area

/** What a list of scopes lets somebody do, area by area, in plain words. */
const scopeWords = (granted: ReadonlyArray<string>): ReadonlyArray<string> => {
  const areaNames = [...new Set(granted.filter((scope) => scope !== APPROVE).map((scope) => part(scope)[0]))]
  const lines = areaNames.map((area) => {
    const ways = [...granted.includes(`${area}:read`) ? ["see"] : [], ...granted.includes(`${area}:write`) ? ["change"] : []]
    return `${wordsOf(area)}: ${ways.join(" and ")}`
  })
  return granted.includes(APPROVE) ? [...lines, "Approve in a person's place what agents ask for"] : lines
}

/** The same as a list. */
export const scopeList = (granted: ReadonlyArray<string>): Node => html`
  <ul class="plain">${scopeWords(granted).map((line) => html`<li>${line}</li>`)}</ul>`

export const isScope = (text: string): text is Scope => (scopes as ReadonlyArray<string>).includes(text)

/** Boxes to tick, a line for each area; only what whoever ticks them has themselves, and what opens something. */
export const scopeField = (allowed: ReadonlySet<string>, ticked: ReadonlySet<string>, errors: FieldErrors): Node => {
  const isOffered = (scope: string) => allowed.has(scope) && grantable.includes(scope)
  const box = (scope: Scope, text: string, area: string) =>
    isOffered(scope) && checkbox("scopes", scope, html`<span>${text}<span class="unseen"> ${area}</span></span>`, ticked.has(scope))
  const isWrong = errors.has("scopes")
  return html`
    <fieldset class="scopes" aria-describedby=${isWrong ? "scopes-wrong" : undefined}>
      <legend>What it may do</legend>
      ${isWrong && html`<p class="wrong" id="scopes-wrong">${errors.get("scopes")}</p>`}
      ${areas.filter((area) => isOffered(`${area}:read`) || isOffered(`${area}:write`)).map((area) => html`
        <div class="scope">
          <span>${wordsOf(area)}</span>
          ${box(`${area}:read`, "See", wordsOf(area))}
          ${box(`${area}:write`, "Change", wordsOf(area))}
        </div>`)}
      ${allowed.has(APPROVE) && html`
        <div class="scope">
          <span>Consents</span>
          ${checkbox("scopes", APPROVE, "Approve in a person's place", ticked.has(APPROVE))}
        </div>`}
    </fieldset>`
}
