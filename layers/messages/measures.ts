import { type Measured, shareOf } from "../kernel/measures.ts"

export const measures: Pick<Measured, "texts" | "calls" | "emails"> = {
  texts: {
    from: "sms_messages r",
    hasMode: true,
    dimensions: { text_direction: "r.direction", text_state: "r.state" },
    measures: {
      texts: { value: "count(*)", at: "r.created_at" },
      text_segments: { value: "sum(r.segments)", at: "r.created_at" }
    }
  },
  calls: {
    from: "calls r",
    hasMode: true,
    dimensions: { call_direction: "r.direction", call_result: "r.result" },
    measures: {
      calls: { value: "count(*)", at: "r.created_at" },
      missed_calls: { value: "count(*)", at: "r.created_at", where: "r.result = 'missed'" },
      call_minutes: { value: "round(sum(r.duration_seconds) / 60.0, 1)", at: "r.created_at" }
    }
  },
  emails: {
    from: "emails r",
    hasMode: true,
    dimensions: { email_template: "r.template", email_state: "r.state" },
    measures: {
      emails: { value: "count(*)", at: "r.created_at" },
      email_bounce_rate: { value: shareOf("r.state = 'bounced'"), at: "r.created_at", where: "r.state in ('sent', 'bounced', 'complained')" }
    }
  }
}
