import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { create } from "qrcode"
import { OwnerSql } from "../support/database.ts"
import { emailOf, TestServerWith, json, PASSWORD, send } from "../support/test-server.ts"
import { call, codeOf, forgetSteps, plain, secured, wrongCode } from "./authenticator.ts"
import { login, someAddress, tryLogin } from "./signing.ts"

const stateOf = (tokens: Parameters<typeof call>[0]) => Effect.map(call(tokens, "GET", "/auth/2fa"), ({ json }) => json)

/** The dark modules of a picture that `qrcode` drew, row by row. */
const modulesOf = (svg: string, size: number, margin: number) => {
  const rows = Array.from({ length: size }, () => Array.from({ length: size }, () => 0))
  const [, path] = /stroke="#000000" d="([^"]+)"/.exec(svg)!
  let x = 0
  let y = 0
  for (const [, command, numbers] of path!.matchAll(/([Mmh])([^Mmh]*)/g)) {
    const [a, b] = numbers!.trim().split(/[ ,]+/).map(Number) as [number, number]
    if (command === "M") [x, y] = [a, b]
    else if (command === "m") [x, y] = [x + a, y + (b || 0)]
    else for (const end = x + a; x < end; x++) rows[Math.floor(y) - margin]![x - margin] = 1
  }
  return rows
}

layer(TestServerWith({ trustedProxies: 1 }), { excludeTestServices: true })("two-factor authentication", (it) => {
  it.effect("are off until a code of the app was shown, and then asked for by signing in", () =>
    Effect.gen(function*() {
      const tokens = yield* login("owner")
      assert.deepStrictEqual(yield* stateOf(tokens), { on: false, since: null, recovery_codes_left: 0 })
      const early = yield* call(tokens, "POST", "/auth/2fa/confirm", { code: "123456" })
      assert.deepStrictEqual([early.status, early.json.code], [409, "conflict"])

      const first = yield* call(tokens, "POST", "/auth/2fa")
      const { json: { qr_svg, secret, uri } } = yield* call(tokens, "POST", "/auth/2fa")
      assert.match(secret, /^[A-Z2-7]{32}$/)
      assert.notStrictEqual(first.json.secret, secret)
      assert.strictEqual(uri,
        `otpauth://totp/Business%20Platform:${encodeURIComponent(emailOf("owner"))}?issuer=Business%20Platform&secret=${secret}` +
          "&algorithm=SHA1&digits=6&period=30")
      assert.notMatch(qr_svg, /script|style|href|on\w+=/)
      const { modules } = create(uri, { errorCorrectionLevel: "M" })
      assert.deepStrictEqual(modulesOf(qr_svg, modules.size, 4).flat(), [...modules.data].map(Number))

      assert.deepStrictEqual(yield* stateOf(tokens), { on: false, since: null, recovery_codes_left: 0 })
      assert.isFalse((yield* login("owner")).user.two_factor)

      for (const code of [wrongCode(secret), codeOf(first.json.secret), "ABCD-EFGH-IJKL-MNOP"]) {
        const wrong = yield* call(tokens, "POST", "/auth/2fa/confirm", { code })
        assert.deepStrictEqual([wrong.status, wrong.json.details], [422, [{ field: "code", error: wrong.json.message, received: null }]])
      }
      const taken = codeOf(secret)
      const { json: { recovery_codes }, status } = yield* call(tokens, "POST", "/auth/2fa/confirm", { code: taken })
      assert.strictEqual(status, 200)
      assert.lengthOf(new Set(recovery_codes), 10)
      for (const code of recovery_codes) assert.match(code, /^[A-Z2-7]{4}(-[A-Z2-7]{4}){3}$/)
      const { since, ...on } = yield* stateOf(tokens)
      assert.deepStrictEqual(on, { on: true, recovery_codes_left: 10 })
      assert.isBelow(Math.abs(Date.parse(since) - Date.now()), 10_000)

      const without = yield* tryLogin("owner")
      assert.deepStrictEqual([without.status, without.json.code], [401, "two_factor_required"])
      assert.strictEqual((yield* tryLogin("owner", { code: taken })).status, 401, "the code that turned it on was taken")
      assert.isTrue((yield* login("owner", { code: codeOf(secret, 1) })).user.two_factor)
      for (const [method, path, body] of [["POST", "/auth/2fa"], ["POST", "/auth/2fa/confirm", { code: "123456" }]] as const) {
        assert.strictEqual((yield* call(tokens, method, path, body)).status, 409)
      }
    }))

  it.effect("take the code of now, of the step before and of the one after, each once and none after a later one", () =>
    Effect.gen(function*() {
      const { secret } = yield* secured("admin")
      const wait = 30_000 - Date.now() % 30_000
      if (wait < 15_000) yield* Effect.sleep(wait)
      const at = (steps: number) => Effect.map(tryLogin("admin", { code: codeOf(secret, steps) }, someAddress()), ({ status }) => status)
      assert.deepStrictEqual([yield* at(-2), yield* at(2)], [401, 401])
      assert.deepStrictEqual([yield* at(-1), yield* at(-1)], [200, 401])
      assert.deepStrictEqual([yield* at(0), yield* at(0)], [200, 401])
      assert.deepStrictEqual([yield* at(1), yield* at(1), yield* at(0), yield* at(-1)], [200, 401, 401, 401])
      assert.strictEqual((yield* tryLogin("admin", { code: wrongCode(secret) }, someAddress())).status, 401)
      yield* forgetSteps("admin")
      const spaced = codeOf(secret).replace(/(...)/, "$1 ")
      assert.strictEqual((yield* tryLogin("admin", { code: spaced }, someAddress())).status, 200)
    }))

  it.effect("let one of many have a code", () =>
    Effect.gen(function*() {
      const { recovery, secret } = yield* secured("member")
      for (const code of [codeOf(secret), recovery[3]!]) {
        const sent = yield* Effect.all(
          Array.from({ length: 20 }, () => tryLogin("member", { code }, someAddress())),
          { concurrency: "unbounded" }
        )
        assert.deepStrictEqual(sent.map(({ status }) => status).toSorted(), [200, ...Array.from({ length: 19 }, () => 401)])
      }
    }))

  it.effect("take each recovery code once, however it is typed, and none of a list that was replaced", () =>
    Effect.gen(function*() {
      const { recovery, tokens } = yield* secured("viewer")
      const typed = [recovery[0]!, recovery[1]!.toLowerCase(), recovery[2]!.replaceAll("-", ""), recovery[3]!.replaceAll("-", " "),
        recovery[4]!.replaceAll("O", "0").replaceAll("I", "1").replaceAll("B", "8")]
      for (const [n, code] of typed.entries()) {
        assert.strictEqual((yield* tryLogin("viewer", { code }, someAddress())).status, 200, code)
        assert.strictEqual((yield* tryLogin("viewer", { code: recovery[n] }, someAddress())).status, 401)
        assert.strictEqual((yield* stateOf(tokens)).recovery_codes_left, 9 - n)
      }
      const { json: { recovery_codes } } = yield* call(tokens, "POST", "/auth/2fa/recovery-codes")
      assert.lengthOf(new Set([...recovery, ...recovery_codes]), 20)
      assert.strictEqual((yield* stateOf(tokens)).recovery_codes_left, 10)
      assert.strictEqual((yield* tryLogin("viewer", { code: recovery[9] }, someAddress())).status, 401)
      assert.strictEqual((yield* tryLogin("viewer", { code: recovery_codes[9] }, someAddress())).status, 200)
      assert.strictEqual((yield* tryLogin("viewer", { code: recovery_codes[8], password: "another" }, someAddress())).status, 401)
      assert.strictEqual((yield* stateOf(tokens)).recovery_codes_left, 9, "a code is not taken with a wrong password")
    }))

  it.effect("are turned off through the consent ladder, by a session that stepped up", () =>
    Effect.gen(function*() {
      const { recovery, tokens } = yield* secured("admin")
      const asked = yield* call(tokens, "DELETE", "/auth/2fa")
      assert.deepStrictEqual([asked.status, asked.json.code], [428, "confirmation_required"])
      const { id } = asked.json.consent
      const shown = yield* call(tokens, "GET", `/agent/consents/${id}/preview`)
      const [change] = shown.json.changes
      assert.deepInclude(change, { object: "two_factor", action: "change", after: { on: false, since: null, recovery_codes_left: 0 } })
      assert.isTrue((yield* stateOf(tokens)).on)
      const approved = yield* send(`/agent/consents/${id}/approve`, { key: "owner", method: "POST" })
      assert.strictEqual(approved.status, 200, approved.text)
      const confirmation = { "x-service-confirmation": approved.json.confirmation as string }
      const other = yield* login("admin", { code: recovery[0] })
      assert.strictEqual((yield* call(other, "DELETE", "/auth/2fa", undefined, confirmation)).status, 409, "given to another session")
      const done = yield* call(tokens, "DELETE", "/auth/2fa", undefined, confirmation)
      assert.deepStrictEqual([done.status, done.json], [200, { on: false, since: null, recovery_codes_left: 0 }])
      assert.strictEqual((yield* tryLogin("admin")).status, 200)
      for (const [method, path] of [["POST", "/auth/2fa/recovery-codes"], ["POST", "/auth/2fa/confirm"]] as const) {
        assert.strictEqual((yield* call(tokens, method, path, { code: recovery[1] })).status, 409)
      }
    }))

  it.effect("are a person's own: no key reaches them, and another's stay as they are", () =>
    Effect.gen(function*() {
      const { secret } = yield* secured("starterOwner")
      for (const [method, path, body] of [
        ["GET", "/auth/2fa"], ["POST", "/auth/2fa"], ["POST", "/auth/2fa/confirm", { code: codeOf(secret) }], ["DELETE", "/auth/2fa"],
        ["POST", "/auth/2fa/recovery-codes"], ["POST", "/auth/step-up", { code: codeOf(secret) }], ["POST", "/auth/install-token"]
      ] as const) {
        const sent = yield* send(path, { key: "starter", method, ...body !== undefined && json(body) })
        assert.deepStrictEqual([sent.status, sent.json.code], [403, "forbidden"], `${method} ${path}`)
      }
      const tokens = yield* login("boltOwner")
      assert.isFalse((yield* stateOf(tokens)).on)
      const others = yield* call(tokens, "POST", "/auth/step-up", { code: codeOf(secret) })
      assert.strictEqual(others.status, 400)
    }))

  it.effect("leave no secret, code or password anywhere in the database", () =>
    Effect.gen(function*() {
      const sql = yield* OwnerSql
      yield* plain("owner")
      const { recovery, secret, tokens, uri } = yield* secured("owner")
      const used = [codeOf(secret), codeOf(secret, 1)] as const
      yield* login("owner", { code: used[0] })
      assert.strictEqual((yield* call(tokens, "POST", "/auth/step-up", { code: used[1], password: PASSWORD })).status, 200)
      assert.strictEqual((yield* call(tokens, "POST", "/auth/step-up", { code: recovery[0] })).status, 200)
      const { json: renewed } = yield* call(tokens, "POST", "/auth/2fa/recovery-codes")
      const { json: minted } = yield* call(tokens, "POST", "/auth/install-token")
      const { json: opened } = yield* send("/auth/install-token/exchange", { method: "POST", ...json({ token: minted.token, label: "Till" }) })
      const asked = yield* call(tokens, "DELETE", "/auth/2fa")
      assert.strictEqual(asked.status, 428)

      const all = [
        secret, uri, PASSWORD, minted.token, opened.access_token, opened.refresh_token, tokens.access_token, tokens.refresh_token,
        ...[...recovery, ...renewed.recovery_codes].flatMap((code: string) => [code, code.replaceAll("-", "")])
      ]
      const sought = [...all, ...all.map((text) => Buffer.from(text).toString("hex")), ...all.map((text) => Buffer.from(text).toString("base64"))]
      const tables = yield* sql<{ schema: string; name: string }>`
        select n.nspname as schema, c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
        where c.relkind in ('r', 'p') and n.nspname not in ('pg_catalog', 'information_schema') and n.nspname not like 'pg_toast%'`
      assert.isAbove(tables.length, 40)
      for (const { name, schema } of tables) {
        const found = yield* sql<{ text: string }>`
          select s as text from ${sql(schema)}.${sql(name)} t, unnest(${sought}::text[]) s where position(lower(s) in lower(to_jsonb(t)::text)) > 0`
        assert.deepStrictEqual(found, [], `${schema}.${name}`)
      }
      const audit = yield* sql<{ verb: string; n: number }>`
        select verb, count(*) as n from receipts where audit and verb in ('enable_two_factor', 'confirm_two_factor', 'regenerate_recovery_codes', 'step_up')
          and key_id = ${tokens.session_id} group by verb order by verb`
      assert.deepStrictEqual(audit.map(({ n, verb }) => [verb, n]), [
        ["confirm_two_factor", 1], ["enable_two_factor", 1], ["regenerate_recovery_codes", 1], ["step_up", 2]
      ])
    }))
})
