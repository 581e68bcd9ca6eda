export const maxAdjustmentsInRequest = 1000;
export const maxAdjustmentBytes = 2 * 1_048_576;
/** An adjustment waits this long for its event. */
export const pendingDays = 90;
