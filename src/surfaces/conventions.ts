import { exportFormats, MOST_EXPORTED } from "#schemas/kernel/exports"
import { APART_IN_WORDS, SHARED_IN_WORDS } from "#schemas/kernel/modes"
import { requestsPerMinute, type Tier, tiers } from "#schemas/kernel/tenancy"

/** What holds for every operation. Text between backticks is code. */
export interface Convention {
  readonly id: string
  readonly title: string
  readonly paragraphs: ReadonlyArray<string>
  /** Of those who need it only: it has a page of its own. */
  readonly apart?: true
}

const list = (items: ReadonlyArray<string>) => `${items.slice(0, -1).join(", ")} and ${items.at(-1)}`

const perMinute = (tier: Tier) => `${requestsPerMinute[tier].toLocaleString("en")} (${tier})`

export const conventions: ReadonlyArray<Convention> = [
  {
    id: "authentication",
    title: "Authentication",
    paragraphs: [
      "Send `Authorization: Bearer <API key>`. A key belongs to one company and sees nothing of another: whatever is " +
      "not the company's own answers 404. It carries scopes, like `crm:read`; an operation whose scope it lacks " +
      "answers 403.",
      "People sign in with `login` and send the `access_token` in the same place; it is good for 15 minutes and `refresh_token` gives " +
      "the next. What such a person may do follows from their role: `viewer` reads, `member` also writes, `admin` also manages people, " +
      "keys and connections and approves, `owner` also decides who owns the company. Operations with the scope `session` take a signed-in " +
      "person and no key; to decide on consents, a key with the scope `consents:approve` will do.",
      "A test key, `sk_service_test_…`, is for trying things out: no money moves and no message is dispatched. A live " +
      "key, `sk_service_live_…`, is for real."
    ]
  },
  {
    id: "visitors",
    title: "Visitors",
    apart: true,
    paragraphs: [
      "Customers who have not signed in call operations that are marked for visitors straight from your pages, with a publishable key, `pk_service_…`, in the place of the key: it may stand in a page, " +
      "since it opens nothing but that, and each visitor only has what is their own: their cart, their conversation, their booking. An admin makes it with `create_publishable_key`, which names the origins of your pages.",
      "The first answer to a visitor brings the header `X-Service-Visitor`. Keep it in the page and send it with each request from then on: without it every request is a new visitor's, who has no cart. " +
      "CORS lets a page of an allowed origin read and send it. The guide Sell a product shows it."
    ]
  },
  {
    id: "modes",
    title: "Live and test mode",
    paragraphs: [
      SHARED_IN_WORDS,
      APART_IN_WORDS,
      "A company can protect what is shared: with its setting `protect_shared_records`, which new companies begin with, operations that destroy " +
      "such records refuse test keys with 403 `shared_records_protected`. A consent that a test key asked for says where it changes real records."
    ]
  },
  {
    id: "errors",
    title: "Errors",
    paragraphs: [
      "Every refusal has one shape: `code`, `message`, `request_id` and, where fields are at fault, `details` with " +
      "each field, what is wrong with it and what was received. With `Accept: application/problem+json` the same comes " +
      "as RFC 9457.",
      "A required field that is missing, or a body that is not JSON, is a 400; any other field that is not valid is a " +
      "422. All failing fields are listed, not only the first. Fields and query parameters that an operation does not " +
      "know are ignored."
    ]
  },
  {
    id: "lists",
    title: "Lists",
    paragraphs: [
      "Lists answer `items`, `total`, `limit`, `offset`, `has_more` and `next_cursor`. Walk them with `limit` (1 to " +
      "200) and `offset`, or send `next_cursor` as `cursor`, which costs the same on every page.",
      "Any list comes as a file where `Accept` asks for one: `text/csv`, `application/x-ndjson` or the type of a spreadsheet " +
      `(XLSX), \`${exportFormats.xlsx}\`. The file has all items with the same filters and sort, up to ${MOST_EXPORTED.toLocaleString("en")}; ` +
      "more are a 422, and `service export <list>` of the command line takes any number."
    ]
  },
  {
    id: "idempotency",
    title: "Safe repetition",
    paragraphs: [
      "Operations that create something take an `Idempotency-Key` of your choice. Within 24 hours the same key with " +
      "the same input repeats the first answer, marked `Idempotent-Replayed: true`, and does nothing twice; with " +
      "another input it is a 409."
    ]
  },
  {
    id: "versions",
    title: "Concurrent changes",
    paragraphs: [
      "A record's `version` in double quotes is its `ETag`: `\"3\"` is that of version 3. Send it with its quotes as `If-Match` with a change, and the change is refused with 412 if " +
      "somebody was faster (the bare number is understood too); send it with its quotes as `If-None-Match` with a read, and an unchanged record answers 304."
    ]
  },
  {
    id: "consent",
    title: "Consent",
    paragraphs: [
      "Operations marked as needing consent are refused with 428 until a person of the company agrees, or until its " +
      "owner has granted the key a standing consent for that operation. A refusal has changed nothing.",
      "The refusal's `consent` says what would be done, how it is taken back (`undo`), and where it goes on: `preview_url` shows, record by record, what " +
      "would change; `page_url` is the page where a person sees that and decides; `approve_url` is for a person too, not for the key " +
      "that asked and never for an agent, and answers with a confirmation, `cfm_…`, which whoever asked is told too, once, by " +
      "`get_consent`. Send the very same call with it as " +
      "`X-Service-Confirmation` within 15 minutes: it is good once, for this key or session, operation and input; with anything else it " +
      "is a 409. A consent that nobody decides ends after 24 hours; owners and admins are told of it by e-mail.",
      "`approve_on` tells who may be asked instead. With `page`, nobody: the person is signed in themselves, on `page_url` or with their own access token at `approve_url`, as the guides do it. With " +
      "`client_or_page`, an AI client may ask its user too (MCP elicitation), but for what moves money. What cannot be undone is `page`, and so is all where the company wants it (`approval_on_page` of its settings).",
      "A checkout waits for nobody although it takes money: the customer pays, with what they chose. `create_payment`, by which the company charges somebody, waits."
    ]
  },
  {
    id: "limits",
    title: "Rate limits",
    paragraphs: [
      `A company has ${list(tiers.map(perMinute))} requests a minute, ` +
      "all keys together. Every answer says how things stand in `X-RateLimit-Limit`, `X-RateLimit-Remaining` and " +
      "`X-RateLimit-Reset` (Unix seconds); past the limit it is 429 with `Retry-After` in seconds.",
      "Requests without a key (public tools, sign-in, visitors of a company) are counted by the address that they come from, all together: 120 a minute, unless whoever runs the installation set another number. " +
      "Pages of this documentation are counted apart."
    ]
  },
  {
    id: "command-line",
    title: "Command line",
    apart: true,
    paragraphs: [
      "Where these pages write `service`, they mean the platform's own command, which no package registry has. (What a system calls `service` itself is another.) In a checkout of the platform, " +
      "`npm run --silent service -- listen --help` is `service listen --help`. For other machines, who has a checkout packs it with `npm run pack-client`: with the one file that this writes, and " +
      "Node 22 or newer, `npx --yes ./business-platform-client-*.tgz listen --help` is the same, without anything being installed. An installation offers no download of it: ask whoever runs yours for that file.",
      "Commands take the key from `API_KEY`, and the address of the installation as `--url`; or `service login --url` keeps both. Where both are there, the key of `API_KEY` goes to the kept address, unless `--url` names another. `service api <verb>` calls any operation, `service export` and " +
      "`service import` take files of any length, and `service listen --forward-to` sends events on to a program on your machine. Each tells more with `--help`."
    ]
  },
  {
    id: "durable-workflows",
    title: "Durable workflows",
    apart: true,
    paragraphs: [
      "A durable workflow is a program of the installation whose steps are kept as they are done: after a crash or a restart a run of it goes on where it was. It is composed by whoever has a checkout of the platform, in TypeScript: " +
      "`workflows/README.md` in the repository shows how. Neither the API nor the dashboard composes one.",
      "With the API a company begins them (`import_contacts`, a task with `due_at`, `create_schedule` and many more), watches their runs (`list_workflow_runs`, `get_workflow_run`), and steers them (`pause_workflow_run`, `resume_workflow_run`, " +
      "`cancel_workflow_run`, `retry_workflow_run`, `restart_workflow_run`). `list_schedulable_workflows` lists those that it can have begun again and again.",
      "For a run that waits long enough to be paused: `create_task` with a `due_at` of tomorrow begins a run of `crm.task_due`, which `GET /workflows/runs?workflow=crm.task_due&status=waiting` lists. An import of some thousand rows is one that is at work for a while; " +
      "while its run is paused the import stays `running`."
    ]
  },
  {
    id: "change",
    title: "Change",
    paragraphs: [
      "New operations, new optional fields and new values of enumerations come without notice: ignore what you do not " +
      "know. An operation on its way out says so in `Deprecation` and `Sunset`, at least six months ahead."
    ]
  }
]
