import type { english } from "../english/words.ts"
import { areas } from "./areas.ts"
import { board } from "./board.ts"
import { consent } from "./consent.ts"
import { consents } from "./consents.ts"
import { credentials } from "./credentials.ts"
import { diff } from "./diff.ts"
import { errors } from "./errors.ts"
import { find } from "./find.ts"
import { form } from "./form.ts"
import { frame } from "./frame.ts"
import { modes } from "./modes.ts"
import { navigation } from "./navigation.ts"
import { planner } from "./planner.ts"
import { preview } from "./preview.ts"
import { receiptChange } from "./receipt-change.ts"
import { result } from "./result.ts"
import { roleNames } from "./role-names.ts"
import { roles } from "./roles.ts"
import { scopes } from "./scopes.ts"
import { stepUp } from "./step-up.ts"
import { table } from "./table.ts"
import { time } from "./time.ts"

/*
 * Terms, so that each is said in one way. API key: API-Schlüssel; agent: Agent; appointment: Termin; to approve: freigeben; audit: Protokoll; booking: Buchung;
 * campaign: Kampagne; company (the tenant): Unternehmen; connected client: verbundene App; consent: Freigabe; contact: Kontakt; conversation: Unterhaltung;
 * credential: Zugang; deal: Deal; delivery (of a webhook): Zustellung; invoice: Rechnung; knowledge base: Wissensdatenbank; live mode: Live-Modus;
 * member: Mitglied; operation: Vorgang; order: Bestellung; receipt (of a call): Beleg; record: Datensatz; to reject: ablehnen; report: Bericht; to revoke:
 * widerrufen; run: Ausführung; settings: Einstellungen; test mode: Testmodus; text message: SMS; tier: Tarif; webhook: Webhook; workflow: Workflow.
 */
export const german: typeof english = {
  areas, board, consent, consents, credentials, diff, errors, find, form, frame, modes, navigation, planner, preview, receiptChange, result,
  roleNames, roles, scopes, stepUp, table, time
}
