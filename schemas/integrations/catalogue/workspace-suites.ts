import type { Declaration } from "../declaration.ts"
import { app, bothSides, conflict } from "./needs.ts"

const calendars = "Calendars: connect_calendar takes theirs by their ICS addresses. Mail, files, groups, photos, and writing contacts there."

export const workspaceSuites = [
  {
    key: "google", name: "Google contacts", kind: "workspace_suite", status: "available", authorization: "oauth2", needs: [...app, conflict],
    direction: "in", reads: ["Contacts of the account"], writes: [],
    mapping: [
      { theirs: "names.givenName", ours: "first_name" }, { theirs: "names.familyName", ours: "last_name" }, { theirs: "emailAddresses (the first)", ours: "email" },
      { theirs: "phoneNumbers (the first)", ours: "phone" }, { theirs: "organizations.name", ours: "company_name" }, { theirs: "biographies", ours: "notes" }
    ],
    conflict: bothSides, limits: "200 contacts a request; after the first run only what changed, by Google's sync tokens, which last seven days.", left_out: calendars
  },
  {
    key: "microsoft", name: "Microsoft 365 contacts", kind: "workspace_suite", status: "available", authorization: "oauth2", needs: [...app, conflict],
    direction: "in", reads: ["Contacts of the account's main folder"], writes: [],
    mapping: [
      { theirs: "givenName", ours: "first_name" }, { theirs: "surname", ours: "last_name" }, { theirs: "emailAddresses (the first)", ours: "email" },
      { theirs: "mobilePhone, businessPhones", ours: "phone" }, { theirs: "companyName", ours: "company_name" }, { theirs: "personalNotes", ours: "notes" }
    ],
    conflict: bothSides, limits: "200 contacts a request; after the first run only what changed, by Graph's delta links.", left_out: calendars
  }
] as const satisfies ReadonlyArray<Declaration>
