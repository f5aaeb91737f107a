import { Effect } from "effect"
import { type Look, Status } from "#layers/kernel/status"
import type { PartyStatus } from "#layers/providers/status"
import type { ToolInput, ToolOutput } from "#schemas/tools/catalog"

type Part = ToolOutput<"get_platform_status">["services"][number]

const checked = (service: Part["service"], passed: boolean, good: string, bad: string): Part =>
  ({ service, status: passed ? "operational" : "unavailable", detail: passed ? good : bad })

/** What the calls to an outside party say of it, or what there is without one. */
const party = (service: Part["service"], name: string, status: PartyStatus, without: Omit<Part, "service">): Part => {
  switch (status) {
    case "not_configured": return { service, ...without }
    case "operational": return { service, status, detail: `The last call to ${name} succeeded, or none was made yet.` }
    case "degraded": return { service, status, detail: `The last call to ${name} failed.` }
    case "unavailable": return { service, status, detail: `Several calls to ${name} failed in a row: it is called again in some seconds.` }
  }
}

/** What each part is, from what was seen. A part that does not exist, or that is simulated, has no health to speak of, and says so. */
const partsOf = ({ accepting, database, engine, parties, sessions }: Look): ReadonlyArray<Part> => [
  accepting && !database
    ? {
      service: "api",
      status: "degraded",
      detail: "Requests are answered, but the database does not answer: what needs it is refused with 503 until it does."
    }
    : checked("api", accepting, "The service takes requests and its database answers.", "The service starts or stops and takes no requests."),
  checked("dashboard", accepting && sessions,
    "The pages are served and their sessions can be read.", "The pages cannot be used: the service or its database does not answer."),
  party("ai_agents", "the provider of AI models", parties.models, {
    status: "simulated",
    detail: "No AI model is set up: what the platform's own agents answer is simulated, and says so. Agents of others work through the API, with consent."
  }),
  party("payments", "the payment provider", parties.payments, {
    status: "simulated", detail: "No payment provider is set up: payments are simulated for test keys and refused for live ones."
  }),
  checked("database", database, "The database answered a query.", "The database does not answer."),
  party("cdn", "the object storage that keeps files", parties.storage, {
    status: "not_configured", detail: "No content delivery network is installed: the service answers everything itself."
  }),
  party("email", "the mail server", parties.mail, {
    status: "simulated", detail: "No mail server is set up: e-mails are written to files, and nobody gets them."
  }),
  checked("durable_work", engine,
    "A process that runs durable work reported within the last seconds.", "No process that runs durable work has reported lately.")
]

const severity = ["operational", "degraded", "unavailable"] as const

/** The worst of those that exist; several parts of which some work are degraded. */
const together = (parts: ReadonlyArray<Part>): Part["status"] => {
  const there = parts.filter(({ status }) => status !== "not_configured" && status !== "simulated")
  if (there.length === 0) return parts[0]?.status ?? "not_configured"
  const worst = severity.findLast((status) => there.some((part) => part.status === status))!
  return worst === "unavailable" && there.some(({ status }) => status !== "unavailable") ? "degraded" : worst
}

export const get_platform_status = Effect.fnUntraced(function*({ service = "all" }: ToolInput<"get_platform_status">) {
  const { look } = yield* Status
  const seen = yield* look
  const services = partsOf(seen).filter((part) => service === "all" || part.service === service)
  return { status: together(services), checked_at: seen.checked_at, services }
})
