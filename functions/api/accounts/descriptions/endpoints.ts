export { validateCompanyDescription } from './validate-company-description.ts';
