import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { OwnerSql } from "../support/database.ts"
import { companyIds, TestServer } from "../support/test-server.ts"
import { call, done, faults } from "./calling.ts"

const set = (redirects: ReadonlyArray<object>) => done("PUT", "/redirects", { redirects })
const refused = (redirects: ReadonlyArray<object>) => faults("PUT", "/redirects", { redirects })

layer(TestServer, { excludeTestServices: true })("redirects", (it) => {
  it.effect("are the company's whole list, in one form of each address, and keep how often they were followed", () =>
    Effect.gen(function*() {
      const sql = yield* OwnerSql
      const made = yield* set([
        { from: "/old/", to: "/new" }, { from: "/%C3%A5r", to: "/year", permanent: false }, { from: "/shop-2019", match: "prefix", to: "https://old.example/archive" },
        { from: "/gone" }
      ])
      assert.deepStrictEqual(made.redirects.map(({ from, match, status, to }: any) => [from, match, status, to]), [
        ["/old", "exact", 301, "/new"], ["/år", "exact", 302, "/year"], ["/shop-2019", "prefix", 301, "https://old.example/archive"], ["/gone", "exact", 410, null]
      ])
      yield* sql`update redirects set hits = 7 where company_id = ${companyIds.acme} and from_path = '/old'`
      const again = yield* set([{ from: "/old", to: "/newer" }])
      assert.deepStrictEqual(again.redirects.map(({ from, hits, to }: any) => [from, hits, to]), [["/old", 7, "/newer"]])
      assert.deepStrictEqual((yield* done("GET", "/redirects?sort=-hits")).items.map(({ from }: any) => from), ["/old"])
      assert.deepStrictEqual((yield* done("GET", "/redirects", undefined, "bolt")).items, [])
    }))

  it.effect("are refused where they lead in a circle or to each other, over any number of hops, and name the way", () =>
    Effect.gen(function*() {
      const [self] = yield* refused([{ from: "/a", to: "/a" }])
      assert.deepStrictEqual(self, ["redirects[0].to", "it leads in a circle: /a → /a"])
      const circle = yield* refused([{ from: "/a", to: "/b" }, { from: "/b", to: "/c" }, { from: "/c", to: "/a" }])
      assert.deepStrictEqual(circle[0], ["redirects[0].to", "it leads in a circle: /a → /b → /c → /a"])
      assert.lengthOf(circle, 3)
      const long = Array.from({ length: 12 }, (_, n) => ({ from: `/n${n}`, to: `/n${n + 1}` }))
      const chain = yield* refused(long)
      assert.include(chain[0]![1], "/n0 → /n1 → /n2")
      assert.include(chain[0]![1], "send visitors to /n12 at once")
      assert.include((yield* refused([{ from: "/a", match: "prefix", to: "/a/b" }]))[0]![1], "circle")
      assert.include((yield* refused([{ from: "/x", match: "prefix", to: "/y" }, { from: "/y", match: "prefix", to: "/x" }]))[0]![1], "circle")
      assert.include((yield* refused([{ from: "/a", to: "/b" }, { from: "/a/", to: "/c" }]))[0]![1], "another redirect")
      for (const to of ["javascript:alert(1)", "//evil.test", "http://plain.example", "/a b", "/../x"]) {
        assert.strictEqual((yield* refused([{ from: "/a", to }]))[0]![0], "redirects[0].to", to)
      }
      for (const from of ["a", "https://x.example/", "/a?b", "/a#b", "//a", ""]) assert.strictEqual((yield* refused([{ from, to: "/x" }]))[0]![0], "redirects[0].from", from)
    }))

  it.effect("that the service made stay, and stand in the way of a circle", () =>
    Effect.gen(function*() {
      const sql = yield* OwnerSql
      yield* sql`insert into redirects (company_id, from_path, match, target, status, made_by) values (${companyIds.acme}, '/moved', 'exact', '/here', 301, 'service')`
      const { kept, redirects } = yield* set([{ from: "/old", to: "/new" }])
      assert.deepStrictEqual([kept, redirects.length], [1, 1])
      assert.include((yield* refused([{ from: "/here", to: "/moved" }]))[0]![1], "circle: /here → /moved → /here")
      const replaced = yield* set([{ from: "/moved", to: "/elsewhere" }])
      assert.deepStrictEqual([replaced.kept, replaced.redirects[0].made_by], [0, "company"])
      assert.strictEqual((yield* call("PUT", "/redirects", { redirects: [] }, "scopeless")).status, 403)
    }))
})
