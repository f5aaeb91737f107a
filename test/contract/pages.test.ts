import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import type { Operation } from "#schemas/kernel/catalog"
import { verbs } from "../../src/connector/verbs.ts"
import { categories, pageOf, paramsOf } from "../../src/dashboard/records/catalogue.ts"
import { filledWith } from "../../src/dashboard/records/fields.ts"
import { fieldsBy } from "../../src/dashboard/records/form.ts"
import { type Call, exampleOf } from "./examples.ts"
import { exampleFile } from "./encoding.ts"
import { keyFor } from "./keys.ts"
import { markupFaults } from "../support/markup.ts"
import { emailOf, send, TestServer } from "../support/test-server.ts"
import { hidden, type Shown, webClient } from "../dashboard/web-client.ts"

const ZONE = "UTC"

const textsOf = (entry: Operation, ways: Parameters<typeof fieldsBy>[1], { params, payload, query }: Call) => {
  const fields = fieldsBy(entry, ways)
  const filled = filledWith(fields, { ...params, ...query, ...payload }, ZONE)
  return fields.map(({ kind, path }) => [path, kind, filled(path)] as const).filter(([, kind, text]) => text !== "" || kind === "file" || kind === "document")
}

const argumentsOf = (entry: Operation, call: Call, ways: Parameters<typeof fieldsBy>[1] = ["params"]) =>
  Object.fromEntries(textsOf(entry, ways, call).map(([path, , text]) => [path, text]))

/** What somebody fills into the form of an operation. */
const filledIn = (entry: Operation, call: Call) => {
  const form = new FormData()
  for (const [path, kind, text] of textsOf(entry, ["query", "payload"], call)) {
    if (kind === "document") form.append(path, new Blob([call.file!.text], { type: call.file!.type }), "example")
    else if (kind === "file") {
      const file = exampleFile(entry.files[path]!)
      form.append(path, new Blob([file.text], { type: file.type }), "example")
    } else for (const line of kind === "several" ? text.split("\n") : [text]) form.append(path, line)
  }
  return form
}

const withHidden = (form: FormData, text: string, names: ReadonlyArray<string>) => {
  const sent = new FormData()
  for (const [name, value] of form) sent.append(name, value)
  for (const name of names) if (text.includes(`name="${name}"`)) sent.set(name, hidden(text, name))
  return sent
}

/** As browsers send it: with its files only where it has some. */
const encoded = (form: FormData, text: string): FormData | URLSearchParams =>
  text.includes("enctype=\"multipart/form-data\"") ? form : new URLSearchParams([...form].map(([name, value]) => [name, String(value)]))

const wrongIn = (text: string) => [...text.matchAll(/<(?:p class="wrong"|div class="failure")[^>]*>[^]*?<\/(?:p|div)>/gu)].map(([one]) => one.replaceAll(/<[^>]*>/gu, " ")).join().slice(0, 500)

const isWell = (shown: Shown, entry: Operation, statuses: ReadonlyArray<number> = [200]) => {
  assert.include(statuses, shown.status, `${entry.name}: ${wrongIn(shown.text)}`)
  if (shown.headers.get("content-type")?.startsWith("text/html") === true && shown.text !== "" && entry.download === undefined) assert.deepStrictEqual(markupFaults(shown.text), [], entry.name)
}

/* Those of the owner make the examples. */
const endsSessions = new Set(["change_password", "revoke_all_sessions"])

layer(TestServer, { excludeTestServices: true })("the pages of the contract", (it) => {
  const signedIn = Effect.fnUntraced(function*(entry?: Operation) {
    const browser = yield* webClient()
    yield* entry !== undefined && keyFor(entry, "acme") === "acmeTest" ? browser.signIn("acmeTest") : browser.enter(emailOf(entry !== undefined && endsSessions.has(entry.name) ? "admin" : "owner"))
    return browser
  })

  let first: Effect.Success<ReturnType<typeof signedIn>>
  it.effect("begin with its categories", () =>
    Effect.gen(function*() {
      const browser = first = yield* signedIn()
      const { status, text } = yield* browser.get("/dashboard/records")
      assert.strictEqual(status, 200)
      for (const category of categories) {
        assert.include(text, `href="/dashboard/records/${category}"`)
        const shown = yield* browser.get(`/dashboard/records/${category}`)
        assert.strictEqual(shown.status, 200)
        assert.deepStrictEqual(markupFaults(shown.text), [], category)
      }
    }))

  it.effect("find records of all kinds by their words, and pages by their names", () =>
    Effect.gen(function*() {
      yield* send("/crm/contacts", { key: "acme", method: "POST", body: JSON.stringify({ first_name: "Katherine", last_name: "Johnson" }) })
      const browser = yield* signedIn()
      const { status, text } = yield* browser.get("/dashboard/records?search=kath%20johnson")
      assert.strictEqual(status, 200)
      assert.match(text, /href="\/dashboard\/records\/crm\/get_contact\?id=\d+"><bdi>Katherine Johnson/u)
      assert.deepStrictEqual(markupFaults(text), [])
      assert.include((yield* browser.get("/dashboard/records?search=merge")).text, "/dashboard/records/crm/merge_contacts")
      const none = yield* browser.get("/dashboard/records?search=%3Cb%3Equite%20unheard%20of")
      assert.include(none.text, "Nothing is called so.")
      assert.notInclude(none.text, "<b>quite")
    }))

  for (const entry of verbs) {
    it.effect(`${entry.category}.${entry.name}`, () =>
      Effect.gen(function*() {
        /* Once the owner has a second factor, signing in asks for it. */
        const earlier = /two_factor|recovery_codes/u.test(entry.name) ? first : undefined
        const call = yield* exampleOf(entry, keyFor(entry, "acme") === "acmeTest" ? "acmeTest" : "acme")
        const browser = earlier ?? (yield* signedIn(entry))
        if (entry.method === "GET") {
          if (paramsOf(entry).length > 0) isWell(yield* browser.get(pageOf(entry)), entry)
          return isWell(yield* browser.get(pageOf(entry, argumentsOf(entry, call, ["params", "query"]))), entry)
        }
        const page = pageOf(entry, argumentsOf(entry, call))
        isWell(yield* browser.get(pageOf(entry)), entry)
        const form = yield* browser.get(page)
        isWell(form, entry)
        const given = filledIn(entry, call)
        const required = fieldsBy(entry, ["payload"]).filter(({ path, required }) => required && !path.includes("."))
        if (required.length > 0) {
          const refused = yield* browser.send(page, encoded(withHidden(new FormData(), form.text, ["proof", "once"]), form.text))
          isWell(refused, entry, [400, 422])
          assert.include(refused.text, "class=\"wrong\"", "what is wrong stands beside its field")
        }
        const sent = withHidden(given, form.text, ["proof", "once", "seen_version"])
        const answer = yield* browser.send(page, encoded(sent, form.text))
        isWell(answer, entry, [200, 303, ...entry.requiresConsent ? [428] : []])
        if (answer.status !== 428) return
        assert.match(answer.text, /What would change/u)
        const agreed = yield* browser.send(page, encoded(withHidden(sent, answer.text, ["proof", "consent", "ask_others"]), ""))
        isWell(agreed, entry, [200, 303])
      }))
  }
})
