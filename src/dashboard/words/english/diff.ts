export const diff = {
  made: "made",
  changed: "changed",
  removed: "removed",
  before: "Before",
  after: "After",
  value: "Value",
  field: "Field"
}
