export { html, type Node, printed, provided } from "#schemas/kernel/markup"
