/** Somebody who wrote: a post says who did. */
export interface MovedAuthor {
  readonly name: string
  readonly about?: string
}

/** Something of an export that was not taken, or not as it was: for a person to look at. */
export interface Remark {
  /** What it is about, as its owner would find it: `post 12 "Hello"`, `blog/hello.md`. */
  readonly where: string
  /** What it is: `shortcode [contact-form-7]`. */
  readonly what: string
  /** Why, and what became of it. */
  readonly why: string
}

/** A page or a post, whatever it was kept in. */
export interface MovedDocument {
  readonly kind: "page" | "post"
  /** What tells it apart in its export. */
  readonly key: string
  readonly where: string
  readonly title: string
  readonly slug: string
  /** The key of the page above it. */
  readonly parent: string | null
  readonly order: number
  readonly published: boolean
  /** When it was, or is to be, published; ISO 8601. */
  readonly published_at: string | null
  readonly format: "html" | "markdown"
  readonly content: string
  readonly excerpt: string | null
  readonly authors: ReadonlyArray<MovedAuthor>
  readonly tags: ReadonlyArray<string>
  /** The key or the address of its picture. */
  readonly cover: string | null
  /** Notes at its foot, by the names that the content refers to them by. */
  readonly footnotes: ReadonlyArray<{ readonly id: string; readonly content: string }>
  /** Where it was: absolute paths with their queries, the one of its own first. */
  readonly old: ReadonlyArray<string>
}

/** A file that documents show. */
export interface MovedFile {
  readonly kind: "file"
  readonly key: string
  readonly where: string
  /** Where it is: an address, or a path in the archive. */
  readonly address: string
  readonly alt: string | null
  readonly caption: string | null
  readonly old: ReadonlyArray<string>
}

/** Content that several documents show by its key. */
export interface MovedFragment {
  readonly kind: "fragment"
  readonly key: string
  readonly content: string
}

export type Moved = MovedDocument | MovedFile | MovedFragment

/** One thing of an export: what it is for us, if anything, and what to say of it. */
export interface Reading {
  readonly moved: Moved | undefined
  readonly remarks: ReadonlyArray<Remark>
}
