/** When the store last answered a call of this process, by `performance.now()`. */
export const storeProgress = { at: Number.NEGATIVE_INFINITY };
