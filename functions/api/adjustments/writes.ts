export { adjustEvent } from './adjust-event.ts';
export { adjustEvents } from './adjust-events.ts';
export { withdrawAdjustment } from './withdraw-adjustment.ts';
