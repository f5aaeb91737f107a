import { areas, type Scope, scopes } from "#schemas/kernel/tenancy"
import { grantable } from "../../oauth/scopes.ts"
import { html, type Node } from "../html.ts"
import { checkbox, type FieldErrors } from "./form.ts"
import { spoken } from "../words/spoken.ts"

const w = spoken("scopes")
const areaNames = spoken("areas")

const APPROVE: Scope = "consents:approve"

const part = (scope: string): readonly [area: string, how: string] => scope.split(":") as [string, string]

const wordsOf = (area: string): Node => Object.hasOwn(areaNames, area) ? areaNames[area as keyof typeof areaNames] : area

/** What a list of scopes lets somebody do, area by area, in plain words. */
const scopeWords = (granted: ReadonlyArray<string>): ReadonlyArray<Node> => {
  const named = [...new Set(granted.filter((scope) => scope !== APPROVE).map((scope) => part(scope)[0]))]
  const lines: ReadonlyArray<Node> = named.map((area) => {
    const [name, isSeen, isChanged] = [wordsOf(area), granted.includes(`${area}:read`), granted.includes(`${area}:write`)]
    return isSeen && isChanged ? w.both(name) : isChanged ? w.changeOnly(name) : w.seeOnly(name)
  })
  return granted.includes(APPROVE) ? [...lines, w.approveLong] : lines
}

/** The same as a list. */
export const scopeList = (granted: ReadonlyArray<string>): Node => html`
  <ul class="plain">${scopeWords(granted).map((line) => html`<li>${line}</li>`)}</ul>`

export const isScope = (text: string): text is Scope => (scopes as ReadonlyArray<string>).includes(text)

/** Boxes to tick, a line for each area; only what whoever ticks them has themselves, and what opens something. */
export const scopeField = (allowed: ReadonlySet<string>, ticked: ReadonlySet<string>, errors: FieldErrors): Node => {
  const isOffered = (scope: string) => allowed.has(scope) && grantable.includes(scope)
  const box = (scope: Scope, text: Node, area: Node) =>
    isOffered(scope) && checkbox("scopes", scope, html`<span>${text}<span class="unseen"> ${area}</span></span>`, ticked.has(scope))
  const isWrong = errors.has("scopes")
  return html`
    <fieldset class="scopes" aria-describedby=${isWrong ? "scopes-wrong" : undefined}>
      <legend>${w.legend}</legend>
      ${isWrong && html`<p class="wrong" id="scopes-wrong">${errors.get("scopes")}</p>`}
      ${areas.filter((area) => isOffered(`${area}:read`) || isOffered(`${area}:write`)).map((area) => html`
        <div class="scope">
          <span>${wordsOf(area)}</span>
          ${box(`${area}:read`, w.see, wordsOf(area))}
          ${box(`${area}:write`, w.change, wordsOf(area))}
        </div>`)}
      ${allowed.has(APPROVE) && html`
        <div class="scope">
          <span>${w.consents}</span>
          ${checkbox("scopes", APPROVE, w.approve, ticked.has(APPROVE))}
        </div>`}
    </fieldset>`
}
