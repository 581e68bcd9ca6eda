export { readLicences } from './read-licences.ts';
export { setLicence } from './set-licence.ts';
export { topUpPartners } from './top-up-partners.ts';
export { transferLicence } from './transfer-licence.ts';
