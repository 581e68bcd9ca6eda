import { days } from '#shared/values/durations.ts';

// How much the Conversion API takes, and how long an event and its click may be apart (docs/api/conversions.md). How long a
// click may earn is each pixel's own: `clickWindowDays` of its key.

const megabyte = 1_048_576;
export const maxEventBytes = megabyte;
export const maxBatchBytes = 5 * megabyte;
export const maxBatchEvents = 1000;
export const maxPropertiesBytes = 32_768;
/** Levels of nested objects and lists. */
export const maxPropertiesDepth = 32;

/** How long after the end of its click's window an event may still arrive. */
export const deliveryGraceMs = days(7);
/** How long after its arrival an event waits for a click that is not known yet. */
export const lateMatchMs = days(7);
