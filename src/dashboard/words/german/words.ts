import type { english } from "../english/words.ts"
import { account } from "./account.ts"
import { areas } from "./areas.ts"
import { audit } from "./audit.ts"
import { board } from "./board.ts"
import { brief } from "./brief.ts"
import { clients } from "./clients.ts"
import { companies } from "./companies.ts"
import { company } from "./company.ts"
import { connect } from "./connect.ts"
import { consent } from "./consent.ts"
import { consentPage } from "./consent-page.ts"
import { consents } from "./consents.ts"
import { credentials } from "./credentials.ts"
import { diff } from "./diff.ts"
import { errors } from "./errors.ts"
import { figure } from "./figure.ts"
import { find } from "./find.ts"
import { form } from "./form.ts"
import { frame } from "./frame.ts"
import { gettingStarted } from "./getting-started.ts"
import { industry } from "./industry.ts"
import { invitation } from "./invitation.ts"
import { key } from "./key.ts"
import { keys } from "./keys.ts"
import { member } from "./member.ts"
import { members } from "./members.ts"
import { modes } from "./modes.ts"
import { navigation } from "./navigation.ts"
import { overview } from "./overview.ts"
import { password } from "./password.ts"
import { planner } from "./planner.ts"
import { preview } from "./preview.ts"
import { receiptChange } from "./receipt-change.ts"
import { receipts } from "./receipts.ts"
import { records } from "./records.ts"
import { result } from "./result.ts"
import { roleNames } from "./role-names.ts"
import { roles } from "./roles.ts"
import { scopes } from "./scopes.ts"
import { sharing } from "./sharing.ts"
import { signIn } from "./sign-in.ts"
import { signUp } from "./sign-up.ts"
import { stepUp } from "./step-up.ts"
import { table } from "./table.ts"
import { time } from "./time.ts"
import { twoFactor } from "./two-factor.ts"
import { verify } from "./verify.ts"
import { webhooks } from "./webhooks.ts"
import { writtenEmail } from "./written-email.ts"

/*
 * Terms, so that each is said in one way. API key: API-Schlüssel; agent: Agent; appointment: Termin; to approve: freigeben; audit: Protokoll; booking: Buchung;
 * campaign: Kampagne; company (the tenant): Unternehmen; connected client: verbundene App; consent: Freigabe; contact: Kontakt; conversation: Unterhaltung;
 * credential: Zugang; deal: Deal; delivery (of a webhook): Zustellung; invoice: Rechnung; knowledge base: Wissensdatenbank; live mode: Live-Modus;
 * member: Mitglied; operation: Vorgang; order: Bestellung; receipt (of a call): Beleg; record: Datensatz; to reject: ablehnen; report: Bericht; to revoke:
 * widerrufen; run: Ausführung; settings: Einstellungen; test mode: Testmodus; text message: SMS; tier: Tarif; webhook: Webhook; workflow: Workflow.
 */
export const german: typeof english = {
  account, areas, audit, board, brief, clients, companies, company, connect, consent, consentPage, consents, credentials, diff,
  errors, figure, find, form, frame, gettingStarted, industry, invitation, key, keys, member, members, modes, navigation, overview,
  password, planner, preview, receiptChange, receipts, records, result, roleNames, roles, scopes, sharing, signIn, signUp, stepUp,
  table, time, twoFactor, verify, webhooks, writtenEmail
}
