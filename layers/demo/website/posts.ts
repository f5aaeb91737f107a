import type { PictureName } from "./pictures.ts"
import type { Slug, To } from "./to.ts"

export interface DemoPost {
  readonly title: string
  readonly excerpt: string
  readonly cover: PictureName
  readonly authors: ReadonlyArray<{ readonly name: string; readonly about: string }>
  readonly tags: ReadonlyArray<string>
  readonly series: string | null
  /** Days before today. */
  readonly age: number
  readonly body: (to: To) => string
}

const nia = { name: "Nia Okafor", about: "Leads the studio and its workshops." }
const tomasz = { name: "Tomasz Lind", about: "Builds websites, and tests them on the bus." }
const yuki = { name: "Yuki Marsh", about: "Photographs for the studio." }
const ola = { name: "Ola Brandt", about: "Prints, and teaches it on Tuesdays and Thursdays." }

const BY_HAND = "Setting type by hand"

/** What the studio wrote, the oldest first. */
export const posts: Readonly<Record<Slug, DemoPost>> = {
  "what-to-bring-to-a-first-meeting": {
    title: "What to bring to a first meeting", cover: "studio", authors: [nia], tags: ["working together"], series: null, age: 196,
    excerpt: "No logo, no concept, no list of websites you like. Three other things help far more, and you have all of them at home.",
    body: (to) => `People apologise when they sit down at our table for the first time. They have not prepared anything, they say. Most of them
have prepared the best thing there is: a shop.

If you would like to bring something all the same, bring these.

## The five questions you hear most

Not what you would like to be asked, but what you *are* asked. Put a sheet of paper beside the till and make a mark each time. After a week you
know what belongs at the top of your website. At Alder Street Bakery it was this:

| Question | In a week |
| --- | ---: |
| Are you open on Sunday? | 61 |
| Do you have it without nuts? | 34 |
| Can I order for Saturday? | 29 |
| Do you take cards? | 22 |

Nobody asked about the company's philosophy.

## Something that a customer thanked you for

A letter, a message, a sentence that you remember. We have built whole brands on a postcard that said *thank you for staying open when it snowed*.

## A number that worries you

Tables that stay empty on Wednesdays. Parcels that come back. You need not know what to do about it. That is [our part](${to.link("/services")}).

## And what to leave at home

Websites of others that you like. Not because it is wrong to like them, but because we would begin to talk about them instead of you.

> The meeting takes 45 minutes and costs nothing. If we are not the right ones for it, we say so, and mostly know who is.

[Choose a time](/book) that suits you. There is coffee.
`
  },
  "setting-type-by-hand-the-case": {
    title: "Setting type by hand: the case", cover: "type", authors: [ola], tags: ["letterpress", "classes"], series: BY_HAND, age: 150,
    excerpt: "Why the e lies in the middle, where the expressions upper and lower case come from, and what a p and a q have to do with minding.",
    body: (to) => `The first thing that I ask people in the evening class is to find the letter e. It takes a minute. After two hours it takes no
time at all, because the hand has learned where it lives.

## A map of the language

A case of type is a drawer with compartments of different sizes. The large ones in the middle hold what is needed most. In English that is **e**,
and around it lie *a, t, o, n, i*. At the edges are *j, q, x* and *z*, which can wait.

Whoever laid out the first case had counted letters before anybody called it statistics.

## Upper and lower

Printers kept two drawers, one above the other on a slope. Capitals were in the upper case, small letters in the lower one. The drawers are gone
from most workshops; the words stayed.

## Mind them

Type is cut in mirror image, so that it reads rightly on paper. In the hand, **b** looks like **d**, and **p** like **q**. Beginners check each of
them twice. So do I.

${to.image("lining", "Three colours, three runs through the press")}

## What we set first

Everybody sets their own name. It is short, one cares about it, and one notices a wrong letter at once. Then we ink it, and print it.

In [the second part](${to.link("setting-type-by-hand-the-press")}) the press comes in. If you would rather try it than read about it: there are
eight seats on [Tuesdays and Thursdays](/book).
`
  },
  "photographing-bread": {
    title: "Photographing bread", cover: "bakery", authors: [yuki], tags: ["photographs", "behind the scenes"], series: null, age: 101,
    excerpt: "Bread looks its best for twenty minutes. What we do in them, and why the best lamp in the studio is a window to the north.",
    body: (to) => `At ten past five the oven at Alder Street is opened. At half past five the crust has stopped singing, and the steam is gone.
Between the two lies all the time that there is.

## Before

The evening before I build everything with yesterday's bread: table, cloth, camera, focus. When the real loaf comes, only the loaf changes.

## Light from one side

Bread is a landscape. From the front it is flat; from the side each blister throws a shadow. So there is one source of light, low, from the left
or from behind, and a sheet of white card on the other side to lift the shadows a little.

In winter, when the sun is late, a lamp behind tracing paper does the same. *Never two lamps*: two shadows look like two suns.

## What we do not do

- We do not brush it with oil. It shines, and shine reads as plastic.
- We do not use glue, foam or tweezers. What is in the picture is eaten afterwards.
- We do not throw flour. Everybody throws flour.

## After

Warmth is a matter of colour. I take out a little blue, never more than the eye would on a grey morning, and leave crumbs where they fell.

${to.image("photography", "The set the evening before, with a vase in place of the loaf")}

A session like this one [costs $320](${to.link("/services/photography")}), and one goes home with breakfast.
`
  },
  "setting-type-by-hand-the-press": {
    title: "Setting type by hand: the press", cover: "branch", authors: [ola], tags: ["letterpress", "classes"], series: BY_HAND, age: 66,
    excerpt: "Half a ton of iron from 1912, carried in through the window. How a hand press works, and how one knows by ear that it is well set.",
    body: (to) => `Our press weighs half a ton. It came through the window, because the door was too narrow, and it will leave the house only with
a wall.

## Four things at once

To print by hand is to have four things right at the same time:

1. **Ink**, thin enough that it makes a sound like frying when the roller runs through it.
2. **Paper**, a little damp, so that it gives way.
3. **Packing**, the sheets behind the paper. One sheet of tissue more or less is the difference between a kiss and a bite.
4. **Pressure**, which is the arm, and grows tired after two hundred sheets.

## Kiss or bite

For three hundred years printers tried to leave no mark in the paper: ink should *kiss* it. Today people run a thumb over a card and want to feel
something. Both are right. A wedding may bite; a novel should not.

## By ear

A well-set press says one thing, once. If it says two things, something is loose. I have stopped a run for a sound and found a hairpin in the bed.
It is in a frame now.

${to.image("moon", "Silver needs two runs, and a day between them")}

The first part told of [the case and its letters](${to.link("setting-type-by-hand-the-case")}). The third will be about paper, once I have made up
my mind.
`
  },
  "a-price-list-that-people-read": {
    title: "A price list that people read", cover: "stationery", authors: [nia, tomasz], tags: ["websites", "words"], series: null, age: 37,
    excerpt: "Most small companies hide what they charge. We put prices on twenty sites and looked at what happened to the calls, the customers " +
      "and the nerves.",
    body: (to) => `"Price on request" is the politest way to lose a customer. Nobody requests. They look at the next site, where there is a
number, and compare you with that.

In the last two years we have put prices on twenty sites whose owners did not want to. This is what we saw.

## Fewer calls, better ones

Calls went down by a third. Those who still rang had read the list, and asked when, not how much.

## The fear of being dear

It is the usual objection: *they will see that we are dearer*. They will. The ones who only look at that would have found out in your shop, after
an hour of your time.

## How to write it

| Instead of | write |
| --- | --- |
| from $29* | $29, or $35 on Saturdays |
| packages Basic, Plus, Pro | what one can do with each |
| an hourly rate alone | what an ordinary job costs in the end |
| "contact us for details" | the details |

Give the ordinary case a whole price, and say what makes it more. A *from* is honest only if somebody really pays it.

## One more thing

Put the date below it. A list that says *valid since March* is believed. See [our own prices](${to.link("/prices")}); we changed two of them
while we wrote this.
`
  },
  "opening-hours-first": {
    title: "Opening hours first", cover: "shopfront", authors: [tomasz], tags: ["websites"], series: null, age: 9,
    excerpt: "Six out of ten visits to a shop's website end after the opening hours. A plea to put them where they are looked for, and to keep " +
      "them true.",
    body: (to) => `I have a habit that my family suffers from. In front of every closed shop I look at its website, and count how many taps it
takes until I know when it opens. The record is eleven.

## What people come for

We count visits on our customers' sites, without cookies and without following anybody. In shops with a counter it looks like this nearly everywhere:

- six of ten look at the hours, and leave
- two look for the address
- one wants a price
- one reads

The one who reads is dear to us. But the other nine are at the tram stop, with one hand, in the rain.

## Where they belong

At the top, in words: *Open today until 6*. Not as a picture, which nobody can have read aloud. Not behind a plus sign. And the same in the footer
of every page, because search engines send people in through the back door.

## Keeping them true

Wrong hours are worse than none. So there should be one place where they are kept, and everything else should take them from there: the site, the
booking, the answering machine. If you close early for a funeral, you should be able to change it on the way there.

${to.image("screens", "The same hours, on the table and in the hand")}

If yours takes more than two taps, [come by](${to.link("/contact")}). It is often an afternoon's work.
`
  }
}
