import type { MeasuredRecords } from "#schemas/kernel/measures"

const direction = { title: "Direction", values: ["inbound", "outbound"] }

export const measures = {
  texts: {
    dimensions: { text_direction: direction, text_state: { title: "State" } },
    measures: {
      texts: { title: "Texts", unit: "count", counts: "Texts in both directions, by when they came or were written." },
      text_segments: { title: "Segments of texts", unit: "count", counts: "The parts that those are sent in, which providers charge for." }
    }
  },
  calls: {
    dimensions: { call_direction: direction, call_result: { title: "Result" } },
    measures: {
      calls: { title: "Calls", unit: "count", counts: "Calls in both directions, by when they began." },
      missed_calls: { title: "Missed calls", unit: "count", counts: "Calls that came in and reached nobody." },
      call_minutes: { title: "Minutes of calls", unit: "number", counts: "How long calls lasted in all." }
    }
  },
  emails: {
    dimensions: { email_template: { title: "Template" }, email_state: { title: "State" } },
    measures: {
      emails: { title: "E-mails", unit: "count", counts: "E-mails to customers, by when they were written." },
      email_bounce_rate: { title: "E-mails that bounce", unit: "share", counts: "E-mails that bounced among those that were sent or bounced, by when they were written." }
    }
  }
} as const satisfies Readonly<Record<string, MeasuredRecords>>
