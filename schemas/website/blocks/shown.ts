import type { Formats } from "#schemas/kernel/formats"
import type { Money } from "#schemas/kernel/money"
import type { CollectionId, ProductId } from "#schemas/shop/ids"
import type { ServiceId } from "#schemas/calendar/ids"
import type { FormId, MediaId } from "../ids.ts"
import type { Link } from "./link.ts"

/** An image in the sizes that there are of it, or only as it was uploaded. */
export interface Picture {
  /** For browsers that know none of `sources`. */
  readonly src: string
  readonly width: number | undefined
  readonly height: number | undefined
  /** Empty where it only decorates. */
  readonly alt: string
  /** What of it is seen when it is cut, in percent from the left and from the top. */
  readonly focal: { readonly x: number; readonly y: number }
  /** The best format first. */
  readonly sources: ReadonlyArray<{ readonly type: string; readonly sizes: ReadonlyArray<{ readonly src: string; readonly width: number }> }>
}

export interface ShownFile {
  readonly href: string
  readonly name: string
  readonly type: string
  readonly bytes: number
}

export interface ShownService {
  readonly name: string
  readonly description: string | null
  readonly minutes: number
  readonly price: Money | null
  readonly href: string
}

export interface ShownProduct {
  readonly title: string
  readonly href: string
  readonly picture: Picture | undefined
  /** The lowest, where its variants cost differently. */
  readonly price: Money | null
  readonly varies: boolean
  readonly available: boolean
}

export interface ShownPost {
  readonly title: string
  readonly href: string
  readonly excerpt: string | null
  readonly published_at: string
  readonly minutes: number
  readonly picture: Picture | undefined
}

export const fieldTypes = ["name", "text", "paragraph", "email", "phone", "number", "date", "choice", "choices", "consent"] as const

export interface ShownField {
  readonly name: string
  readonly label: string
  readonly type: typeof fieldTypes[number]
  readonly required: boolean
  readonly options: ReadonlyArray<string>
}

export interface ShownForm {
  /** Where it is sent to. */
  readonly action: string
  readonly fields: ReadonlyArray<ShownField>
  readonly hidden: ReadonlyArray<{ readonly name: string; readonly value: string }>
  /** A field that people do not see and programs fill in. */
  readonly trap: string
  /** What is said instead of the form once it was sent. */
  readonly done: string | undefined
  /** What was written before, by field. */
  readonly said: ReadonlyMap<string, ReadonlyArray<string>>
  /** What is wrong, by field; "" for what no field can put right. */
  readonly wrong: ReadonlyMap<string, string>
}

/** What a block of services asks for: these, or all that can be booked. */
export interface WantedServices {
  readonly service_ids?: ReadonlyArray<ServiceId>
}

/** These, those of a collection, or the newest. */
export interface WantedProducts {
  readonly product_ids?: ReadonlyArray<ProductId>
  readonly collection_id?: CollectionId
  readonly limit: number
}

/** The newest published, of a tag or a series where one is named. */
export interface WantedPosts {
  readonly tag?: string
  readonly series?: string
  readonly limit: number
}

/** What blocks need to know of the site and of the company while they are shown. */
export interface Shown {
  /** Stands before paths of the site: empty on a company's own host. */
  readonly base: string
  /** Of BCP 47, of the page. */
  readonly locale: string
  readonly direction: "ltr" | "rtl"
  readonly formats: Formats
  /** Undefined where there is no such page for visitors: the text stays, without a link. */
  readonly href: (link: Link) => string | undefined
  readonly picture: (media_id: MediaId) => Picture | undefined
  readonly file: (media_id: MediaId) => ShownFile | undefined
  readonly services: (wanted: WantedServices) => ReadonlyArray<ShownService>
  readonly products: (wanted: WantedProducts) => ReadonlyArray<ShownProduct>
  readonly posts: (wanted: WantedPosts) => ReadonlyArray<ShownPost>
  readonly form: (form_id: FormId) => ShownForm | undefined
}
