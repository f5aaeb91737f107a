import { ORIGIN } from "../documents.ts"
import { html } from "../html.ts"
import { type Guide, guide, type Step } from "./guide.ts"
import { type Line, line } from "./samples/request.ts"

const file: Line = {
  curl: `{ echo first_name,email; seq 1000 | sed 's/.*/Person &,person&-'$$'@import.example/'; } > contacts.csv`,
  typescript: `import { readFile, writeFile as write } from "node:fs/promises"
const rows = Array.from({ length: 1000 }, (_, n) => \`Person \${n + 1},person\${n + 1}-\${stamp}@import.example\`)
await write("contacts.csv", ["first_name,email", ...rows, ""].join("\\n"))`,
  python: `with open("contacts.csv", "w") as output:
    output.write("first_name,email\\n")
    output.writelines(f"Person {n},person{n}-{stamp}@import.example\\n" for n in range(1, 1001))`
}

const sent: Line = {
  curl: `IMPORT=$(curl -s -X POST "${ORIGIN}/api/v1/crm/contacts/import" \\
  -H "Authorization: Bearer $API_KEY" \\
  -H "Content-Type: text/csv" \\
  -H "Idempotency-Key: contacts-$$" \\
  --data-binary @contacts.csv \\
  | sed 's/^{"id":\\([0-9]*\\).*/\\1/')`,
  typescript: `const imported = await fetch(\`\${address}/crm/contacts/import\`, {
  method: "POST",
  headers: { Authorization: \`Bearer \${process.env.API_KEY}\`, "Content-Type": "text/csv", "Idempotency-Key": \`contacts-\${stamp}\` },
  body: await readFile("contacts.csv")
})
const importing: number = (await imported.json()).id`,
  python: `with open("contacts.csv", "rb") as file:
    request = urllib.request.Request(
        address + "/crm/contacts/import", method="POST", data=file.read(),
        headers={"Authorization": f"Bearer {os.environ['API_KEY']}", "Content-Type": "text/csv", "Idempotency-Key": f"contacts-{stamp}"}
    )
with urllib.request.urlopen(request) as response:
    importing = json.load(response)["id"]`
}

const IMPORTED = "/crm/imports/$IMPORTING"

const steps: ReadonlyArray<Step> = [
  {
    title: "A file of 1,000 contacts",
    text: "CSV in UTF-8, whose first row names the columns. They go by the names of a contact's fields; the parameter mapping takes others.",
    lines: [file]
  },
  {
    title: "Send it",
    text: "The answer is 202 at once: a durable workflow works through the file, and goes on where it was if the service is stopped in between. With the same " +
      "Idempotency-Key it is one import, however often it is sent. With dry_run=true rows are only checked.",
    lines: [{ ...sent, curl: sent.curl.replace("IMPORT=", "IMPORTING=") }]
  },
  {
    title: "Wait for it",
    text: "state is completed when it is through; created, updated and rejected count its rows, and progress goes from 0 to 1. Contacts are found again by their e-mail addresses.",
    lines: [line("GET", IMPORTED, { until: { field: "state", value: "completed" } }), line("GET", IMPORTED)]
  },
  {
    title: "Look at the workflow",
    text: "A run tells each step with when it began and ended. run_id of the import names it.",
    lines: [
      line("GET", IMPORTED, { keep: { as: "RUN", at: ["run_id"] } }), line("GET", "/workflows/runs/$RUN"), line("GET", "/workflows/runs?status=completed&limit=1")
    ]
  },
  {
    title: "Export all contacts",
    text: "One file with every contact, as CSV or, with format=ndjson, as a JSON object a line. It takes the filters of the list: search, tag, segment and the like.",
    lines: [line("GET", "/crm/contacts/export?format=csv", { file: "exported.csv" })]
  },
  {
    title: "Export only some",
    text: "search finds beginnings of words.",
    lines: [line("GET", "/crm/contacts/export?format=ndjson&search=person1000", { file: "some.ndjson" })]
  }
]

/** From a file to contacts, by a workflow that can be watched, and back to a file. */
export const importContacts: Guide = guide({
  id: "import-contacts",
  title: "Import and export by a durable workflow",
  before: html`You need a key with the scopes <code>crm:read</code>, <code>crm:write</code> and <code>workflows:read</code>, of a company of the tier builder, and to look at runs of
professional. Live and test keys share contacts. These lines run one after another.`,
  steps,
  after: html`Rows that do not fit do not stop the others: <code>rejected_rows</code> has the first 20, and <code>rejects_url</code> is a CSV of them. Any list is exported by
<code>Accept</code>: <a href="/docs#lists">Lists</a>. In a shell, <code>service import</code> and <code>service export</code> do the same, and go on after a cut.`
})
