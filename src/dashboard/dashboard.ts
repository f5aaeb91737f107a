import { readFileSync } from "node:fs"
import { Effect, Layer } from "effect"
import { HttpRouter, type HttpServerResponse } from "effect/http"
import { ServiceConfig } from "#layers/kernel/config"
import { compressedPage } from "../http/compressed-page.ts"
import { RateLimit } from "../http/rate-limit.ts"
import { type ActingRequests, InProcessClient } from "../http/in-process-client.ts"
import { layerServices } from "../http/layer-services.ts"
import { CONNECT } from "../oauth/interaction.ts"
import { OAuthServer } from "../oauth/server.ts"
import { serveAll } from "../surfaces/documents.ts"
import { anonymous, authenticated, rateLimited, withErrorPage } from "./authentication.ts"
import { fillCompany, industryPage } from "./getting-started/industry.ts"
import { getStartedPage, showFirstSteps } from "./getting-started/page.ts"
import type { Handler } from "./handler.ts"
import { agentRunPage, cancelAgentRun } from "./pages/agent-run.ts"
import { agentPage, agentsPage } from "./pages/agents.ts"
import { accountPage, endOtherSessions, endSession } from "./pages/account.ts"
import { assignChat, chatPage, closeChat, deleteChat, handChatOver, openChat, replyToChat } from "./pages/chat.ts"
import { chatSettingsPage, saveChatSettings } from "./pages/chat-settings.ts"
import { chatsPage } from "./pages/chats.ts"
import { allowClient, connectPage, denyClient } from "./pages/connect.ts"
import { auditPage } from "./pages/audit.ts"
import { clientsPage, revokeClient } from "./pages/clients.ts"
import { companiesPage, switchCompany } from "./pages/companies.ts"
import { companyPage, saveCompany } from "./pages/company.ts"
import { approveConsent, consentPage, rejectConsent } from "./pages/consent.ts"
import { consentsPage, decideConsents } from "./pages/consents.ts"
import { emailContent, emailPage, emailsPage, emailTemplateContent, emailTemplatesPage } from "./pages/emails.ts"
import { checkIntegration, connectIntegration, disconnectIntegration, integrationPage, syncIntegration, undoIntegrationRun } from "./pages/integration.ts"
import { integrationsPage } from "./pages/integrations.ts"
import { invitationPage, joinCompany } from "./pages/invitation.ts"
import { keyPage, revokeKey, rotateKey, setStanding } from "./pages/key.ts"
import { keysPage, makeKey, newKeyPage } from "./pages/keys.ts"
import { chooseLanguage } from "./pages/language.ts"
import { knowledgePage, knowledgeSearchPage } from "./pages/knowledge.ts"
import { archiveEntry, entryPage, makeEntry, newEntryPage, saveEntry } from "./pages/knowledge-entry.ts"
import { changeMember, memberPage, removeMember } from "./pages/member.ts"
import {
  dashboardPage, dashboardsPage, deleteDashboard, editDashboardPage, makeDashboard, newDashboardPage, saveDashboard
} from "./pages/dashboards.ts"
import { deleteReport, reportPage, scheduleReport } from "./pages/report.ts"
import { makeReport, newReportPage, reportsPage } from "./pages/reports.ts"
import { designPage } from "./pages/design.ts"
import { inviteMember, membersPage, withdrawInvitation } from "./pages/members.ts"
import { changes, LiveStreams } from "./live/stream.ts"
import { figurePage } from "./pages/figure.ts"
import { overviewPage } from "./pages/overview.ts"
import { makeCampaign, newCampaignPage } from "./pages/new-campaign.ts"
import { changePassword, forgot, forgotPage, passwordPage, reset, resetPage } from "./pages/password.ts"
import { receiptsPage } from "./pages/receipts.ts"
import { cancelRun, pauseRun, restartRun, resumeRun, retryRun } from "./pages/run-steering.ts"
import { runPage } from "./pages/run.ts"
import { runsPage } from "./pages/runs.ts"
import { codePage, enterCode, signIn, signInPage, signOut } from "./pages/sign-in.ts"
import { signUp, signUpPage } from "./pages/sign-up.ts"
import { calendarPage } from "./pages/calendar/page.ts"
import { pipelinePage } from "./pages/pipeline.ts"
import { callPage, endCall } from "./pages/call.ts"
import { callsPage } from "./pages/calls.ts"
import { campaignPage, cancelCampaign, pauseCampaign, resumeCampaign } from "./pages/campaign.ts"
import { campaignsPage } from "./pages/campaigns.ts"
import { assignThread, readThread, replyToThread, textMedia, threadPage } from "./pages/thread.ts"
import { threadsPage } from "./pages/threads.ts"
import { confirmTwoFactor, disableTwoFactor, enableTwoFactor, renewRecoveryCodes } from "./pages/two-factor.ts"
import { verify, verifyAgain, verifyAgainPage, verifyPage } from "./pages/verify.ts"
import { writtenEmailPage, writtenInvitationPage } from "./pages/written-email.ts"
import { replayWebhook, retryDelivery, webhookPage } from "./pages/webhook.ts"
import { webhooksPage } from "./pages/webhooks.ts"
import { paths } from "./paths.ts"
import { submitOperation } from "./records/action.ts"
import { categoryPage, operationPage, recordsPage } from "./records/pages.ts"
import { errorPage } from "./response.ts"
import { stylesheet } from "./stylesheet.ts"
import { inChosenLanguage } from "./words/choice.ts"
import { spoken } from "./words/spoken.ts"

const errors = spoken("errors")

/* These name no address of the service: pages need not wait for them again. */
const kept = { "cache-control": "public, max-age=300" }

const documents = [
  {
    path: paths.style, contentType: "text/css; charset=utf-8", headers: kept,
    text: stylesheet("dashboard", "people", "texts", "charts", "records", "started", "app", "board", "calendar", "design")
  },
  {
    path: paths.icon,
    contentType: "image/svg+xml",
    text: readFileSync(new URL("style/icon.svg", import.meta.url), "utf8"),
    headers: { "content-security-policy": "default-src 'none'; frame-ancestors 'none'" }
  },
  ...([[paths.find, "scripts/find.js"], [paths.board, "scripts/board.js"], [paths.liveScript, "live/live.js"]] as const).map(([path, file]) => ({
    path, contentType: "text/javascript; charset=utf-8", text: readFileSync(new URL(file, import.meta.url), "utf8"), headers: kept
  }))
]

/** The pages use the services of the layer, not those of a request. */
const Pages = Layer.unwrap(Effect.gen(function*() {
  const withServices = layerServices(yield* Effect.context<RateLimit | ActingRequests | InProcessClient | OAuthServer | ServiceConfig | LiveStreams>())
  const route = <E, R>(
    method: "GET" | "POST" | "*",
    path: string,
    work: Effect.Effect<HttpServerResponse.HttpServerResponse, E, R>
  ) =>
    HttpRouter.route(method, path as HttpRouter.PathInput, withServices(Effect.flatMap(inChosenLanguage(undefined, withErrorPage(work)), compressedPage)))

  const page = <R>(path: string, handler: Handler<R>) => route("GET", path, authenticated(handler))
  const action = <R>(path: string, handler: Handler<R>) => route("POST", path, authenticated(handler))
  const anonymousPage = <R>(path: string, show: Handler<R>) => route("GET", path, anonymous(show))
  const anonymousForm = <R, R2>(path: string, show: Handler<R>, submit: Handler<R2>) =>
    [anonymousPage(path, show), route("POST", path, anonymous(show, submit))]

  return HttpRouter.addAll([
    ...anonymousForm(paths.signIn, signInPage, signIn),
    ...anonymousForm(paths.code, codePage, enterCode),
    action(paths.signOut, signOut),
    route("POST", paths.language, rateLimited(undefined, chooseLanguage)),
    ...anonymousForm(paths.signUp, signUpPage, signUp),
    ...anonymousForm(paths.verify, verifyPage, verify),
    ...anonymousForm(`${paths.verify}/again`, verifyAgainPage, verifyAgain),
    anonymousPage(paths.writtenEmail, writtenEmailPage),
    ...anonymousForm(paths.forgot, forgotPage, forgot),
    ...anonymousForm(paths.invitation, invitationPage, joinCompany),
    ...anonymousForm(paths.reset, resetPage, reset),
    page(paths.overview, overviewPage),
    page(paths.getStarted, getStartedPage),
    action(paths.getStarted, showFirstSteps),
    page(paths.changes, changes),
    page(paths.industry, industryPage),
    action(paths.industry, fillCompany),
    page(`${paths.figures}/:figure`, figurePage),
    page(paths.dashboards, dashboardsPage),
    page(`${paths.dashboards}/new`, newDashboardPage),
    action(`${paths.dashboards}/new`, makeDashboard),
    page(`${paths.dashboards}/:id`, dashboardPage),
    page(`${paths.dashboards}/:id/edit`, editDashboardPage),
    action(`${paths.dashboards}/:id/edit`, saveDashboard),
    action(`${paths.dashboards}/:id/delete`, deleteDashboard),
    page(paths.reports, reportsPage),
    page(`${paths.reports}/new`, newReportPage),
    action(`${paths.reports}/new`, makeReport),
    page(`${paths.reports}/:id`, reportPage),
    action(`${paths.reports}/:id/schedule`, scheduleReport),
    action(`${paths.reports}/:id/delete`, deleteReport),
    page(paths.consents, consentsPage),
    action(`${paths.consents}/decide`, decideConsents),
    page(`${paths.consents}/:id`, consentPage),
    action(`${paths.consents}/:id/approve`, approveConsent),
    action(`${paths.consents}/:id/reject`, rejectConsent),
    page(`${CONNECT}/:uid`, connectPage),
    action(`${CONNECT}/:uid/allow`, allowClient),
    action(`${CONNECT}/:uid/deny`, denyClient),
    page(paths.records, recordsPage),
    page(`${paths.records}/:category`, categoryPage),
    page(`${paths.records}/:category/:operation`, operationPage),
    action(`${paths.records}/:category/:operation`, submitOperation),
    page(paths.pipeline, pipelinePage),
    page(paths.calendar, calendarPage),
    page(paths.receipts, receiptsPage),
    page(paths.runs, runsPage),
    page(`${paths.runs}/:id`, runPage),
    action(`${paths.runs}/:id/cancel`, cancelRun),
    action(`${paths.runs}/:id/pause`, pauseRun),
    action(`${paths.runs}/:id/resume`, resumeRun),
    action(`${paths.runs}/:id/retry`, retryRun),
    action(`${paths.runs}/:id/restart`, restartRun),
    page(paths.agents, agentsPage),
    page(`${paths.agents}/:id`, agentPage),
    page(`${paths.agents}/:id/runs/:run_id`, agentRunPage),
    action(`${paths.agents}/:id/runs/:run_id/cancel`, cancelAgentRun),
    page(paths.integrations, integrationsPage),
    page(`${paths.integrations}/:key`, integrationPage),
    action(`${paths.integrations}/:key/connect`, connectIntegration),
    action(`${paths.integrations}/:key/check`, checkIntegration),
    action(`${paths.integrations}/:key/sync`, syncIntegration),
    action(`${paths.integrations}/:key/disconnect`, disconnectIntegration),
    action(`${paths.integrations}/:key/runs/:id/undo`, undoIntegrationRun),
    page(paths.webhooks, webhooksPage),
    page(`${paths.webhooks}/:id`, webhookPage),
    action(`${paths.webhooks}/:id/replay`, replayWebhook),
    action(`${paths.webhooks}/deliveries/:id/retry`, retryDelivery),
    page(paths.emails, emailsPage),
    page(`${paths.emails}/:id`, emailPage),
    page(`${paths.emails}/:id/content`, emailContent),
    page(paths.emailTemplates, emailTemplatesPage),
    page(`${paths.emailTemplates}/:name/content`, emailTemplateContent),
    page(paths.texts, threadsPage),
    page(`${paths.texts}/:id`, threadPage),
    page(`${paths.texts}/:id/media/:message_id/:number`, textMedia),
    action(`${paths.texts}/:id/reply`, replyToThread),
    action(`${paths.texts}/:id/assign`, assignThread),
    action(`${paths.texts}/:id/read`, readThread),
    page(paths.campaigns, campaignsPage),
    page(`${paths.campaigns}/new`, newCampaignPage),
    action(`${paths.campaigns}/new`, makeCampaign),
    page(`${paths.campaigns}/:id`, campaignPage),
    action(`${paths.campaigns}/:id/pause`, pauseCampaign),
    action(`${paths.campaigns}/:id/resume`, resumeCampaign),
    action(`${paths.campaigns}/:id/cancel`, cancelCampaign),
    page(paths.chats, chatsPage),
    page(`${paths.chats}/:id`, chatPage),
    action(`${paths.chats}/:id/reply`, replyToChat),
    action(`${paths.chats}/:id/assign`, assignChat),
    action(`${paths.chats}/:id/hand-over`, handChatOver),
    action(`${paths.chats}/:id/close`, closeChat),
    action(`${paths.chats}/:id/open`, openChat),
    action(`${paths.chats}/:id/delete`, deleteChat),
    page(paths.chatSettings, chatSettingsPage),
    action(paths.chatSettings, saveChatSettings),
    page(paths.knowledge, knowledgePage),
    page(paths.knowledgeSearch, knowledgeSearchPage),
    page(`${paths.knowledge}/new`, newEntryPage),
    action(`${paths.knowledge}/new`, makeEntry),
    page(`${paths.knowledge}/:id`, entryPage),
    action(`${paths.knowledge}/:id`, saveEntry),
    action(`${paths.knowledge}/:id/archive`, archiveEntry),
    page(paths.calls, callsPage),
    page(`${paths.calls}/:id`, callPage),
    action(`${paths.calls}/:id/end`, endCall),
    page(paths.account, accountPage),
    action(`${paths.account}/sessions/end`, endOtherSessions),
    action(`${paths.account}/sessions/:id/end`, endSession),
    page(paths.password, passwordPage),
    action(paths.password, changePassword),
    action(paths.twoFactor, enableTwoFactor),
    action(`${paths.twoFactor}/confirm`, confirmTwoFactor),
    action(`${paths.twoFactor}/recovery-codes`, renewRecoveryCodes),
    action(`${paths.twoFactor}/disable`, disableTwoFactor),
    page(paths.companies, companiesPage),
    action(paths.companies, switchCompany),
    page(paths.company, companyPage),
    action(paths.company, saveCompany),
    page(paths.members, membersPage),
    action(paths.members, inviteMember),
    action(`${paths.members}/invitations/:id/withdraw`, withdrawInvitation),
    page(paths.writtenInvitation, writtenInvitationPage),
    page(`${paths.members}/:id`, memberPage),
    action(`${paths.members}/:id`, changeMember),
    action(`${paths.members}/:id/remove`, removeMember),
    page(paths.keys, keysPage),
    page(`${paths.keys}/new`, newKeyPage),
    action(`${paths.keys}/new`, makeKey),
    page(`${paths.keys}/:id`, keyPage),
    action(`${paths.keys}/:id/rotate`, rotateKey),
    action(`${paths.keys}/:id/revoke`, revokeKey),
    action(`${paths.keys}/:id/standing`, setStanding),
    page(paths.clients, clientsPage),
    action(`${paths.clients}/:id/revoke`, revokeClient),
    page(paths.audit, auditPage),
    page(paths.design, designPage),
    route("*", "/dashboard/:page/*", authenticated(errorPage(404, errors.noPage, errors.nothingHere)))
  ])
}))

/** The pages for people, and what they are drawn with. */
export const Dashboard = Layer.merge(Pages.pipe(Layer.provide([InProcessClient.layer, LiveStreams.layer])), serveAll(documents))
