export { adjustEvent } from './adjust-event.ts';
export { adjustEvents } from './adjust-events.ts';
export { listAdjustments } from './list-adjustments.ts';
export { withdrawAdjustment } from './withdraw-adjustment.ts';
