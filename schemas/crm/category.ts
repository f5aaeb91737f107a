import { Schema } from "effect"
import { category } from "#schemas/kernel/category"
import { ActivityKind } from "./activity.ts"
import { counting } from "./counting.ts"
import { StageOutcome } from "./pipeline.ts"
import { measures } from "./measures.ts"

export const crm = category({
  measures,
  contactTables: {
    deals: { versioned: true, example: 2 },
    activities: { versioned: true, example: 7 },
    tasks: { versioned: true, example: 1 },
    files: { versioned: false, example: 1 }
  },
  timelineKinds: ["note", "call", "meeting", "email", "deal_created", "deal_moved", "task_completed"],
  timelineObjects: ["activity", "deal", "task"],
  conditions: {
    activities: counting("activities", {
      kind: Schema.optionalKey(ActivityKind.annotate({ description: "Any kind if left out.", examples: ["call"] }))
    }, "that occurred"),
    deals: counting("deals", {
      status: Schema.optionalKey(StageOutcome.annotate({ description: "Any status if left out.", examples: ["won"] }))
    }, "created")
  },
  events: {
    contact: {
      created: "A contact was added.",
      updated: "A contact was changed.",
      deleted: "A contact went to the bin.",
      restored: "A contact came back from the bin.",
      merged: "Contacts became one."
    },
    deal: {
      created: "A deal was added.",
      updated: "A deal was changed.",
      stage_changed: "A deal moved to another stage.",
      won: "A deal was won.",
      lost: "A deal was lost.",
      deleted: "A deal went to the bin."
    },
    task: {
      created: "A task was added.",
      due: "A task's time has come and it is open.",
      completed: "A task was done."
    },
    import: {
      completed: "An import has read its last row."
    },
    file: {
      attached: "A file was put on a record."
    },
    person: {
      erased: "A person was erased; only the contact's id is told."
    }
  },
  personal: {
    contact: { holds: "Name, e-mail address, phone number, company, tags, notes, fields of the company's own.", purpose: "To know customers and to reach them." },
    activity: { holds: "Notes, calls and meetings with a contact.", purpose: "To remember what was talked about.", retained: true },
    task: { holds: "What is to be done for a contact, and was; those that are done count.", purpose: "To do what was promised.", retained: true },
    deal: { holds: "What a contact may buy, or bought, and for how much.", purpose: "To sell, and to count what was sold." },
    deal_move: { holds: "When a deal went to which stage, and why.", purpose: "The history of sales." },
    file: { holds: "Files on a record.", purpose: "To have documents beside what they are about.", retained: true },
    lead: { holds: "Which lead became which contact.", purpose: "To hand a lead over once." },
    merge: { holds: "Contacts as they were before they became one.", purpose: "To undo a merge." },
    import_reject: { holds: "Rows of imported files that could not be taken.", purpose: "To correct them.", retained: true },
    import_preview: { holds: "What an import would do to contacts.", purpose: "To look before importing." },
    company: { holds: "Companies that contacts belong to; a sole trader's name, number and address.", purpose: "To know business customers." },
    segment: { holds: "Conditions by which contacts are found, which may name one.", purpose: "To write to some contacts." }
  },
  firstStep: {
    title: "Add the first contact",
    why: "Whoever buys, books or writes is one: what happens with them is kept in one place.",
    by: "create_contact",
    done: { list: "list_contacts" }
  }
})
