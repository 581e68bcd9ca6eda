/** How long a rejected event can be replayed: what was sent of it is kept for so long, or as long as the log if that is less. */
export const replayableDays = 14;
