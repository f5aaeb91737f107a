import { readFileSync } from "node:fs"
import { Effect, Layer } from "effect"
import { HttpRouter, type HttpServerResponse } from "effect/http"
import { RateLimit } from "../http/rate-limit.ts"
import { InProcessClient } from "../http/in-process-client.ts"
import { CONNECT } from "../oauth/interaction.ts"
import { OAuthServer } from "../oauth/server.ts"
import { serveAll } from "../surfaces/documents.ts"
import { admitted, caught, shown, welcomed } from "./gate.ts"
import { accountPage, endOtherSessions, endSession } from "./pages/account.ts"
import { allowClient, connectPage, denyClient } from "./pages/connect.ts"
import { auditPage } from "./pages/audit.ts"
import { clientsPage, revokeClient } from "./pages/clients.ts"
import { companiesPage, switchCompany } from "./pages/companies.ts"
import { approveConsent, consentPage, rejectConsent } from "./pages/consent.ts"
import { consentsPage } from "./pages/consents.ts"
import { invitationPage, joinCompany } from "./pages/invitation.ts"
import { keyPage, revokeKey, rotateKey, setStanding } from "./pages/key.ts"
import { keysPage, makeKey, newKeyPage } from "./pages/keys.ts"
import { changeMember, memberPage, removeMember } from "./pages/member.ts"
import { inviteMember, membersPage, withdrawInvitation } from "./pages/members.ts"
import { overviewPage } from "./pages/overview.ts"
import { changePassword, forgot, forgotPage, passwordPage, reset, resetPage } from "./pages/password.ts"
import { receiptsPage } from "./pages/receipts.ts"
import { cancelRun, runPage } from "./pages/run.ts"
import { runsPage } from "./pages/runs.ts"
import { codePage, enterCode, signIn, signInPage, signOut } from "./pages/sign-in.ts"
import { signUp, signUpPage } from "./pages/sign-up.ts"
import { confirmTwoFactor, disableTwoFactor, enableTwoFactor, renewRecoveryCodes } from "./pages/two-factor.ts"
import { verify, verifyAgain, verifyAgainPage, verifyPage } from "./pages/verify.ts"
import { replayWebhook, retryDelivery, webhookPage } from "./pages/webhook.ts"
import { webhooksPage } from "./pages/webhooks.ts"
import { places } from "./paths.ts"
import { sorry } from "./response.ts"
import { stylesheet } from "./stylesheet.ts"

const documents = [
  { path: places.style, contentType: "text/css; charset=utf-8", text: stylesheet("dashboard", "people") },
  {
    path: places.icon,
    contentType: "image/svg+xml",
    text: readFileSync(new URL("style/icon.svg", import.meta.url), "utf8"),
    headers: { "content-security-policy": "default-src 'none'; frame-ancestors 'none'" }
  }
]

/** The services of the pages are those that they are made with, not those of a request. */
const Pages = Layer.unwrap(Effect.gen(function*() {
  const context = yield* Effect.context<RateLimit | InProcessClient | OAuthServer>()
  const route = <E, R>(
    method: "GET" | "POST" | "*",
    path: string,
    work: Effect.Effect<HttpServerResponse.HttpServerResponse, E, R>
  ) =>
    HttpRouter.route(method, path as HttpRouter.PathInput, Effect.provideContext(caught(work), context))

  return HttpRouter.addAll([
    route("GET", places.signIn, shown(signInPage)),
    route("POST", places.signIn, welcomed(signInPage, signIn)),
    route("GET", places.code, shown(codePage)),
    route("POST", places.code, welcomed(codePage, enterCode)),
    route("POST", places.signOut, admitted(signOut)),
    route("GET", places.signUp, shown(signUpPage)),
    route("POST", places.signUp, welcomed(signUpPage, signUp)),
    route("GET", places.verify, shown(verifyPage)),
    route("POST", places.verify, welcomed(verifyPage, verify)),
    route("GET", `${places.verify}/again`, shown(verifyAgainPage)),
    route("POST", `${places.verify}/again`, welcomed(verifyAgainPage, verifyAgain)),
    route("GET", places.forgot, shown(forgotPage)),
    route("POST", places.forgot, welcomed(forgotPage, forgot)),
    route("GET", places.invitation, shown(invitationPage)),
    route("POST", places.invitation, welcomed(invitationPage, joinCompany)),
    route("GET", places.reset, shown(resetPage)),
    route("POST", places.reset, welcomed(resetPage, reset)),
    route("GET", places.overview, admitted(overviewPage)),
    route("GET", places.consents, admitted(consentsPage)),
    route("GET", `${places.consents}/:id`, admitted(consentPage)),
    route("POST", `${places.consents}/:id/approve`, admitted(approveConsent)),
    route("POST", `${places.consents}/:id/reject`, admitted(rejectConsent)),
    route("GET", `${CONNECT}/:uid`, admitted(connectPage)),
    route("POST", `${CONNECT}/:uid/allow`, admitted(allowClient)),
    route("POST", `${CONNECT}/:uid/deny`, admitted(denyClient)),
    route("GET", places.receipts, admitted(receiptsPage)),
    route("GET", places.runs, admitted(runsPage)),
    route("GET", `${places.runs}/:id`, admitted(runPage)),
    route("POST", `${places.runs}/:id/cancel`, admitted(cancelRun)),
    route("GET", places.webhooks, admitted(webhooksPage)),
    route("GET", `${places.webhooks}/:id`, admitted(webhookPage)),
    route("POST", `${places.webhooks}/:id/replay`, admitted(replayWebhook)),
    route("POST", `${places.webhooks}/deliveries/:id/retry`, admitted(retryDelivery)),
    route("GET", places.account, admitted(accountPage)),
    route("POST", `${places.account}/sessions/end`, admitted(endOtherSessions)),
    route("POST", `${places.account}/sessions/:id/end`, admitted(endSession)),
    route("GET", places.password, admitted(passwordPage)),
    route("POST", places.password, admitted(changePassword)),
    route("POST", places.twoFactor, admitted(enableTwoFactor)),
    route("POST", `${places.twoFactor}/confirm`, admitted(confirmTwoFactor)),
    route("POST", `${places.twoFactor}/recovery-codes`, admitted(renewRecoveryCodes)),
    route("POST", `${places.twoFactor}/disable`, admitted(disableTwoFactor)),
    route("GET", places.companies, admitted(companiesPage)),
    route("POST", places.companies, admitted(switchCompany)),
    route("GET", places.members, admitted(membersPage)),
    route("POST", places.members, admitted(inviteMember)),
    route("POST", `${places.members}/invitations/:id/withdraw`, admitted(withdrawInvitation)),
    route("GET", `${places.members}/:id`, admitted(memberPage)),
    route("POST", `${places.members}/:id`, admitted(changeMember)),
    route("POST", `${places.members}/:id/remove`, admitted(removeMember)),
    route("GET", places.keys, admitted(keysPage)),
    route("GET", `${places.keys}/new`, admitted(newKeyPage)),
    route("POST", `${places.keys}/new`, admitted(makeKey)),
    route("GET", `${places.keys}/:id`, admitted(keyPage)),
    route("POST", `${places.keys}/:id/rotate`, admitted(rotateKey)),
    route("POST", `${places.keys}/:id/revoke`, admitted(revokeKey)),
    route("POST", `${places.keys}/:id/standing`, admitted(setStanding)),
    route("GET", places.clients, admitted(clientsPage)),
    route("POST", `${places.clients}/:id/revoke`, admitted(revokeClient)),
    route("GET", places.audit, admitted(auditPage)),
    route("*", "/dashboard/:page/*", admitted(sorry(404, "There is no such page", "Nothing is at this address.")))
  ])
}))

/** The pages for people, and what they are drawn with. */
export const Dashboard = Layer.merge(Pages.pipe(Layer.provide(InProcessClient.layer)), serveAll(documents))
