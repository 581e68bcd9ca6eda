/** What a format's own fields say, without decoding a pixel; `null` where they make no sense or the file ends too soon. */
export type Shape = { width: number; height: number; isAnimated: boolean } | null;

/** `undefined` when the bytes do not begin as the format does. */
export type ReadShape = (bytes: Buffer) => Shape | undefined;
