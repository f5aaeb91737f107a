import { multipart } from "#schemas/kernel/bodies"
import { operation } from "#schemas/kernel/endpoints"
import { Conflict, ValidationError } from "#schemas/kernel/errors"
import { Media, media, MediaChanges, mediaTypes, MOST_PIXELS, NewMedia } from "./media.ts"

/* The first is a whole file, which whoever tries the operation out can send as it is. */
const { "image/svg+xml": drawing, ...others } = mediaTypes
const examples = {
  "image/svg+xml": drawing.example,
  ...Object.fromEntries(Object.entries(others).map(([type, { example }]) => [type, example])) as Record<keyof typeof others, string>,
  "application/octet-stream": "The bytes of any of these."
}

export const list_media = operation.list("list_media", "/media", Media, {
  ...media.list,
  by: "-id",
  summary: "List media",
  description: "The images and other files of the company's site, newest first, each with where it is used."
})

export const get_media = operation.get("get_media", "/media/:id", Media, {
  summary: "Get a media file",
  description: "One file of the site: whether it is ready, its sizes, and where it is used.",
  noConditionalGet: true
})

export const upload_media = operation.create("upload_media", "/media", multipart(NewMedia, {
  file: { description: "The file, up to 25 MiB. Its content tells its type, whatever it is called.", examples }
}), Media, {
  errors: [Conflict, ValidationError],
  summary: "Upload a media file",
  description: "Adds a file to the site. It is taken at once and is `ready` soon after, when a durable run has stored it. Of a JPEG, PNG, WebP, AVIF or " +
    "GIF the run makes AVIF and WebP in up to five widths, and what is served of it is turned upright and tells no place, camera or time; moving " +
    "images keep moving, as WebP. An SVG loses its scripts and references. An image may have " +
    `${MOST_PIXELS / 1_000_000} million pixels, all frames together. The same content is kept once: sent again, the answer is the file that there is, ` +
    "unchanged; one that had failed is tried anew. How much a company can keep depends on its tier."
})

export const update_media = operation.update("update_media", "/media/:id", MediaChanges, Media, {
  summary: "Change a media file",
  description: "Changes what a file is called, its alternative text, what of it is seen where it is cut, and its tags. Pages that show it follow " +
    "at once; its address stays valid."
})

export const delete_media = operation.remove("delete_media", "/media/:id", Media, {
  errors: [Conflict],
  summary: "Delete a media file",
  description: "Deletes a file with all of its sizes, for good. One that a page, a post or the site uses, if only in a draft, is a 409 that says " +
    "where.",
  requiresConsent: true,
  undo: "nothing"
})
