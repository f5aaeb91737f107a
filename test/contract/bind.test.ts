import { assert, it } from "@effect/vitest"
import { Effect, Schema } from "effect"
import { HttpApi, HttpApiEndpoint, HttpApiGroup } from "effect/http-api"
import { Api } from "#schemas/api"
import { catalogOf } from "#schemas/kernel/catalog"
import { operation as kinds } from "#schemas/kernel/endpoints"
import { NotFound } from "#schemas/kernel/errors"
import { operation } from "#schemas/kernel/operation"
import { implement } from "#src/http/binder"
import { responseOf } from "#src/http/operation-response"
import * as Agents from "#workflows/agents/index"
import { previewOf } from "#workflows/agents/preview"
import * as Crm from "#workflows/crm/index"

/** For `npm run check` alone: each `@ts-expect-error` is a mistake that must not build. */
export const bindings = () => {
  implement(Api, "crm", Crm)
  implement(Api, "agents", { ...Agents, preview_consent: previewOf([Crm]) })

  const { get_contact: _, ...withoutOne } = Crm
  // @ts-expect-error a program is missing
  implement(Api, "crm", withoutOne)

  // @ts-expect-error list_contacts does not declare NotFound
  implement(Api, "crm", { ...Crm, list_contacts: () => new NotFound({ message: "" }) })

  // @ts-expect-error get_contact answers with a contact
  implement(Api, "crm", { ...Crm, get_contact: () => Effect.succeed(1) })

  // @ts-expect-error get_contact is given an id and nothing else
  implement(Api, "crm", { ...Crm, get_contact: ({ email }: { readonly email: string }) => Effect.die(email) })

  // @ts-expect-error a program is a function of the input
  implement(Api, "crm", { ...Crm, get_contact: 7 })

  // @ts-expect-error there is no category of that name
  implement(Api, "cmr", Crm)

  // @ts-expect-error programs of another category
  implement(Api, "crm", Agents)
}

const read = operation({ summary: "Read", description: "Reads.", access: "crm:read" })

it("a contract that cannot be served does not load", () => {
  const group = (endpoint: HttpApiEndpoint.Constraint): HttpApi.HttpApi<"broken", any> =>
    HttpApi.make("broken").add(HttpApiGroup.make("broken").add(endpoint as never))
  const meant = HttpApiEndpoint.get("read_it", "/it", { success: Schema.Struct({}) }).annotateMerge(read)

  const mute = HttpApiEndpoint.get("mute", "/mute", { success: Schema.Struct({}) })
  const id = { id: Schema.Int }
  const twice = HttpApiEndpoint.get("twice", "/twice/:id", { params: id, query: id, success: Schema.Struct({}) }).annotateMerge(read)
  const same = HttpApi.make("broken").add(HttpApiGroup.make("a").add(meant)).add(HttpApiGroup.make("b").add(meant))
  const old = (sunset: string) =>
    operation({ summary: "Old", description: "", access: "crm:read", deprecated: { since: "2026-01-01", sunset, successor: "/new" } })

  const open = HttpApiEndpoint.get("open", "/open", { success: Schema.Struct({}) }).annotateMerge(operation({ summary: "Open", description: "" }))

  assert.lengthOf(catalogOf(group(meant)), 1)
  assert.throws(() => catalogOf(group(open)), "open: access has to be said")
  assert.throws(() => catalogOf(group(mute)), "mute has no operation")
  assert.throws(() => catalogOf(group(twice)), "\"id\" arrives by both params and query")
  assert.throws(() => catalogOf(same), "two operations are called read_it")
  assert.throws(() => old("2026-06-30"), "less than six months")
  old("2026-07-01")
})

it("what an operation makes is where an operation reads it, in nested paths too", () => {
  const made = Schema.Struct({ id: Schema.Int })
  const parent = { shop_id: Schema.Int }
  const say = { summary: "Test", description: "A test." }
  const api = HttpApi.make("nested").add(HttpApiGroup.make("crm").add(
    kinds.create("add_part", "/shops/:shop_id/parts", Schema.Struct({}), made, { params: parent, ...say }),
    kinds.get("get_part", "/shops/:shop_id/parts/:id", made, { params: { ...parent, id: Schema.Int }, ...say }),
    kinds.create("add_note", "/notes", Schema.Struct({}), made, say)
  ))
  const [part, , note] = catalogOf(api)
  assert.strictEqual(responseOf(part!)({ id: 7 }, { shop_id: 3 }).headers["location"], "/shops/3/parts/7")
  assert.isUndefined(responseOf(note!)({ id: 7 }).headers["location"])
  assert.deepStrictEqual([part!.access, note!.access], ["crm:write", "crm:write"])
})
