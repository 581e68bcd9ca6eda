/** Eventually consistent reads lag by these milliseconds. */
export const lag: { ms?: number } = {};
