import { createHmac, randomUUID } from "node:crypto"
import { assert, layer } from "@effect/vitest"
import { Effect, Layer, Option, Redacted } from "effect"
import { createRemoteJWKSet, decodeJwt, decodeProtectedHeader, exportJWK, exportSPKI, generateKeyPair, importJWK, jwtVerify, SignJWT } from "jose"
import { HttpServer } from "effect/http"
import { SigningKeys } from "#layers/auth/signing-keys"
import { OwnerSql } from "../support/database.ts"
import { goal } from "../support/goals.ts"
import { at, TestServer, SecondServer, TestServerWith, send } from "../support/test-server.ts"
import { login, withToken } from "./signing.ts"
import { eventually } from "../support/eventually.ts"

const opened = (token: string) => send("/crm/contacts?limit=1", { headers: { authorization: `Bearer ${token}` } })
const part = (value: object) => Buffer.from(JSON.stringify(value)).toString("base64url")

/** The key that signs in the server, and what it signs. */
const signing = Effect.gen(function*() {
  const keys = yield* SigningKeys
  const { kid, privateKey } = yield* keys.current
  const { access_token } = yield* login("owner")
  const claims = decodeJwt(access_token)
  const header = decodeProtectedHeader(access_token)
  const signed = (more: { readonly [claim: string]: unknown }, head: object = {}, key = privateKey) =>
    Effect.promise(() => new SignJWT({ ...claims, ...more }).setProtectedHeader({ ...header, alg: "EdDSA", ...head }).sign(key))
  return { access_token, claims, header, kid, privateKey, signed }
})

layer(TestServer, { excludeTestServices: true })("an access token", (it) => {
  it.effect("is verified by anybody with the published keys", () =>
    Effect.gen(function*() {
      const { access_token, kid } = yield* signing
      const url = new URL("/.well-known/jwks.json", yield* HttpServer.addressFormattedWith(Effect.succeed))
      const { payload, protectedHeader } = yield* Effect.promise(() => jwtVerify(access_token, createRemoteJWKSet(url), { algorithms: ["EdDSA"] }))
      assert.deepStrictEqual(protectedHeader, { alg: "EdDSA", kid, typ: "at+jwt" })
      assert.strictEqual(payload.exp! - payload.iat!, 900)
      const { json: { keys }, headers, text } = yield* send("/.well-known/jwks.json")
      assert.strictEqual(headers.get("content-type"), "application/jwk-set+json")
      assert.deepInclude(keys[0], { kty: "OKP", crv: "Ed25519", alg: "EdDSA", use: "sig", kid })
      assert.notInclude(text, "\"d\"")
    }))

  it.effect("opens nothing when it is forged, changed, or meant for something else", () =>
    Effect.gen(function*() {
      const { access_token, claims, header, kid, privateKey, signed } = yield* signing
      assert.strictEqual((yield* opened(access_token)).status, 200)
      assert.strictEqual((yield* opened(yield* signed({}))).status, 200)

      const keys = yield* SigningKeys
      const [jwk] = (yield* keys.jwks).keys
      const publicKey = yield* Effect.promise(() => importJWK(jwk!, "EdDSA"))
      const pem = yield* Effect.promise(() => exportSPKI(publicKey as CryptoKey))
      const [head, body, signature] = access_token.split(".") as [string, string, string]
      const hs256 = (secret: string | Buffer) => {
        const text = `${part({ ...header, alg: "HS256" })}.${body}`
        return `${text}.${createHmac("sha256", secret).update(text).digest("base64url")}`
      }
      const stranger = yield* Effect.promise(() => generateKeyPair("EdDSA", { extractable: true }))
      const now = Math.floor(Date.now() / 1_000)
      const strangers = yield* Effect.promise(() => exportJWK(stranger.publicKey))
      const es = yield* Effect.promise(() => generateKeyPair("ES256"))

      const forged: Readonly<Record<string, string>> = {
        "alg none": `${part({ ...header, alg: "none" })}.${body}.`,
        "alg none, with the old signature": `${part({ ...header, alg: "none" })}.${body}.${signature}`,
        "alg None": `${part({ ...header, alg: "None" })}.${body}.${signature}`,
        "HS256 with the public key": hs256(pem),
        "HS256 with the public key's bytes": hs256(Buffer.from(jwk!.x!, "base64url")),
        "HS256 with the key set": hs256(JSON.stringify(jwk)),
        "another company": `${head}.${part({ ...claims, company_id: 2 })}.${signature}`,
        "another session": `${head}.${part({ ...claims, sid: 1 })}.${signature}`,
        "a longer life": `${head}.${part({ ...claims, exp: claims.exp! + 9_000 })}.${signature}`,
        "another header": `${part({ ...header, jku: "https://x.example" })}.${body}.${signature}`,
        "half a signature": `${head}.${body}.${signature.slice(0, 40)}`,
        "a critical header that nobody knows": yield* Effect.promise(() =>
          new SignJWT(claims).setProtectedHeader({ ...header, alg: "EdDSA", crit: ["ours"], ours: 1 }).sign(privateKey, { crit: { ours: true } })),
        "another's signature": yield* signed({}, {}, stranger.privateKey),
        "another algorithm": yield* signed({}, { alg: "ES256" }, es.privateKey),
        "a key that came along": yield* signed({}, { jwk: strangers }, stranger.privateKey),
        "an unknown kid": yield* signed({}, { kid: randomUUID() }),
        "another's kid": yield* signed({}, { kid: `${kid}'` }),
        "no kid": yield* signed({}, { kid: undefined }),
        "expired": yield* signed({ exp: now - 1 }),
        "no end": yield* signed({ exp: undefined }),
        "not yet": yield* signed({ nbf: now + 600 }),
        "another audience": yield* signed({ aud: "urn:business-platform:connector" }),
        "no audience": yield* signed({ aud: undefined }),
        "another issuer": yield* signed({ iss: "https://evil.example" }),
        "another type": yield* signed({}, { typ: "JWT" }),
        "no type": yield* signed({}, { typ: undefined }),
        "no subject": yield* signed({ sub: undefined }),
        "a session that is no number": yield* signed({ sid: "1 or 1=1" }),
        "a session of another company": yield* signed({ company_id: 2 }),
        "a key as a session": yield* signed({ sid: 1 }),
        "a session that is not there": yield* signed({ sid: 999_999_999 })
      }
      for (const [what, token] of Object.entries(forged)) {
        const { headers, json, status } = yield* opened(token)
        assert.deepStrictEqual([status, json?.code], [401, "unauthorized"], what)
        assert.include(headers.get("www-authenticate"), "Bearer", what)
      }
    }))

  it.effect("of a key that was rotated away stays good; the new key is known to all processes", () =>
    Effect.gen(function*() {
      const beside = yield* Layer.build(SecondServer())
      const keys = yield* SigningKeys
      const before = yield* login("admin")
      const kid = yield* keys.rotate
      yield* eventually(keys.current, (current) => current.kid === kid, goal(3_000))
      const after = yield* login("admin")
      assert.strictEqual(decodeProtectedHeader(after.access_token).kid, kid)
      assert.notStrictEqual(decodeProtectedHeader(before.access_token).kid, kid)
      for (const tokens of [before, after]) {
        const look = send("/auth/me", { headers: withToken(tokens) })
        assert.strictEqual((yield* look).status, 200)
        assert.strictEqual((yield* at(beside, look)).status, 200)
      }
      const told = Effect.map(send("/.well-known/jwks.json"), ({ json }) => json.keys.map((key: any) => key.kid))
      assert.strictEqual((yield* at(beside, told))[0], kid)
      assert.includeMembers(yield* told, [kid, decodeProtectedHeader(before.access_token).kid])
    }))

  it.effect("is signed with one key by several processes that begin at once", () =>
    Effect.gen(function*() {
      const sql = yield* OwnerSql
      yield* sql`delete from identity.signing_keys`
      const servers = yield* Effect.all([Layer.build(SecondServer()), Layer.build(SecondServer()), Layer.build(SecondServer())], { concurrency: 3 })
      const kids = yield* Effect.forEach(servers, (server) => at(server, Effect.map(SigningKeys.use(({ current }) => current), ({ kid }) => kid)))
      assert.lengthOf([...new Set(kids)], 1)
      const rows = yield* sql<{ n: number }>`select count(*) as n from identity.signing_keys`
      assert.strictEqual(rows[0]!.n, 1)
    }))

  it.effect("of a process with another SECRET_KEY is signed with a key of its own, which takes no other's place", () =>
    Effect.gen(function*() {
      const sql = yield* OwnerSql
      yield* sql`delete from identity.signing_keys`
      const withSecret = Effect.fnUntraced(function*(secret: string) {
        const server = yield* Layer.build(SecondServer({ secretKey: Option.some(Redacted.make(secret)) }))
        const { kid } = yield* at(server, SigningKeys.use(({ current }) => current))
        return { kid, server }
      })
      const [one, two, three] = ["one", "two", "three"].map((word) => `the secret ${word} of thirty-two characters`) as [string, string, string]
      const first = yield* withSecret(one)
      const other = yield* withSecret(two)
      assert.notStrictEqual(other.kid, first.kid)
      assert.strictEqual((yield* withSecret(one)).kid, first.kid)
      /* A new secret before the old one opens what the old one sealed. */
      assert.strictEqual((yield* withSecret(`${three},${one}`)).kid, first.kid)
      const alive = yield* sql<{ kid: string; private_jwk: string }>`select kid, private_jwk from identity.signing_keys where retired_at is null`
      /* The server of the other tests has no secret, and may have made a key of its own again meanwhile, which is not sealed. */
      const sealed = alive.filter(({ private_jwk }) => private_jwk.startsWith("v1."))
      assert.sameMembers(sealed.map(({ kid }) => kid), [first.kid, other.kid])

      const tokens = yield* at(other.server, login("member"))
      const look = send("/auth/me", { headers: withToken(tokens) })
      assert.deepStrictEqual([(yield* at(first.server, look)).status, (yield* look).status], [200, 200])
    }))
})

layer(TestServerWith(), { excludeTestServices: true })("an access token of another installation", (it) => {
  it.effect("opens nothing, though it names the same session of the same company", () =>
    Effect.gen(function*() {
      const elsewhere = yield* Layer.build(Layer.fresh(TestServerWith()))
      const here = yield* login("owner")
      const there = yield* at(elsewhere, login("owner"))
      assert.deepStrictEqual([there.user.company_id, there.session_id], [here.user.company_id, here.session_id])
      assert.strictEqual((yield* opened(here.access_token)).status, 200)
      assert.strictEqual((yield* at(elsewhere, opened(there.access_token))).status, 200)
      assert.strictEqual((yield* opened(there.access_token)).status, 401)
      assert.strictEqual((yield* at(elsewhere, opened(here.access_token))).status, 401)
    }))
})
