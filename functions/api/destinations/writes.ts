export { changeDestination } from './change-destination.ts';
export { deleteDestination } from './delete-destination.ts';
