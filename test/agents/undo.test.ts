import { assert, it, layer } from "@effect/vitest"
import { Effect } from "effect"
import { operation } from "#schemas/kernel/operation"
import { aboutOf, undoText } from "#schemas/kernel/consent"
import { recordsApart, sharedRecords } from "#schemas/kernel/modes"
import { allRecords } from "#layers/all-records"
import { catalog } from "../contract/examples.ts"
import { TestServer } from "../support/test-server.ts"

/** All operations that need consent and can be taken back, with what does it. A new one is added here, or is nothing that can be undone. */
const undoable = {
  adjust_inventory: "adjust_inventory",
  archive_kb_entry: "restore_kb_entry_version",
  archive_product: "update_product",
  delete_contact: "restore_contact, 30 days",
  delete_deal: "restore_deal, 30 days",
  merge_contacts: "unmerge_contacts, 30 days",
  publish_page: "unpublish_page",
  publish_post: "unpublish_post",
  remove_opt_out: "add_opt_out",
  restart_workflow_run: "cancel_workflow_run",
  unpublish_page: "publish_page",
  unpublish_post: "publish_post"
}

const consented = catalog.filter(({ requiresConsent }) => requiresConsent)

it("says of each operation that needs consent how it is taken back, or that nothing does", () => {
  const said = consented.flatMap((entry) => {
    const { undo } = aboutOf(entry)
    return undo === null ? [] : [[entry.name, undo.days === undefined ? undo.by : `${undo.by}, ${undo.days} days`] as const]
  })
  assert.deepStrictEqual(Object.fromEntries(said.toSorted()), undoable)
  for (const entry of consented) {
    const { undo } = aboutOf(entry)
    if (undo !== null) assert.isTrue(catalog.some(({ name }) => name === undo.by), undo.by)
    if (entry.category === "payments") assert.isNull(undo, `${entry.name} moves money, or takes back what was promised`)
  }
})

it("lets no operation be declared that does not say it", () => {
  const meaning = { summary: "Delete all", description: "Deletes all.", access: "crm:write", requiresConsent: true } as const
  assert.throws(() => operation(meaning), /says with `undo`/)
  assert.throws(() => operation({ ...meaning, requiresConsent: false, undo: "nothing" }), /says with `undo`/)
  operation({ ...meaning, undo: "nothing" })
})

it("is told in a sentence", () => {
  assert.deepStrictEqual([null, { by: "restore_deal", days: 30 }, { by: "unmerge_contacts", days: 30 }, { by: "publish_page" }].map(undoText), [
    "This cannot be undone.", "This can be restored for 30 days (restore_deal).", "This can be undone for 30 days (unmerge_contacts).",
    "This can be undone (publish_page)."
  ])
})

/** Their rows are of a mode, though what is told of them does not say it. */
const ofMode = ["commission_rule"]

layer(TestServer, { excludeTestServices: true })("records", (it) => {
  it.effect("are all told as shared by live and test keys, or as apart", () =>
    Effect.gen(function*() {
      const all = yield* allRecords
      const apart = (one: typeof all[number]["entity"]) => "livemode" in one.read.fields || ofMode.includes(one.object)
      const objects = (wanted: boolean) => all.filter(({ entity }) => apart(entity) === wanted).map(({ entity }) => entity.object)
      assert.includeMembers(Object.keys(sharedRecords), objects(false))
      assert.includeMembers(Object.keys(recordsApart), objects(true))
    }))
})
