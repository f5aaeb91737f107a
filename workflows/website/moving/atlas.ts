import type { OutlineItem as Outline } from "#layers/website/site-imports"
import type { MovedDocument, MovedFile } from "#schemas/website/moving/document"
import { oldPath, comparable } from "#schemas/website/moving/old-address"
import { pathWithin, placesOf, textsOf } from "#schemas/website/moving/folder/file"
import { fileKey, withoutSize } from "#schemas/website/moving/picture-address"

/** Where everything of an export is: by its keys, and by its addresses on the old site. */
export interface Atlas {
  /** The document that an address in another leads to. */
  readonly document: (address: string, from: string) => Outline | undefined
  /** The file that an address in a document shows, or its key does. */
  readonly file: (address: string, from: string) => Outline | undefined
}

const isFile = (item: Outline): item is Outline & { readonly moved: MovedFile } => item.kind === "file"
const isDocument = (item: Outline): item is Outline & { readonly moved: Omit<MovedDocument, "content"> } => item.kind === "page" || item.kind === "post"

/** Slashes at the ends of paths say nothing; a query that names a record does. */
const addressed = (address: string) => address.includes("?") ? address : comparable(address)

/** Of WordPress: everything has an address. */
export const wordpressAtlas = (items: ReadonlyArray<Outline>, site: string): Atlas => {
  const byKey = new Map(items.map((item) => [item.key, item]))
  const byAddress = new Map<string, Outline>()
  for (const item of items.filter(isDocument)) for (const old of item.moved.old) if (!byAddress.has(addressed(old))) byAddress.set(addressed(old), item)
  for (const { key } of items.filter(isFile)) {
    const id = /^wp:(\d+)$/u.exec(key)?.[1]
    if (id !== undefined) byAddress.set(`/?attachment_id=${id}`, byKey.get(key)!)
  }
  for (const item of items.filter(isDocument)) {
    const id = /^wp:(\d+)$/u.exec(item.key)?.[1]
    for (const name of ["p", "page_id"]) if (id !== undefined && !byAddress.has(`/?${name}=${id}`)) byAddress.set(`/?${name}=${id}`, item)
  }
  const files = new Map<string, Outline>()
  for (const item of items.filter(isFile)) {
    const key = fileKey(item.moved.address, site)
    for (const one of [key, withoutSize(key)]) if (!files.has(one)) files.set(one, item)
  }
  const file = (address: string) => {
    const known = byKey.get(address)
    if (known !== undefined && isFile(known)) return known
    const key = fileKey(address, site)
    return files.get(key) ?? files.get(withoutSize(key))
  }
  return {
    file,
    document: (address) => {
      const path = oldPath(address, site)
      const found = path === undefined ? undefined : byAddress.get(path)
      return found !== undefined && isDocument(found) ? found : undefined
    }
  }
}

/** Of a folder: everything has a path, and texts may say where they were. */
export const folderAtlas = (items: ReadonlyArray<Outline>): Atlas => {
  const byKey = new Map(items.map((item) => [item.key, item]))
  const byAddress = new Map(items.filter(isDocument).flatMap((item) => item.moved.old.map((old) => [addressed(old), item] as const)))
  const found = (places: ReadonlyArray<string>) => places.map((place) => byKey.get(place)).find((item) => item !== undefined)
  return {
    document: (address, from) => {
      const path = pathWithin(address, from)
      if (path === undefined) return undefined
      const item = found(textsOf(path)) ?? byAddress.get(comparable(`/${path}`))
      return item !== undefined && isDocument(item) ? item : undefined
    },
    file: (address, from) => {
      const path = pathWithin(address, from)
      const item = path === undefined ? byKey.get(`url:${fileKey(address, "")}`) : found(placesOf(path))
      return item !== undefined && isFile(item) ? item : undefined
    }
  }
}
