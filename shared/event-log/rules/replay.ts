export const replayableDays = 14;
