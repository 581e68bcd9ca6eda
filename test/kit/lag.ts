/** Milliseconds by which eventually consistent reads lag; no lag without a number. */
export const lag: { ms?: number } = {};
