export { createExport } from './create-export.ts';
export { replayEvent } from './replay-event.ts';
