import type { Declaration, Need } from "../declaration.ts"
import { app, bothSides, conflict } from "./needs.ts"

const mapping: Need = { name: "mapping", required: false, means: "Which question of the form each field of a contact is; common names if left out." }

const fields = [
  { theirs: "first_name, full_name", ours: "first_name" }, { theirs: "last_name", ours: "last_name" }, { theirs: "email", ours: "email" },
  { theirs: "phone_number", ours: "phone" }, { theirs: "company_name", ours: "company_name" }
]

export const social = [
  {
    key: "meta_leads", name: "Meta lead forms", kind: "social", status: "available", authorization: "token",
    needs: [
      { name: "token", required: true, means: "A token of the page that does not end, which may use leads_retrieval." },
      { name: "account", required: true, means: "The number of the lead form." },
      mapping, conflict
    ],
    direction: "in", reads: ["Leads of one form of Facebook or Instagram, as contacts"], writes: [], mapping: fields, conflict: bothSides,
    limits: "100 leads a request; after the first run only what is new. Meta keeps leads for 90 days.",
    left_out: "Leads as they are left: Meta's own webhook needs an app that Meta has reviewed. Several forms at once, and what became of a lead."
  },
  {
    key: "linkedin_leads", name: "LinkedIn lead forms", kind: "social", status: "available", authorization: "oauth2",
    needs: [...app, { name: "account", required: true, means: "The number of the ad account." }, mapping, conflict],
    direction: "in", reads: ["Leads of an ad account, as contacts"], writes: [], mapping: fields, conflict: bothSides,
    limits: "100 leads a request; after the first run only what is new. LinkedIn keeps leads for 90 days.",
    left_out: "Leads of company pages and events, questions to choose from, and what became of a lead."
  }
] as const satisfies ReadonlyArray<Declaration>
