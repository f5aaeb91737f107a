export { html, type Node, printed } from "#schemas/kernel/markup"
