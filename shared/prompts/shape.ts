/**
 * Facts in a format's own fields, without decoding a pixel; `null` if they are invalid or the file is
 * truncated.
 */
export type Shape = { width: number; height: number; isAnimated: boolean } | null;

/** Returns `undefined` if the bytes do not begin like the format. */
export type ReadShape = (bytes: Buffer) => Shape | undefined;
