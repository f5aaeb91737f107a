export const result = {
  nothing: "There is nothing to tell of these days.",
  before: "before",
  asTable: "As a table"
}
