import { Context, Effect, Layer, Option } from "effect"
import { SqlClient } from "effect/sql"
import type { ChatSettings, ModelChoice } from "#schemas/ai/settings"
import { Caller } from "#schemas/kernel/tenancy"
import { companyLock } from "../kernel/company-lock.ts"
import { execute, first } from "../kernel/sql.ts"

export type { ModelChoice }

const usual: ChatSettings = {
  models: [], tone: "", greeting: "Hello! What would you like to know?",
  unknown: "I do not find that in what the company has written down. Shall I ask somebody to answer you?",
  visitors: true, conversation_tokens: 20_000, visitor_tokens: 10_000
}

/** How the chat of the caller's company answers. */
export class AiSettings extends Context.Service<AiSettings>()("layers/ai/AiSettings", {
  make: Effect.gen(function*() {
    const sql = yield* SqlClient.SqlClient
    return {
      get: Effect.map(
        first(sql<{ settings: Partial<ChatSettings> }>`select settings from ai_settings where company_id = (select current_company())`),
        (found): ChatSettings => ({ ...usual, ...Option.isSome(found) ? found.value.settings : {} })
      ),
      /** Keeps others from changing them until the transaction ends. */
      hold: Effect.orDie(companyLock(sql, "ai settings")),
      set: Effect.fnUntraced(function*(settings: ChatSettings) {
        const { company_id } = yield* Caller
        yield* execute(sql`insert into ai_settings (company_id, settings) values (${company_id}, ${JSON.stringify(settings)}::jsonb)
          on conflict (company_id) do update set settings = excluded.settings`)
      })
    }
  })
}) {
  static readonly layer = Layer.effect(AiSettings, AiSettings.make)
}
