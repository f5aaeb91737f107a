import { html } from "../html.ts"
import { type Guide, guide, type Step } from "./guide.ts"
import { BACKUPS, operationPath, SEVERAL_NODES, SPLITTING } from "./paths.ts"
import { agreed, line } from "./samples/request.ts"
import { upgrading } from "./upgrading.ts"

const steps: ReadonlyArray<Step> = [
  {
    title: "Whose key, and what is left",
    text: "Company, tier, scopes and limits. Every answer tells in X-RateLimit-Remaining how many requests of this minute are left.",
    lines: [line("GET", "/auth/me")]
  },
  {
    title: "What failed in the background",
    text: "Runs of durable workflows go on by themselves after a restart. One that failed tells its error, and which step it was.",
    lines: [line("GET", "/workflows/runs?status=failed&limit=5")]
  },
  {
    title: "What runs again and again",
    text: "A schedule has a workflow run by a cron line in a time zone, or at an interval: each time once, however many processes there are and whatever crashes. It can be " +
      "run now, paused and resumed; get_schedule tells its next times and what the latest came to. The last three lines delete it again, which a person agrees to.",
    lines: [
      line("GET", "/workflows/schedulable"),
      line("POST", "/workflows/schedules", {
        body: { name: "Links on Mondays", workflow: "website.check_links", cron: "30 7 * * 1", time_zone: "Europe/Oslo", overlap: "skip" }, keep: { as: "SCHEDULE" }
      }),
      line("POST", "/workflows/schedules/$SCHEDULE/trigger"),
      line("GET", "/workflows/schedules/$SCHEDULE"),
      line("POST", "/workflows/schedules/$SCHEDULE/pause"),
      ...agreed("DELETE", "/workflows/schedules/$SCHEDULE")
    ]
  },
  {
    title: "What others were not told",
    text: "Webhooks that fail are sent again, and switched off after days; get_webhook tells how one did in the last week.",
    lines: [line("GET", "/webhooks?limit=5")]
  },
  {
    title: "What waits for a person",
    text: "Consents that nobody decides end after 24 hours.",
    lines: [line("GET", "/agent/consents?limit=5")]
  },
  {
    title: "Who signed in, and who changed keys",
    text: "The audit trail takes a key with the scope audit:read, newest first.",
    lines: [line("GET", "/auth/audit?limit=5")]
  }
]

/** What to look at day by day. */
export const operate: Guide = guide({
  id: "operate",
  title: "Operate an installation",
  before: html`Of one company, with a key of it and the <code>access_token</code> of somebody who may approve (<a href="/docs#start">Start</a>). These lines run one after another.`,
  steps,
  after: html`On the machine itself, with the environment that the service has (its <code>DATA_DIR</code>, <code>PORT</code> and the rest, or an empty folder is looked at): <code>npm run service -- doctor</code> checks configuration, database, migrations, background work, disk and clock, and says what to do;
<code>npm run service -- backup --help</code> and <code>restore --help</code> tell how it is backed up and restored;
<code>npm run service -- config</code> lists every setting; <code>npm run service -- receipts --help</code> tells how the chain of receipts is verified. <code>/health/ready</code> answers 200 while
the service takes requests and its database answers, and 503 while it starts or stops; <code>/metrics</code> has figures for Prometheus. More: <a href="${BACKUPS}">back up and restore</a>, <a href="${SEVERAL_NODES}">several nodes</a>, <a href="${SPLITTING}">splitting by company</a>, <a href="${operationPath("list_workflow_runs")}">list_workflow_runs</a>, <a href="/docs/errors#unavailable">what 503 means</a>.`,
  chapters: upgrading
})
