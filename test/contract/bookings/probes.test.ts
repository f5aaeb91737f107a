import { Effect } from "effect"
import { send, json } from "../../support/test-server.ts"
import { probeVisitors } from "../visitor-probes.ts"
import { catalog, Server } from "./server.ts"
import { publishable } from "./visiting.ts"

probeVisitors({
  server: Server,
  catalog,
  paramsOf: Effect.fnUntraced(function*({ path }, { company, mode, way }, headers) {
    if (!path.includes("/:")) return {}
    const made = yield* send("/bookings", {
      method: "POST",
      headers: way === "token" ? (yield* publishable(company, mode)).headers : headers,
      ...json({ name: "Haircut" })
    })
    return { id: made.json.id, token: made.json.token }
  })
})
