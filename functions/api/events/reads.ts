export { listEvents } from './list-events.ts';
export { readConversion } from './read-conversion.ts';
export { readExport } from './read-export.ts';
export { readSentEvent } from './read-sent-event.ts';
