import { execFile } from "node:child_process"
import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { promisify } from "node:util"
import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { HttpServer } from "effect/http"
import { KbQueries } from "#layers/kb/queries"
import { trialsIn } from "#src/commands/kb-questions"
import { OwnerSql } from "../support/database.ts"
import { json, secrets, send, TestServer } from "../support/test-server.ts"

const run = promisify(execFile)

const questions = [
  { question: "When does the refund reach my card?", expected: ["Returns > When the money comes back"] },
  { question: "how many days to send things back", expected: ["entry:1"], audience: "public" },
  { question: "gift wrapping", expected: ["Gift wrapping"], audience: "public" },
  { question: "who has the key of the safe", expected: ["Safe", "Returns"], language: "en" },
  { question: "do you repair bicycles on Sundays", expected: [] },
  { question: "the key of the safe", expected: [], audience: "public" },
  { question: "gift returns", expected: [] }
]

layer(TestServer, { excludeTestServices: true })("service kb evaluate", (it) => {
  const evaluated = Effect.fnUntraced(function*(file: string, ...flags: ReadonlyArray<string>) {
    const url = yield* HttpServer.addressFormattedWith(Effect.succeed)
    return yield* Effect.promise(() =>
      run(process.execPath, ["src/cli.ts", "kb", "evaluate", file, "--url", url, ...flags], { env: { ...process.env, API_KEY: secrets.acme } }).then(
        ({ stdout }) => ({ code: 0, out: stdout, err: "" }),
        ({ code, stderr, stdout }) => ({ code: code as number, out: stdout as string, err: stderr as string })))
  })

  const file = Effect.fnUntraced(function*(name: string, text: string) {
    const folder = yield* Effect.acquireRelease(
      Effect.sync(() => mkdtempSync(join(tmpdir(), "questions-"))), (folder) => Effect.sync(() => rmSync(folder, { recursive: true }))
    )
    const path = join(folder, name)
    writeFileSync(path, text)
    return path
  })

  it.effect("asks the questions of a file and tells recall, ranks and refusals, and which went wrong", () =>
    Effect.gen(function*() {
      for (const entry of [
        { title: "Returns", body: "You may send things back within 30 days.\n\n## When the money comes back\n\nThe refund reaches the card within five working days." },
        { title: "Safe", body: "Ida has the key of the safe.", audience: "staff" },
        { title: "Gift wrapping", body: "We wrap gifts at no charge.", audience: "customers" }
      ]) assert.strictEqual((yield* send("/kb/company/1", { key: "acme", method: "POST", ...json(entry) })).status, 201)

      const list = yield* file("questions.json", JSON.stringify(questions))
      const { code, out } = yield* evaluated(list, "--json", "--verbose", "--recall", "0.6", "--mrr", "0.7")
      assert.strictEqual(code, 0, out)
      const { misses, ...figures } = JSON.parse(out)
      assert.deepStrictEqual(figures, {
        holds: true, failures: [], questions: 7, answerable: 4, recall: [{ k: 1, value: 0.625 }, { k: 5, value: 0.625 }, { k: 10, value: 0.625 }], mrr: 0.75,
        answered_rightly: 3, refused_wrongly: 1, refused_rightly: 2, answered_wrongly: 1
      })
      assert.deepStrictEqual(misses.map(({ fault, missing, question }: (typeof misses)[number]) => [question, fault, missing]), [
        ["gift wrapping", "not_found", ["Gift wrapping"]],
        ["who has the key of the safe", "not_found", ["Returns"]],
        ["gift returns", "answered_wrongly", []]
      ])

      const csv = yield* file("questions.csv", [
        "\uFEFFquestion,expected,audience", "gift wrapping,Gift wrapping | entry:3,customers", "\"repair, of bicycles\",-,"
      ].join("\r\n"))
      const strict = yield* evaluated(csv, "--k", "3", "--refused-wrongly", "0", "--answered-wrongly", "0")
      assert.strictEqual(strict.code, 0, strict.err)
      assert.include(strict.out, "2 questions: 1 with an answer, 1 without.\nrecall@1   1.000\nrecall@3   1.000\nrecall@10  1.000\nMRR        1.000\n")
      const failed = yield* evaluated(list, "--recall", "0.9", "--answered-wrongly", "0.2", "--verbose")
      assert.strictEqual(failed.code, 1)
      assert.include(failed.out, "wrongly answered: gift returns\n  1. ")
      assert.include(failed.out, "recall@5 is 0.625, not 0.9 or more.\nThe share answered wrongly is 0.333, not 0.2 or less.")

      yield* KbQueries.use(({ write }) => write)
      const sql = yield* OwnerSql
      assert.deepStrictEqual(yield* sql`select text from kb_queries`, [])
    }))

  it.effect("says what is wrong with a file", () =>
    Effect.gen(function*() {
      for (const [name, text, says] of [
        ["broken.json", "[{", "is no JSON: "],
        ["empty.json", "[]", "holds no question."],
        ["lacking.csv", "question,expected\ngift,", "at [0][\"expected\"]"],
        ["open.csv", "question,expected\n\"gift,-", "is no CSV: "],
        ["strange.json", JSON.stringify([{ question: "gift", expected: [], answer: "x" }]), "at [0][\"answer\"]"]
      ] as const) {
        assert.include((yield* Effect.flip(trialsIn(yield* file(name, text)))).message, says)
      }
      const { code, err } = yield* evaluated("/nowhere/questions.json")
      assert.strictEqual(code, 1)
      assert.include(err, "/nowhere/questions.json cannot be read.")
    }))
})
