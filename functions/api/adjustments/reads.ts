export { listAdjustments } from './list-adjustments.ts';
