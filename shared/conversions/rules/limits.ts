import { days } from '#shared/values/durations.ts';

// How much the Conversion API takes, and how long an event and its click may be apart (docs/api/conversions.md). How long a
// click may earn is each pixel's own: `clickWindowDays` of its key. The pixel's script leaves out what is pure.

export const maxEventBytes = 1_048_576;
export const maxBatchBytes = 5_242_880;
export const maxBatchEvents = 1000;
export const maxPropertiesBytes = 32_768;
/** Levels of nested objects and lists. */
export const maxPropertiesDepth = 32;

/** How long after the end of its click's window an event may still arrive. */
export const deliveryGraceMs = /* @__PURE__ */ days(7);
/** How long after its arrival an event waits for a click that is not known yet. */
export const lateMatchMs = /* @__PURE__ */ days(7);
