/** The facts need no decoding of a pixel. The shape is `null` when the file is invalid or truncated. */
export type Shape = { width: number; height: number; isAnimated: boolean } | null;

export type ReadShape = (bytes: Buffer) => Shape | undefined;
