export { listCompanyCompetitors } from './list-company-competitors.ts';
