import { ORIGIN } from "../documents.ts"
import { html } from "../html.ts"
import { type Guide, guide, type Step } from "./guide.ts"
import { type Line, line } from "./samples/request.ts"

/** Few enough to be deleted again one by one, since live and test keys share contacts. */
const MANY = 20

const file: Line = {
  curl: `{ echo first_name,email,tags
  seq ${MANY} | sed 's/.*/Person &,person&-'$$'@import.example,import-'$$'/'
  echo Nobody,no-address,import-$$; } > contacts.csv`,
  typescript: `import { readFile, writeFile as write } from "node:fs/promises"
const rows = Array.from({ length: ${MANY} }, (_, n) => \`Person \${n + 1},person\${n + 1}-\${stamp}@import.example,import-\${stamp}\`)
await write("contacts.csv", ["first_name,email,tags", ...rows, \`Nobody,no-address,import-\${stamp}\`, ""].join("\\n"))`,
  python: `with open("contacts.csv", "w") as output:
    output.write("first_name,email,tags\\n")
    output.writelines(f"Person {n},person{n}-{stamp}@import.example,import-{stamp}\\n" for n in range(1, ${MANY + 1}))
    output.write(f"Nobody,no-address,import-{stamp}\\n")`
}

/** A person agrees to each. */
const deleted: Line = {
  curl: `for CONTACT in $(curl -s "${ORIGIN}/api/v1/crm/contacts?tag=import-$$&limit=200" -H "Authorization: Bearer $API_KEY" \\
  -H "Accept: text/csv" | sed -n 's/^\\([0-9]*\\),.*/\\1/p'); do
  CONSENT=$(curl -s -X DELETE "${ORIGIN}/api/v1/crm/contacts/$CONTACT" -H "Authorization: Bearer $API_KEY" | sed 's/.*"consent":{"id":\\([0-9]*\\).*/\\1/')
  CONFIRMATION=$(curl -s -X POST "${ORIGIN}/api/v1/agent/consents/$CONSENT/approve" -H "Authorization: Bearer $ACCESS_TOKEN" | sed 's/.*"confirmation":"\\([^"]*\\)".*/\\1/')
  curl -s -o /dev/null -X DELETE "${ORIGIN}/api/v1/crm/contacts/$CONTACT" -H "Authorization: Bearer $API_KEY" -H "X-Service-Confirmation: $CONFIRMATION"
done`,
  typescript: `for (const { id } of (await api("GET", \`/crm/contacts?tag=import-\${stamp}&limit=200\`)).items) {
  const { consent } = await api("DELETE", \`/crm/contacts/\${id}\`)
  const { confirmation } = await api("POST", \`/agent/consents/\${consent.id}/approve\`, undefined, { Authorization: \`Bearer \${process.env.ACCESS_TOKEN}\` })
  await api("DELETE", \`/crm/contacts/\${id}\`, undefined, { "X-Service-Confirmation": confirmation })
}`,
  python: `for contact in api("GET", f"/crm/contacts?tag=import-{stamp}&limit=200")["items"]:
    path = f"/crm/contacts/{contact['id']}"
    consent = api("DELETE", path)["consent"]
    agreed = api("POST", f"/agent/consents/{consent['id']}/approve", None, {"Authorization": f"Bearer {os.environ['ACCESS_TOKEN']}"})
    api("DELETE", path, None, {"X-Service-Confirmation": agreed["confirmation"]})`
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
    title: "A file of contacts",
    text: "CSV in UTF-8, whose first row names the columns. They go by the names of a contact's fields; the parameter mapping takes others. The last row does not fit: it has no e-mail address that is one.",
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
    text: "state is completed when it is through, failed, with why in error, or canceled with its run. While its run is paused (the next step names it) it stays running, and this waits until resume_workflow_run. created, updated and rejected count its rows, and rejected_rows has the first of those that did not fit. Contacts are found again by " +
      "their e-mail addresses alone: rows without one are made anew by each import of the file, and of two rows with the same one the second changes what the first made.",
    lines: [line("GET", IMPORTED, { until: { field: "state", value: "completed", or: ["failed", "canceled"] } }), line("GET", IMPORTED)]
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
    text: "One file with every contact, up to 10,000, as CSV or, with format=ndjson, as a JSON object a line; more are a 422, and service export of the command line takes any number. It takes the filters of the list: search, tag, segment and the like.",
    lines: [line("GET", "/crm/contacts/export?format=csv", { file: "exported.csv" })]
  },
  {
    title: "Export only some",
    text: "search finds beginnings of words.",
    lines: [line("GET", "/crm/contacts/export?format=ndjson&search=person20", { file: "some.ndjson" })]
  },
  {
    title: "Delete them again",
    text: "They are found by their tag. A person agrees to each; restore_contact brings one back for some time.",
    lines: [deleted, line("GET", "/crm/contacts?limit=1&tag=import-$$")]
  }
]

/** From a file to contacts, by a workflow that can be watched, and back to a file. */
export const importContacts: Guide = guide({
  id: "import-contacts",
  title: "Import and export by a durable workflow",
  before: html`You need a key with the scopes <code>crm:read</code>, <code>crm:write</code> and <code>workflows:read</code>, of a company of the tier builder, and to look at runs of
professional; to delete the contacts again, the <code>access_token</code> of somebody who may approve. <strong>Live and test keys share contacts</strong>: run these lines to the end, one after another.`,
  steps,
  after: html`Rows that do not fit do not stop the others: <code>rejected_rows</code> has the first 20, and <code>rejects_url</code> is a CSV of them. Any list is exported by
<code>Accept</code>: <a href="/docs#lists">Lists</a>. In a shell, <code>service import</code> and <code>service export</code> do the same, and go on after a cut.`
})
