export { listCredits } from './list-credits.ts';
