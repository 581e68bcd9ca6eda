/** The content of a rejected event is stored for this time, or as long as the log if that is shorter. */
export const replayableDays = 14;
