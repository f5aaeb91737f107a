export const find = {
  searchEverything: "Search everything",
  search: "Search",
  seenLast: "Seen last"
}
