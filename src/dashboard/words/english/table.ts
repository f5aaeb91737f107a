import type { Node } from "../../html.ts"

export const table = {
  inAll: (count: Node): Node => [count, " in all"],
  some: (shown: Node, total: Node): Node => [shown, " of ", total],
  first: "First page",
  next: "Next page",
  pages: "Pages"
}
