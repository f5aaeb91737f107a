import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { run } from "./service.ts"

const commands = ["serve", "migrate", "bootstrap", "password", "key", "tier", "doctor"]

describe("the command line", () => {
  it.live("helps, completes and tells its version", () =>
    Effect.gen(function*() {
      const help = yield* run(["--help"])
      assert.deepStrictEqual([help.code, help.err], [0, ""])
      for (const command of commands) assert.include(help.out, command)
      for (const shell of ["bash", "zsh", "fish"]) {
        const completions = yield* run(["--completions", shell])
        assert.deepStrictEqual([completions.code, completions.err], [0, ""])
        for (const command of commands) assert.include(completions.out, command)
        /* As Debian has a `service` of its own. */
        assert.match(completions.out, /^(complete .* business-platform|#compdef business-platform|complete -c business-platform .*)$/m)
        assert.notMatch(completions.out, /^(complete .*-F.* service|#compdef service|complete -c service .*)$/m)
      }
      const version = yield* run(["--version"])
      assert.match(version.out, /^service v\d+\.\d+\.\d+\n$/)
    }))

  const mistakes: ReadonlyArray<readonly [ReadonlyArray<string>, RegExp]> = [
    [["dance"], /^Unknown subcommand "dance" for "service"\.\nSee service --help\.\n$/],
    [["serve", "--port", "1"], /^Unrecognized flag: --port/],
    [["bootstrap", "--company", "Acme"], /^Missing required flag: --owner-email\./],
    [["bootstrap", "--company", " ", "--owner-email", "a@b.example"], /^Invalid value for flag --company: " "\. Expected more than white space\.\n/],
    [["bootstrap", "--company", "Acme", "--owner-email", "nobody"], /^Invalid value for flag --owner-email: "nobody"\. Expected an e-mail address\.\n/],
    [["bootstrap", "--company", "Acme", "--owner-email", "a@b.example", "--tier", "gold"], /^Invalid value for flag --tier: "gold"\. Expected: "starter"/],
    [["key", "--company", "1", "--mode", "test", "--label", "a", "--scopes", "crm:read,crm:fly"], /^Invalid value for flag --scopes: .*crm:fly/],
    [["tier", "--company", "1", "--tier", "gold"], /^Invalid value for flag --tier: "gold"\. Expected: "starter"/],
    [["tier", "--company", "1"], /^Give both --company and --tier, or neither to see which companies ask for another tier\.\n/]
  ]
  it.live.each(mistakes)("a wrong call is told in a sentence: %j", ([command, said]) =>
    Effect.gen(function*() {
      const { code, err, out } = yield* run(command)
      assert.match(err, said)
      assert.deepStrictEqual([code, out], [2, ""])
    }))
})
