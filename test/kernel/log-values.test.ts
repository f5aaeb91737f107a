import { assert, it } from "@effect/vitest"
import { withoutValues } from "#layers/kernel/log-values"

it("the log repeats no values of what failed, and says where", () => {
  for (const [text, left] of [
    [`invalid input syntax for type integer: "Grace "Amazing" Hopper"`, `invalid input syntax for type integer: "…"`],
    [`duplicate key value violates unique constraint "contacts_email"`, undefined],
    [`null value in column "first_name" of relation "contacts" violates not-null constraint`, undefined],
    [`Unexpected token 'G', "Grace Hopp"... is not valid JSON`, `Unexpected token 'G', "…"... is not valid JSON`],
    [`Expected string, got {"name":"Grace"}\n  at ["items"]["name"]`, `Expected string, got {"…":"…"}\n  at ["items"]["name"]`],
    [`550 5.1.1 <grace.hopper@navy.example>: unknown`, `550 5.1.1 <…>: unknown`],
    [`no such number: +1 (202) 555-0187.`, `no such number: ….`],
    [`    at run (file:///srv/node_modules/@effect/sql-pg/dist/PgConnection.js:1027:26)`, undefined],
    [`since 2026-11-22T20:40:32.123Z run 12 of 4096`, undefined],
    [`request 0198c4a2-4b1e-7c3f-8123-123456789012`, undefined]
  ] as const) assert.strictEqual(withoutValues(text), left ?? text)
})
