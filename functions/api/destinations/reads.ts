export { listDestinations } from './list-destinations.ts';
export { readDestination } from './read-destination.ts';
export { reportCoverage } from './report-coverage.ts';
