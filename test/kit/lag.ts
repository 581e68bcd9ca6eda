export const lag: { ms?: number } = {};
