export { type Answer, answersFor, type Call, writerOver } from './messages.ts';
export { openReader } from './reader.ts';
export { sharedState } from './shared-state.ts';
