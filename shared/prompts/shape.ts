export type Shape = { width: number; height: number; isAnimated: boolean } | null;

export type ReadShape = (bytes: Buffer) => Shape | undefined;
