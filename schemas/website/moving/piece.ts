/** A picture in a text, by its address or by the key of a file of the export. */
export interface PieceImage {
  readonly source: string
  readonly alt: string | null
  readonly caption: string | null
  /** Where it leads. */
  readonly link: string | null
}

/** What a text is made of, before it becomes blocks of a page or the Markdown of a post. */
export type Piece =
  | { readonly type: "text"; readonly markdown: string }
  | { readonly type: "image"; readonly image: PieceImage }
  /** Without any images: all that belong to the document. */
  | { readonly type: "gallery"; readonly images: ReadonlyArray<PieceImage> }
  | { readonly type: "embed"; readonly url: string }
  | { readonly type: "html"; readonly html: string }
  | { readonly type: "posts" }
  /** A file to be loaded or listened to. */
  | { readonly type: "file"; readonly url: string }

/** What a document says of addresses in it. */
export interface Addresses {
  /** What a link becomes; nothing where it leads nowhere, and only its words stay. */
  readonly link: (address: string) => string | undefined
  /** The address that a picture within a text has; nothing where it is not to be had. */
  readonly picture: (address: string) => string | undefined
}
