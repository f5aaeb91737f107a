import type { DemoPage } from "../to.ts"

export const about: DemoPage = {
  title: "About us",
  description: "Who works at Juniper & Vale: five people, a photo studio and a hand press from 1912, in an old seed store on Canal Road.",
  picture: "vale",
  blocks: (to) => [
    {
      type: "hero", title: "Five people and a press from 1912", layout: "below", media_id: to.picture("vale"),
      text: "Robin Vale bought the press before there was a studio to put it in. It stood in a garage for two winters, and printed the wedding " +
        "invitations of half the neighbourhood."
    },
    {
      type: "text", heading: "How it began",
      text: "In 2014 the seed store on Canal Road stood empty. Robin and Nia rented the ground floor, carried the press in through the window, and " +
        "put a sign outside that said *Design and print, come in*. The first who did was a baker who wanted paper bags. The second was the baker's " +
        "sister, who needed a website.\n\nSince then we have worked for some two hundred shops, practices and workshops, nearly all of them " +
        "within an hour's drive. We like that: we see our signs on the way " +
        `to work, and hear about it when one of them is wrong.\n\nThe juniper on [our sign](${to.link("/services/brand-and-print")}) grows in the ` +
        `yard. It was there before us.`
    },
    {
      type: "features", heading: "Who you will meet",
      items: [
        { title: "Robin Vale", media_id: to.picture("robin"), text: "Founder. Draws letters, mends the press, and writes all offers by hand before " +
          "anybody types them." },
        { title: "Nia Okafor", media_id: to.picture("nia"), text: "Leads the studio. Runs the workshops in which owners find out what they stand " +
          "for, and remembers everybody's dog." },
        { title: "Tomasz Lind", media_id: to.picture("tomasz"), text: "Builds websites. Tests each of them on a six-year-old phone on the bus." },
        { title: "Yuki Marsh", media_id: to.picture("yuki"), text: "Photographs. Came from newspapers, so is quick, and not afraid of bad light." },
        { title: "Ola Brandt", media_id: to.picture("ola"), text: "Prints, and teaches it on two evenings a week. Can tell a typeface by its feet." }
      ]
    },
    {
      type: "columns", heading: "What we hold to", columns: [
        { blocks: [{ type: "text", heading: "One price, told before", text: `It is the price on the [list](${to.link("/prices")}) or in the offer. ` +
          `If we misjudged it, that is ours to bear.` }] },
        { blocks: [{ type: "text", heading: "Nothing you cannot leave", text: "Domain, pictures and files are in your name from the first day. " +
          "Customers stay because they like it here." }] },
        { blocks: [{ type: "text", heading: "No tricks", text: "No counters that run down, no boxes ticked for you, nobody followed around. This " +
          "site sets no cookie to read it." }] }
      ]
    },
    { type: "buttons", heading: "The door is open", text: "Monday to Friday from 9 to 6, and on Saturdays from 10 to 2. The coffee is on the left.",
      look: "banner",
      actions: [{ label: "How to find us", link: to.page("/contact") }] }
  ]
}
