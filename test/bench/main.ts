import * as NodeRuntime from "@effect/platform-node/NodeRuntime"
import { Effect } from "effect"
import { analyticsBench } from "./analytics.ts"
import { authBench } from "./auth.ts"
import { briefBench } from "./brief.ts"
import { calendarBench } from "./calendar.ts"
import { chatBench } from "./chat.ts"
import { connectorBench } from "./connector.ts"
import { importsBench } from "./imports.ts"
import { isolationBench } from "./isolation.ts"
import { kbBench } from "./kb.ts"
import { messagesBench } from "./messages.ts"
import { moneyBench } from "./money.ts"
import { pagesBench } from "./pages.ts"
import { reportsBench } from "./reports.ts"
import { requestsBench } from "./requests.ts"
import { toolsBench } from "./tools.ts"
import { webhooksBench } from "./webhooks.ts"
import { websiteBench } from "./website.ts"
import { workflowsBench } from "./workflows.ts"

const words = process.argv.slice(2)
const quick = words.includes("--quick")
const chosen = words.filter((word) => !word.startsWith("--"))

const began = performance.now()
const say = (text: string) => void process.stderr.write(`${((performance.now() - began) / 1_000).toFixed(1).padStart(6)} s  ${text}\n`)

const others = {
  analytics: analyticsBench(say, quick),
  auth: authBench(say, quick),
  brief: briefBench(say, quick),
  calendar: calendarBench(say, quick),
  chat: chatBench(say, quick),
  connector: connectorBench(say, quick),
  imports: importsBench(say, quick ? 1 : 3),
  isolation: isolationBench(say, quick ? 1 : Number(process.env["MINUTES"] ?? 10)),
  kb: kbBench(say, quick),
  messages: messagesBench(say, quick),
  money: moneyBench(say, quick),
  pages: pagesBench(say, quick),
  reports: reportsBench(say, quick),
  tools: toolsBench(say, quick),
  webhooks: webhooksBench(say, quick ? 1 : 3),
  website: websiteBench(say, quick),
  workflows: workflowsBench(say)
}
const isOther = (word: string): word is keyof typeof others => word in others

/** What was asked for by name; without a name, the requests. */
const bench = Effect.gen(function*() {
  const scenarios = chosen.filter((word) => !isOther(word))
  if (scenarios.length > 0 || chosen.length === 0) process.stdout.write(yield* requestsBench(say, scenarios, quick))
  for (const name of chosen.filter(isOther)) process.stdout.write(yield* others[name])
})

NodeRuntime.runMain(bench)
