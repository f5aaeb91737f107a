import { assert, it } from "@effect/vitest"
import { Effect } from "effect"
import { readFileSync, statSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { ask, migratedHome, run, serve } from "./service.ts"

it.live("the command line keeps keys of several companies, each for its own service", () =>
  Effect.gen(function*() {
    const folder = yield* migratedHome
    const service = yield* serve({ DATA_DIR: folder, LOG_LEVEL: "error" })
    const url = `http://127.0.0.1:${service.port}`
    const home = { XDG_CONFIG_HOME: join(folder, "settings") }
    const file = join(folder, "settings", "business-platform", "profiles.json")
    const { json: me } = yield* ask(service, "/api/v1/auth/me")
    const company = me.company.name as string

    const first = yield* run(["login", "--url", `${url}/`], { ...home, API_KEY: service.key })
    assert.deepStrictEqual([first.code, first.out, first.err], [0, `Signed in to ${company} at ${url}, ${me.mode} mode, as profile default.\n`, ""])
    assert.strictEqual(statSync(file).mode & 0o777, 0o600)
    assert.strictEqual(statSync(join(file, "..")).mode & 0o777, 0o700)
    const second = yield* run(["login", "--url", url, "--profile", "shop"], { ...home, API_KEY: service.key })
    assert.strictEqual(second.code, 0, second.err)
    assert.deepStrictEqual((yield* run(["profiles"], home)).out, `default\t${company}\t${me.mode}\t${url}\nshop\t${company}\t${me.mode}\t${url}\n`)

    for (const chosen of [[], ["--profile", "shop"], ["--url", url]]) {
      const asked = yield* run(["api", "get_me", ...chosen], home)
      assert.strictEqual(asked.code, 0, asked.err)
      assert.strictEqual(JSON.parse(asked.out).company.name, company)
    }
    const withKey = yield* run(["api", "get_me"], { ...home, API_KEY: service.key })
    assert.strictEqual(withKey.code, 0, `API_KEY goes to the address of the profile: ${withKey.err}`)
    const listed = yield* run(["export", "list_pipelines", "--format", "ndjson", "--profile", "shop"], home)
    assert.strictEqual(listed.code, 0, listed.err)
    assert.isAbove(listed.out.length, 0)

    const forgotten = yield* run(["logout"], home)
    assert.deepStrictEqual([forgotten.code, forgotten.out], [0, `Forgot the key of ${company} at ${url}. It is still good: revoke_api_key ends it.\n`])
    assert.notInclude(readFileSync(file, "utf8"), "default")
    assert.strictEqual((yield* run(["api", "get_me", "--url", url], { ...home, API_KEY: service.key })).code, 0)

    const people = join(folder, "people.csv")
    writeFileSync(people, "email\ngrace@file.example\n")
    for (const [command, environment, message] of [
      [["api", "get_me"], {}, "Set API_KEY to an API key of the company. Or sign in with service login."],
      [["api", "get_me", "--profile", "cafe"], { API_KEY: service.key }, `There is no profile "cafe": sign in with service login --profile cafe.`],
      [["api", "get_me", "--profile", "shop", "--url", "http://127.0.0.1:9"], {}, `Profile "shop" is of ${url}: leave --url out, or set API_KEY.`],
      [["api", "get_me", "--url", "http://127.0.0.1:9"], { API_KEY: service.key }, "The service at http://127.0.0.1:9 cannot be reached: see that it runs, or set --url.\n"],
      [["import", "contacts", people, "--url", "http://127.0.0.1:9"], { API_KEY: service.key }, "The service at http://127.0.0.1:9 cannot be reached: see that it runs, or set --url.\n"],
      [["login", "--url", url], { API_KEY: `${service.key}x` }, `The service at ${url} refused: `],
      [["login", "--url", url, "--with-key"], {}, "Set API_KEY to the key to sign in with, or run this in a terminal, which asks for it."],
      [["login", "--url", "http://127.0.0.1:9"], {}, "The service at http://127.0.0.1:9 cannot be reached"],
      [["login", "--profile", "my shop"], {}, "is not a name of letters, digits, dots, dashes and underscores"],
      [["logout", "--profile", "cafe"], {}, `There is no profile "cafe".`]
    ] as const) {
      const failed = yield* run(command, { ...home, ...environment })
      assert.notStrictEqual(failed.code, 0, command.join(" "))
      assert.include(failed.err, message, command.join(" "))
      assert.notInclude(failed.err + failed.out, service.key)
    }
    assert.deepStrictEqual(Object.keys(JSON.parse(readFileSync(file, "utf8"))), ["shop"], "what failed changed nothing")

    writeFileSync(file, "{")
    const broken = yield* run(["profiles"], home)
    assert.strictEqual(broken.code, 1)
    assert.include(broken.err, `${file} is not as service login writes it: remove it, and sign in again.`)
  }))
