import { assert, it } from "@effect/vitest"
import { Effect } from "effect"
import { Webhook as Standard } from "standardwebhooks"
import { eventually } from "../support/eventually.ts"
import { arrived, receiver } from "../webhooks/receiver.ts"
import { ask, begin, freePort, migratedHome, run, serve, type Service } from "./service.ts"

const linesOf = (text: string) => text.split("\n").slice(0, -1)
const parsed = (text: string) => linesOf(text).map((line) => JSON.parse(line))

type Told = { readonly said: { readonly out: string; readonly err: string } }
const says = ({ said }: Told, text: string, channel: "out" | "err" = "out") => eventually(Effect.sync(() => said[channel]), (all) => all.includes(text))

/** Makes contacts one after another, and answers with their ids. */
const contacts = (service: Pick<Service, "key" | "port">, count: number) =>
  Effect.forEach(Array.from({ length: count }), () =>
    ask(service, "/api/v1/crm/contacts", {
      method: "POST", body: JSON.stringify({ first_name: "Grace" }),
      headers: { "authorization": `Bearer ${service.key}`, "content-type": "application/json" }
    }).pipe(Effect.map(({ json, status }) => {
      assert.strictEqual(status, 201, JSON.stringify(json))
      return json.id as number
    })))

it.live("the command line sends events on and shows what was changed, over a restart of the service", () =>
  Effect.gen(function*() {
    const folder = yield* migratedHome
    const port = yield* freePort
    const start = serve({ DATA_DIR: folder, LOG_LEVEL: "error", PORT: String(port) })
    const service = yield* start
    const from = ["--url", `http://127.0.0.1:${port}`]
    const variables = { API_KEY: service.key }
    const endpoint = yield* receiver((response, _, turn) => void response.writeHead(turn === 2 ? 500 : 200).end("x"))
    const forward = ["listen", ...from, "--forward-to", endpoint.url, "--events", "contact.*", "--json"]

    const listening = yield* begin(forward, variables)
    const logging = yield* begin(["logs", ...from, "--follow", "--lines", "100"], variables)
    yield* says(listening, "\n")
    const { secret, type } = parsed(listening.said.out)[0]
    assert.deepStrictEqual([type, secret.slice(0, 6)], ["listening", "whsec_"])
    assert.include(listening.said.err, `Signing secret: ${secret}\n`)

    const early = yield* contacts(service, 3)
    yield* arrived(endpoint, 3)
    /* Made just before the service goes, so that they are told of by the one that comes. */
    const late = yield* contacts(service, 4)
    service.signal("SIGTERM")
    yield* service.ended
    yield* says(listening, "cannot be reached", "err")
    const again = { key: service.key, port: (yield* start).port }
    const last = yield* contacts(again, 3)
    const made = [...early, ...late, ...last]
    yield* arrived(endpoint, 10)
    yield* says(listening, `"sequence":${endpoint.received[9]!.event.sequence},`)

    const { received } = endpoint
    assert.deepStrictEqual(received.map(({ event }) => event.data.object.id), made, "none lost, none twice, in order")
    for (const { body, event, headers } of received) {
      new Standard(secret).verify(body, headers as Record<string, string>)
      assert.deepInclude(headers, { "content-type": "application/json", "webhook-id": event.id, "x-service-event": "contact.created" })
    }
    const { json: listed } = yield* ask(again, `/api/v1/events?kind=contact.created&sort=sequence&after_sequence=${received[0]!.event.sequence - 1}`)
    assert.deepStrictEqual(received.map(({ event }) => event), listed.items)

    listening.signal("SIGINT")
    const { code, err, out } = yield* listening.ended
    assert.strictEqual(code, 130)
    const { sequence } = received[9]!.event
    assert.include(err, `The service answers again.\n10 events, 1 without an answer of success. To go on from here: --after ${sequence}\n`)
    assert.deepStrictEqual(parsed(out).slice(1).map(({ id, status }) => [id, status]), received.map(({ event }, n) => [event.id, n === 1 ? 500 : 200]))

    yield* Effect.forEach(made, (id) => says(logging, `  create_contact  contact ${id}  key `), { discard: true })
    logging.signal("SIGINT")
    const logged = yield* logging.ended
    assert.strictEqual(logged.code, 130)
    assert.deepStrictEqual([...logged.out.matchAll(/create_contact {2}contact (\d+) /gu)].map(([, id]) => Number(id)), made)

    const [meanwhile] = yield* contacts(again, 1)
    const shown = yield* begin(["listen", ...from, "--after", String(sequence), "--events", "contact.created"], variables)
    const line = (yield* says(shown, "\n")).trim().split("  ")
    assert.deepStrictEqual([line[1], line.length], ["contact.created", 3])
    assert.strictEqual((yield* run(["listen", "--print-secret", ...from], variables)).out, `${secret}\n`)
    const newest = yield* run(["logs", ...from, "--verb", "create_contact", "--lines", "2", "--json"], variables)
    assert.deepStrictEqual(parsed(newest.out).map(({ changes }) => changes[0].id), [made.at(-1), meanwhile])

    for (const [command, environment, exit, message] of [
      [["listen", ...from, "--events", "contact.lost"], variables, 1, "a kind of event like order.paid"],
      [["listen", ...from, "--forward-to", "localhost:3000"], variables, 2, "is not an address like http://127.0.0.1:3000/hook"],
      [["listen", "--url", "http://127.0.0.1:1"], variables, 1, "The service at http://127.0.0.1:1 cannot be reached"],
      [["listen", ...from], {}, 1, "Set API_KEY to an API key of the company."],
      [["logs", ...from, "--lines", "0"], variables, 2, "--lines is a number from 1 to 200"],
      [["logs", ...from, "--verb", "create_contakt"], variables, 1, "create_contact"]
    ] as const) {
      const failed = yield* run(command, environment)
      assert.strictEqual(failed.code, exit, failed.err)
      assert.include(failed.err, message)
      assert.notInclude(failed.err, "    at ")
    }
  }))
