import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import type { Operation } from "#schemas/kernel/catalog"
import { verbs } from "../../src/connector/verbs.ts"
import { categories, pageOf } from "../../src/dashboard/records/catalogue.ts"
import { type Call, exampleOf } from "./examples.ts"
import { asksWhich, exampleKey, fileOf, needsFields, pageFor, personFor, textsOf } from "./form-texts.ts"
import { markupFaults } from "../support/markup.ts"
import { emailOf, send, TestServer } from "../support/test-server.ts"
import { hidden, type Shown, webClient } from "../dashboard/web-client.ts"

/** What somebody fills into the form of an operation. */
const filledIn = (entry: Operation, call: Call) => {
  const form = new FormData()
  for (const typed of textsOf(entry, call, ["query", "payload"])) {
    const { kind, path, text } = typed
    if (kind === "document" || kind === "file") {
      const file = fileOf(entry, call, typed)
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

layer(TestServer, { excludeTestServices: true })("the pages of the contract", (it) => {
  const signedIn = Effect.fnUntraced(function*(entry?: Operation) {
    const browser = yield* webClient()
    const person = entry === undefined ? "owner" : personFor(entry)
    yield* person === "acmeTest" ? browser.signIn(person) : browser.enter(emailOf(person))
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
        const call = yield* exampleOf(entry, exampleKey(entry))
        const browser = earlier ?? (yield* signedIn(entry))
        if (entry.method === "GET") {
          if (asksWhich(entry)) isWell(yield* browser.get(pageOf(entry)), entry)
          return isWell(yield* browser.get(pageFor(entry, call)), entry)
        }
        const page = pageFor(entry, call)
        isWell(yield* browser.get(pageOf(entry)), entry)
        const form = yield* browser.get(page)
        isWell(form, entry)
        const given = filledIn(entry, call)
        if (needsFields(entry)) {
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
