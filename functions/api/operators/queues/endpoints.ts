export { deleteDeadLetters } from './delete-dead-letters.ts';
export { listDeadLetters } from './list-dead-letters.ts';
export { listKeptEffects } from './list-kept-effects.ts';
export { listQueues } from './list-queues.ts';
export { redriveDeadLetters } from './redrive-dead-letters.ts';
export { redriveKeptEffects } from './redrive-kept-effects.ts';
