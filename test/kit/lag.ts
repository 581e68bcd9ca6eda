/** By how many milliseconds the engine's reads that are not consistent are behind; without a number they never are. */
export const lag: { ms?: number } = {};
