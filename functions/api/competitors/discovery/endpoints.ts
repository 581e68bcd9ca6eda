export { discover } from './discover.ts';
