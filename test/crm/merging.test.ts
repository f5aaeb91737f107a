import { assert, it } from "@effect/vitest"
import fc from "fast-check"
import { combined, parted, type Told } from "#workflows/crm/merging"

const maybe = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: null })
const word = fc.constantFrom("a", "b", "c")

const told = fc.record({
  first_name: maybe(word), last_name: maybe(word), email: maybe(word), phone: maybe(word), company_name: maybe(word), notes: maybe(word),
  source: maybe(word), organization_id: maybe(fc.constantFrom(1, 2)), owner_id: maybe(fc.constantFrom(1, 2)),
  tags: fc.uniqueArray(word).map((tags) => tags.sort()),
  custom_fields: fc.dictionary(fc.constantFrom("x", "y", "z"), fc.oneof(word, fc.boolean(), fc.integer()))
}).map((one) => one as unknown as Told)

const formerOf = (kept: Told, taken: Partial<Told>) =>
  Object.fromEntries(Object.keys(taken).map((field) => [field, kept[field as keyof Told]])) as Partial<Told>

it("what is merged keeps its own, lacks nothing that the others have, and parts as it was", () => {
  fc.assert(fc.property(told, fc.array(told, { minLength: 1, maxLength: 4 }), (kept, others) => {
    const taken = combined(kept, others)
    const after: Told = { ...kept, ...taken }
    for (const field of ["first_name", "last_name", "email", "phone", "owner_id", "notes", "source"] as const) {
      assert.strictEqual(after[field], [kept, ...others].find((one) => one[field] !== null)?.[field] ?? null)
    }
    const employed = [kept, ...others].find((one) => one.organization_id !== null || one.company_name !== null)
    assert.deepStrictEqual([after.organization_id, after.company_name], [employed?.organization_id ?? null, employed?.company_name ?? null])
    assert.sameMembers([...after.tags], [...new Set([kept, ...others].flatMap(({ tags }) => tags))])
    for (const key of ["x", "y", "z"]) {
      assert.strictEqual(after.custom_fields[key], [kept, ...others].find(({ custom_fields }) => key in custom_fields)?.custom_fields[key])
    }
    assert.deepStrictEqual({ ...after, ...parted(after, formerOf(kept, taken), taken) }, kept)
  }))
})

it("what was changed since the merge stays so", () => {
  fc.assert(fc.property(told, told, told, (kept, other, since) => {
    const taken = combined(kept, [other])
    const now: Told = { ...kept, ...taken, notes: since.notes, tags: since.tags, custom_fields: since.custom_fields }
    const back = { ...now, ...parted(now, formerOf(kept, taken), taken) }
    if (since.notes !== taken.notes) assert.strictEqual(back.notes, since.notes)
    for (const tag of since.tags.filter((tag) => !other.tags.includes(tag))) assert.include(back.tags, tag)
    for (const [key, value] of Object.entries(since.custom_fields)) {
      if (taken.custom_fields?.[key] !== value) assert.strictEqual(back.custom_fields[key], value)
    }
  }))
})
