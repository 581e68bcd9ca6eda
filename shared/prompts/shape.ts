/** The facts need no decoding of a pixel; `null` means invalid facts or a truncated file. */
export type Shape = { width: number; height: number; isAnimated: boolean } | null;

/** Returns `undefined` if the bytes do not begin like the format. */
export type ReadShape = (bytes: Buffer) => Shape | undefined;
