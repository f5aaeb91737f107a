import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { HttpServer } from "effect/http"
import * as oauth from "oauth4webapi"
import * as openid from "openid-client"
import { TestServer } from "../support/test-server.ts"
import { REDIRECT } from "./client.ts"
import { agree } from "./driver.ts"
import { document, TestServerWithPublisher } from "./publisher.ts"

const insecure = { [oauth.allowInsecureRequests]: true }

layer(TestServer, { excludeTestServices: true })("openid-client", (it) => {
  it.effect("discovers, registers, connects, refreshes, introspects and revokes", () =>
    Effect.gen(function*() {
      const base = yield* HttpServer.addressFormattedWith(Effect.succeed)
      const config = yield* Effect.promise(() =>
        openid.dynamicClientRegistration(new URL(base), { client_name: "Library", redirect_uris: [REDIRECT] }, openid.None(), {
          algorithm: "oauth2", execute: [openid.allowInsecureRequests]
        }))
      const resource = `${base}/api/mcp/connector`
      const pkceCodeVerifier = openid.randomPKCECodeVerifier()
      const expectedState = openid.randomState()
      const address = openid.buildAuthorizationUrl(config, {
        redirect_uri: REDIRECT, scope: "crm:read crm:write offline_access", resource, state: expectedState,
        code_challenge: yield* Effect.promise(() => openid.calculatePKCECodeChallenge(pkceCodeVerifier)), code_challenge_method: "S256"
      })
      const back = yield* agree(address.href, "owner")
      const tokens = yield* Effect.promise(() =>
        openid.authorizationCodeGrant(config, back, { pkceCodeVerifier, expectedState }, { resource }))
      assert.strictEqual(tokens.scope, "crm:read crm:write")
      assert.strictEqual(tokens.token_type, "bearer")
      assert.strictEqual(tokens.expires_in, 3_600)

      const refreshed = yield* Effect.promise(() => openid.refreshTokenGrant(config, tokens.refresh_token!, { resource, scope: "crm:read" }))
      assert.strictEqual(refreshed.scope, "crm:read")
      assert.notStrictEqual(refreshed.refresh_token, tokens.refresh_token)
      const told = yield* Effect.promise(() => openid.tokenIntrospection(config, refreshed.access_token))
      assert.deepInclude(told, { active: true, aud: resource, scope: "crm:read", iss: base, token_type: "Bearer" })
      yield* Effect.promise(() => openid.tokenRevocation(config, refreshed.refresh_token!))
      for (const token of [tokens.access_token, refreshed.access_token, refreshed.refresh_token!]) {
        assert.deepStrictEqual(yield* Effect.promise(() => openid.tokenIntrospection(config, token)), { active: false })
      }
    }))
})

layer(TestServerWithPublisher, { excludeTestServices: true })("oauth4webapi, with a document for a client id", (it) => {
  it.effect("discovers from the resource, connects, refreshes, introspects and revokes", () =>
    Effect.gen(function*() {
      const base = yield* HttpServer.addressFormattedWith(Effect.succeed)
      const { address: client_id } = yield* document("/client.json", {})
      const resource = new URL(`${base}/api/mcp/connector`)
      const described = yield* Effect.promise(async () =>
        oauth.processResourceDiscoveryResponse(resource, await oauth.resourceDiscoveryRequest(resource, insecure)))
      const issuer = new URL(described.authorization_servers![0]!)
      const as = yield* Effect.promise(async () =>
        oauth.processDiscoveryResponse(issuer, await oauth.discoveryRequest(issuer, { algorithm: "oauth2", ...insecure })))
      assert.isTrue(as["client_id_metadata_document_supported"])

      const client: oauth.Client = { client_id }
      const verifier = oauth.generateRandomCodeVerifier()
      const state = oauth.generateRandomState()
      const address = new URL(as.authorization_endpoint!)
      address.search = String(new URLSearchParams({
        client_id, response_type: "code", redirect_uri: REDIRECT, state, resource: resource.href,
        code_challenge: yield* Effect.promise(() => oauth.calculatePKCECodeChallenge(verifier)), code_challenge_method: "S256"
      }))
      const back = yield* agree(address.href, "owner")
      const params = oauth.validateAuthResponse(as, client, back, state)
      const tokens = yield* Effect.promise(async () =>
        oauth.processAuthorizationCodeResponse(as, client,
          await oauth.authorizationCodeGrantRequest(as, client, oauth.None(), params, REDIRECT, verifier, insecure)))
      assert.include(tokens.scope!, "crm:read")
      assert.notInclude(tokens.scope!, ":write", "who names no scope may see, and change nothing")
      assert.notInclude(tokens.scope!, "consents:approve")

      const refreshed = yield* Effect.promise(async () =>
        oauth.processRefreshTokenResponse(as, client,
          await oauth.refreshTokenGrantRequest(as, client, oauth.None(), tokens.refresh_token!, insecure)))
      const told = yield* Effect.promise(async () =>
        oauth.processIntrospectionResponse(as, client,
          await oauth.introspectionRequest(as, client, oauth.None(), refreshed.access_token, insecure)))
      assert.isTrue(told.active)
      assert.strictEqual(told.client_id, client_id)
      yield* Effect.promise(async () =>
        oauth.processRevocationResponse(await oauth.revocationRequest(as, client, oauth.None(), refreshed.access_token, insecure)))
    }))
})
