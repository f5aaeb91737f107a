import { addresses } from "../../addresses.ts"
import { type Content, html } from "../../html.ts"
import type { OperationObject, Parameter } from "../../openapi/json.ts"
import type { Example } from "../curl.ts"
import { typeOf } from "../types.ts"

/** What a request may carry besides what its operation takes. */
const extraHeaders = ({ "x-operation": meaning }: OperationObject): ReadonlyArray<readonly [name: string, hint: string]> => [
  ...meaning["keyed"] === true ? [["Idempotency-Key", "of your choice, so that nothing happens twice"] as const] : [],
  ...meaning["requiresConsent"] === true ? [["X-Service-Confirmation", "cfm_…, once a person agreed"] as const] : []
]

const field = (id: string, place: string, name: string, hint: Content, value = "", required = false): Content => html`
<p><label for="${id}"><code>${name}</code> <small>${required && "required, "}${hint}</small></label>
<input id="${id}" data-in="${place}" data-name="${name}" value="${value}" autocomplete="off"${required && html` required`}></p>`

const exampleOf = ({ example, schema }: Parameter): string => String(example ?? (Array.isArray(schema["examples"]) ? schema["examples"][0] : undefined) ?? schema["default"] ?? "")

const bodyFields = ({ body, file, parts = [] }: Example): Content => {
  if (body !== undefined || file !== undefined) {
    const content = body !== undefined ? JSON.stringify(body, null, 2) : file!.content
    return html`
<p><label for="try-body">Body <small>${file === undefined ? "application/json" : file.type}</small></label>
<textarea id="try-body" data-type="${file === undefined ? "application/json" : file.type}" rows="${Math.min(16, content.split("\n").length + 1)}" spellcheck="false">${content}</textarea></p>`
  }
  return parts.map(({ name, type, value }, n) => type === undefined
    ? field(`try-part-${n}`, "part", name, "text", value)
    : html`
<p><label for="try-part-${n}"><code>${name}</code> <small>file, ${type}</small></label>
<input id="try-part-${n}" type="file" data-in="file" data-name="${name}"></p>`)
}

const credential = ({ key }: Example): Content => key === undefined ? html`
<p>It takes no key and knows no test mode: what it does is real.</p>` : html`
<p><label for="try-key">${key === "ACCESS_TOKEN" ? "Access token of a person, signed in with the mode test" : key === "PUBLISHABLE_KEY" ? "Publishable test key" : "Test key"}
<small>${key === "ACCESS_TOKEN" ? "eyJ…" : key === "PUBLISHABLE_KEY" ? "pk_…_test_…" : "sk_…_test_…"}</small></label>
<input id="try-key" type="password" autocomplete="off" spellcheck="false" aria-describedby="try-about" required></p>
<p id="try-about" class="usual">It stays in this tab and goes to this service only. Live keys are refused. Some records are shared by live and test keys:
<a href="${addresses.docs}#modes">which</a>.</p>`

/** A form that sends the request for real. It is shown by the console's program alone, without which it could do nothing. */
export const consoleForm = (operation: OperationObject, path: string, example: Example, parameters: ReadonlyArray<Parameter>): Content => {
  const { operationId } = operation
  const given = parameters.filter(({ in: place }) => place === "path" || place === "query" || place === "header")
  return html`
<section id="try" class="console" hidden>
<h2>Try it</h2>
<form data-method="${example.method}" data-path="${path}" aria-label="Send ${operationId}" data-key="${example.key ?? ""}">
${credential(example)}
${given.map((parameter, n) => field(`try-${n}`, parameter.in, parameter.name, typeOf(parameter.schema), parameter.required || parameter.example !== undefined ? exampleOf(parameter) : "", parameter.required))}
${extraHeaders(operation).filter(([name]) => !given.some((one) => one.name === name)).map(([name, hint], n) => field(`try-header-${n}`, "header", name, hint))}
${bodyFields(example)}
<p><button type="submit">Send</button></p>
</form>
<p class="outcome" role="status"></p>
<div class="result" hidden>
<h3>Request</h3>
<pre tabindex="0" role="region" aria-label="The request that was sent"><code class="sent"></code></pre>
<h3>Answer</h3>
<ul class="headers" aria-label="Headers of the answer"></ul>
<pre tabindex="0" role="region" aria-label="The answer that came"><code class="answered"></code></pre>
</div>
</section>`
}
