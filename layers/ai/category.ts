import type { SqlClient } from "effect/sql"
import { category, type SoughtPerson, type TimelineSource } from "../kernel/category.ts"
import { measures } from "./measures.ts"

const conversations: TimelineSource = (sql, contact) => sql`
  select 'conversation_' || id as id, 'conversation' as kind, last_message_at as at, title, 'conversation' as object, id as object_id,
    jsonb_build_object('status', status, 'channel', channel, 'messages', messages) as data
  from ai_conversations where company_id = (select current_company()) and contact_id = ${contact}`

const ofPerson = (sql: SqlClient.SqlClient, { ids }: SoughtPerson) => sql`exists (
  select from ai_conversations c where c.company_id = r.company_id and c.id = r.conversation_id and c.contact_id = any(${[...ids]}::bigint[]))`

export const ai = category({
  measures,
  timeline: [conversations],
  /* Messages go first: by their conversation it is known whose they are. */
  personal: [
    {
      object: "chat_message", table: "ai_messages", about: ofPerson, since: "created_at", texts: ["text", "comment"], json: ["citations"], versioned: true
    },
    { object: "conversation", table: "ai_conversations", since: "last_message_at", texts: ["title", "summary"], versioned: true, hidden: ["visitor"] },
    /* Whoever of the company asks; they may only name somebody. */
    { object: "agent_step", table: "ai_agent_steps", about: "never", since: "created_at", texts: ["text"], json: ["calls", "input"] },
    { object: "agent_run", table: "ai_agent_runs", about: "never", since: "created_at", texts: ["message", "answer", "reason"], versioned: true }
  ]
})
