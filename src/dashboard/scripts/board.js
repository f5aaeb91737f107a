/* The cards of the board are moved by forms; with this, dragging a card or Shift with an arrow key fills in and sends its form. */

const board = document.querySelector(".board")
for (const one of document.querySelectorAll("[data-keys]")) one.hidden = false

const stages = () => [...board.querySelectorAll(".stage")]

const form = document.querySelector("#move")

/** Shows the card where it goes at once; the page that answers tells where it is. */
const move = (card, stage) => {
  if (form === null || card.closest(".stage") === stage) return
  const id = card.id.replace("deal-", "")
  const { back_to, seen_version, stage: wanted } = form.elements
  form.action = `${form.getAttribute("action").split("?")[0]}?id=${id}`
  back_to.value = `${back_to.defaultValue}&moved=${id}`
  seen_version.value = card.dataset.version
  wanted.value = stage.dataset.stage
  stage.querySelector(".cards").append(card)
  card.setAttribute("aria-busy", "true")
  form.requestSubmit()
}

let dragged

board.addEventListener("dragstart", (event) => {
  dragged = event.target.closest?.(".deal") ?? undefined
  if (dragged !== undefined) event.dataTransfer.effectAllowed = "move"
})

board.addEventListener("dragend", () => {
  dragged = undefined
  for (const stage of stages()) stage.classList.remove("over")
})

board.addEventListener("dragover", (event) => {
  const stage = event.target.closest(".stage")
  if (dragged === undefined || stage === null) return
  event.preventDefault()
  for (const one of stages()) one.classList.toggle("over", one === stage)
})

board.addEventListener("drop", (event) => {
  const stage = event.target.closest(".stage")
  if (dragged === undefined || stage === null) return
  event.preventDefault()
  move(dragged, stage)
})

board.addEventListener("keydown", (event) => {
  const step = event.key === "ArrowRight" ? 1 : event.key === "ArrowLeft" ? -1 : 0
  const card = event.target.closest(".deal")
  if (step === 0 || !event.shiftKey || card === null) return
  const all = stages()
  const to = all[all.indexOf(card.closest(".stage")) + step]
  if (to === undefined) return
  event.preventDefault()
  move(card, to)
})
